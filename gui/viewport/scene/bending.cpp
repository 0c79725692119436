// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/bending.h"

#include <algorithm>
#include <array>

namespace holonom {
namespace {

Vector3 tripleOf(const std::vector<float>& values, int vertex) {
  return Eigen::Map<const Eigen::Vector3f>(&values[3 * static_cast<size_t>(vertex)]).cast<double>();
}

/// Cuts all triangles of the mesh at one plane: the places s of the vertices along the line against `at`.
class Cutter {
 public:
  Cutter(Mesh& mesh, const Vector2& start, const Vector2& direction)
      : mesh_(mesh), start_(start), direction_(direction) {}

  void cutAt(double at) {
    std::vector<int> old;
    old.swap(mesh_.triangles);
    for (size_t i = 0; i + 3 <= old.size(); i += 3) cutTriangle({old[i], old[i + 1], old[i + 2]}, at);
  }

 private:
  double place(int vertex) const {
    return (tripleOf(mesh_.points, vertex).head<2>() - start_).dot(direction_);
  }

  void cutTriangle(std::array<int, 3> corner, double at) {
    int beyond = 0;
    std::array<bool, 3> isBeyond{};
    for (int k = 0; k < 3; ++k) beyond += isBeyond[k] = place(corner[k]) > at;
    if (beyond == 0 || beyond == 3) return mesh_.addTriangle(corner[0], corner[1], corner[2]);
    // the first one shall be alone on its side
    while (isBeyond[0] == isBeyond[1] || isBeyond[0] == isBeyond[2]) {
      std::rotate(corner.begin(), corner.begin() + 1, corner.end());
      std::rotate(isBeyond.begin(), isBeyond.begin() + 1, isBeyond.end());
    }
    const int p = between(corner[0], corner[1], at), q = between(corner[0], corner[2], at);
    mesh_.addTriangle(corner[0], p, q);
    mesh_.addTriangle(p, corner[1], corner[2]);
    mesh_.addTriangle(p, corner[2], q);
  }

  int between(int a, int b, double at) {
    const double sa = place(a), share = (at - sa) / (place(b) - sa);
    const Vector3 point = (1 - share) * tripleOf(mesh_.points, a) + share * tripleOf(mesh_.points, b);
    const Vector3 normal = (1 - share) * tripleOf(mesh_.normals, a) + share * tripleOf(mesh_.normals, b);
    const Role role = mesh_.roles[static_cast<size_t>(a)];
    return mesh_.addVertex(point, normal.normalized(), role);
  }

  Mesh& mesh_;
  Vector2 start_, direction_;
};

}  // namespace

void sliceAcross(Mesh& mesh, const Vector2& start, const Vector2& direction, double length, int pieces) {
  Cutter cutter(mesh, start, direction);
  for (int i = 1; i < pieces; ++i) cutter.cutAt(length * i / pieces);
}

Bending::Bending(const Body& body, Mesh& mesh) : count_(body.flexible->coordinateCount()) {
  const BeamAxis axis = beamAxis(body);
  sliceAcross(mesh, axis.start - inPlane(body.centreOfMass), axis.direction, axis.length, kPieces);
  points_ = mesh.points;
  for (int vertex = 0; vertex < mesh.vertexCount(); ++vertex) {
    const Vector2 place = tripleOf(points_, vertex).head<2>() + inPlane(body.centreOfMass);
    const double along = std::clamp((place - axis.start).dot(axis.direction), 0.0, axis.length);
    const BeamPoint point = beamPoint(body, place),
                    onAxis = beamPoint(body, axis.start + along * axis.direction);
    for (int j = 0; j < count_; ++j) {
      const Vector2 moved = point.shapes.col(j),
                    stretch = axis.direction.dot(onAxis.shapes.col(j)) * axis.direction;
      for (int k = 0; k < 2; ++k) {
        shapes_.push_back(static_cast<float>(moved[k]));
        bends_.push_back(static_cast<float>(moved[k] - stretch[k]));
      }
    }
  }
}

void Bending::apply(const BodyPose& pose, double factor, std::span<float> points) const {
  const float *shape = shapes_.data(), *bend = bends_.data();
  const float more = static_cast<float>(factor - 1);
  for (size_t k = 0; k < points_.size(); k += 3) {
    float x = points_[k], y = points_[k + 1];
    for (int j = 0; j < count_; ++j, shape += 2, bend += 2) {
      const float q = static_cast<float>(pose.elastic[static_cast<size_t>(j)]);
      x += (shape[0] + more * bend[0]) * q;
      y += (shape[1] + more * bend[1]) * q;
    }
    points[k] = x;
    points[k + 1] = y;
  }
}

Vector2 elasticDisplacement(const Body& body, const Vector2& local, const BodyPose& pose) {
  Vector2 displacement = Vector2::Zero();
  if (!body.flexible) return displacement;
  const BeamPoint point = beamPoint(body, local);
  for (int j = 0; j < body.flexible->coordinateCount(); ++j)
    displacement += pose.elastic[static_cast<size_t>(j)] * point.shapes.col(j);
  return displacement;
}

}  // namespace holonom

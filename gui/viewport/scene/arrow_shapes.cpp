// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/arrow_shapes.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace holonom {

using std::numbers::pi;

Mesh straightArrow(double length, double shaft, Role role) {
  const double head = std::min(6 * shaft, 0.5 * length);
  const Vector2 profile[] = {{-length, 0}, {-length, shaft}, {-head, shaft}, {-head, 2.6 * shaft}, {0, 0}};
  Mesh mesh;
  addRevolved(mesh, profile, 16, role);
  return mesh;
}

Mesh curvedArrow(double radius, double shaft, double sweep, bool positive, Role role) {
  Mesh mesh;
  const double sign = positive ? 1 : -1, start = sign * -0.25 * pi;
  std::vector<Vector3> path;
  const int steps = 36;
  for (int i = 0; i <= steps; ++i) {
    const double angle = start + sign * sweep * i / steps;
    path.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
  }
  addTube(mesh, path, shaft, 8, role);
  const double end = start + sign * sweep;
  Mesh head;
  const Vector2 profile[] = {{0, 0}, {0, 2.8 * shaft}, {6.5 * shaft, 0}};
  addRevolved(head, profile, 16, role);
  const Eigen::Rotation2Df turn(static_cast<float>(end + sign * 0.5 * pi));
  const Eigen::Vector2f tip = path.back().head<2>().cast<float>();
  for (int i = 0; i < head.vertexCount(); ++i) {
    const Eigen::Vector2f p = tip + turn * Eigen::Vector2f(head.points[3 * i], head.points[3 * i + 1]);
    const Eigen::Vector2f n = turn * Eigen::Vector2f(head.normals[3 * i], head.normals[3 * i + 1]);
    mesh.addVertex({p.x(), p.y(), head.points[3 * i + 2]}, {n.x(), n.y(), head.normals[3 * i + 2]}, role);
  }
  const int first = mesh.vertexCount() - head.vertexCount();
  for (int vertex : head.triangles) mesh.triangles.push_back(first + vertex);
  return mesh;
}

TurnAbout turnAbout(const Vector3& axis) {
  if (axis.x() == 0 && axis.y() == 0) return {Matrix3::Identity(), axis.z() > 0};
  const Matrix3 along = axesAlong(axis);
  TurnAbout turn;
  turn.axes << along.col(1), along.col(2), along.col(0);
  return turn;
}

void addPlaced(Mesh& mesh, const Mesh& part, const Vector3& place, double angle) {
  addPlaced(mesh, part, {place, planarPose(0, 0, angle).rotation});
}

}  // namespace holonom

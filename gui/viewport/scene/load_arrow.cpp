// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/load_arrow.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace holonom {
namespace {

using std::numbers::pi;

/// Along x, its tip in the origin.
Mesh straightArrow(double length, double shaft) {
  const double head = std::min(6 * shaft, 0.5 * length);
  const Vector2 profile[] = {{-length, 0}, {-length, shaft}, {-head, shaft}, {-head, 2.6 * shaft}, {0, 0}};
  Mesh mesh;
  addRevolved(mesh, profile, 16, Role::Force);
  return mesh;
}

/// About the origin in the plane, counter-clockwise when positive.
Mesh curvedArrow(double radius, double shaft, double sweep, bool positive) {
  Mesh mesh;
  const double sign = positive ? 1 : -1, start = sign * -0.25 * pi;
  std::vector<Vector3> path;
  const int steps = 36;
  for (int i = 0; i <= steps; ++i) {
    const double angle = start + sign * sweep * i / steps;
    path.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
  }
  addTube(mesh, path, shaft, 8, Role::Torque);
  const double end = start + sign * sweep;
  Mesh head;
  const Vector2 profile[] = {{0, 0}, {0, 2.8 * shaft}, {6.5 * shaft, 0}};
  addRevolved(head, profile, 16, Role::Torque);
  const Eigen::Rotation2Df turn(static_cast<float>(end + sign * 0.5 * pi));
  const Eigen::Vector2f tip = path.back().head<2>().cast<float>();
  for (int i = 0; i < head.vertexCount(); ++i) {
    const Eigen::Vector2f p = tip + turn * Eigen::Vector2f(head.points[3 * i], head.points[3 * i + 1]);
    const Eigen::Vector2f n = turn * Eigen::Vector2f(head.normals[3 * i], head.normals[3 * i + 1]);
    mesh.addVertex({p.x(), p.y(), head.points[3 * i + 2]}, {n.x(), n.y(), head.normals[3 * i + 2]}, Role::Torque);
  }
  const int first = mesh.vertexCount() - head.vertexCount();
  for (int vertex : head.triangles) mesh.triangles.push_back(first + vertex);
  return mesh;
}

}  // namespace

LoadArrow::LoadArrow(const SceneLayout& layout, const ConstantForce& force, double largest)
    : load_(force), z_(layout.zFront()), solid_(straightArrow(layout.sizes.model * (0.08 + 0.14 * force.value.norm() / largest),
                                                              0.28 * layout.sizes.halfWidth)) {}

LoadArrow::LoadArrow(const SceneLayout& layout, const ConstantTorque& torque, double largest)
    : load_(torque), z_(layout.zFront()),
      solid_(curvedArrow(2.8 * layout.sizes.halfWidth, 0.24 * layout.sizes.halfWidth, pi * (0.7 + 0.6 * std::abs(torque.value) / largest), torque.value > 0)) {}

void LoadArrow::setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses) {
  if (const auto* torque = std::get_if<ConstantTorque>(&load_)) {
    if (torque->body != kGround) solid_.placePlanar(poses[torque->body].x, poses[torque->body].y, 0, z_);
    return;
  }
  const auto& force = std::get<ConstantForce>(load_);
  const Vector2 at = placeOf(mechanism, force.at.body, localPosition(mechanism, force.at), poses);
  double angle = std::atan2(force.value.y(), force.value.x());
  if (force.bodyFixed && force.at.body != kGround) angle += poses[force.at.body].angle;
  solid_.placePlanar(at.x(), at.y(), angle, z_);
}

std::vector<LoadArrow> loadArrowsOf(const Mechanism& mechanism, const SceneLayout& layout) {
  double largestForce = 0, largestTorque = 0;
  for (const Force& force : mechanism.forces) {
    if (const auto* f = std::get_if<ConstantForce>(&force.kind)) largestForce = std::max(largestForce, f->value.norm());
    if (const auto* t = std::get_if<ConstantTorque>(&force.kind)) largestTorque = std::max(largestTorque, std::abs(t->value));
  }
  std::vector<LoadArrow> arrows;
  for (const Force& force : mechanism.forces) {
    if (const auto* f = std::get_if<ConstantForce>(&force.kind); f && f->value.norm() > 0) arrows.emplace_back(layout, *f, largestForce);
    if (const auto* t = std::get_if<ConstantTorque>(&force.kind); t && t->value != 0) arrows.emplace_back(layout, *t, largestTorque);
  }
  return arrows;
}

}  // namespace holonom

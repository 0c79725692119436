// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/load_arrow.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gui/viewport/scene/arrow_shapes.h"

namespace holonom {
using std::numbers::pi;

LoadArrow::LoadArrow(const SceneLayout& layout, const ConstantForce& force, double largest)
    : load_(force), z_(layout.zFront()), solid_(straightArrow(layout.sizes.model * (0.08 + 0.14 * force.value.norm() / largest), 0.28 * layout.sizes.halfWidth, Role::Force)) {}

LoadArrow::LoadArrow(const SceneLayout& layout, const ConstantTorque& torque, double largest)
    : load_(torque), z_(layout.zFront()),
      solid_(curvedArrow(2.8 * layout.sizes.halfWidth, 0.24 * layout.sizes.halfWidth, pi * (0.7 + 0.6 * std::abs(torque.value) / largest), torque.value > 0, Role::Torque)) {}

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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/load_arrow.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gui/viewport/scene/arrow_shapes.h"

namespace holonom {
using std::numbers::pi;

namespace {

double largestForce(const Mechanism& mechanism) {
  double largest = 0;
  for (const Force& force : mechanism.forces)
    if (const auto* f = std::get_if<ConstantForce>(&force.kind)) largest = std::max(largest, f->value.norm());
  return largest;
}

double lengthOf(double force, double largest, double model) {
  constexpr double kLongest = 1, kShortest = 0.06;
  if (largest > kForcePerLength * kLongest * model) return model * (0.08 + 0.14 * force / largest);
  return std::max(force / kForcePerLength, kShortest * model);
}

}  // namespace

double arrowLength(const Mechanism& mechanism, const ConstantForce& force, double model) {
  return lengthOf(force.value.norm(), largestForce(mechanism), model);
}

LoadArrow::LoadArrow(const SceneLayout& layout, const ConstantForce& force, double length)
    : load_(force), z_(layout.zFront()), length_(length),
      solid_(straightArrow(length, std::min(0.28 * layout.sizes.halfWidth, 0.1 * length), Role::Force)) {}

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
  const Vector2 tip = at + length_ * Vector2(std::cos(angle), std::sin(angle));
  solid_.placePlanar(tip.x(), tip.y(), angle, z_);
}

std::vector<LoadArrow> loadArrowsOf(const Mechanism& mechanism, const SceneLayout& layout) {
  const double largest = largestForce(mechanism);
  double largestTorque = 0;
  for (const Force& force : mechanism.forces)
    if (const auto* t = std::get_if<ConstantTorque>(&force.kind)) largestTorque = std::max(largestTorque, std::abs(t->value));
  std::vector<LoadArrow> arrows;
  for (const Force& force : mechanism.forces) {
    if (const auto* f = std::get_if<ConstantForce>(&force.kind); f && f->value.norm() > 0) arrows.emplace_back(layout, *f, lengthOf(f->value.norm(), largest, layout.sizes.model));
    if (const auto* t = std::get_if<ConstantTorque>(&force.kind); t && t->value != 0) arrows.emplace_back(layout, *t, largestTorque);
  }
  return arrows;
}

}  // namespace holonom

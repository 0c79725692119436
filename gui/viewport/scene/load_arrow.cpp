// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/load_arrow.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "gui/viewport/scene/arrow_shapes.h"
#include "gui/viewport/scene/spatial_shape.h"

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

bool isZero(const std::string& formula) {
  double value = 1;
  const auto [end, status] = std::from_chars(formula.data(), formula.data() + formula.size(), value);
  return status == std::errc() && end == formula.data() + formula.size() && value == 0;
}

/// With arrows in the axes in which the force is given, brought into those of the body that carries them.
template <typename PointForce>
ForceSign signIn(const Mechanism& mechanism, const PointForce& force, std::vector<Vector3> arrows) {
  if (!force.axesOf) return {force.at, force.bodyFixed ? force.at.body : kGround, std::move(arrows)};
  const Matrix3 axes = localAxes(mechanism, *force.axesOf);
  for (Vector3& arrow : arrows) arrow = Vector3(axes * arrow);
  return {force.at, force.axesOf->body, std::move(arrows)};
}

}  // namespace

std::optional<ForceSign> signOf(const Mechanism& mechanism, const Force& force, double model) {
  constexpr double kOfFormula = 0.14;
  if (const auto* constant = std::get_if<ConstantForce>(&force.kind)) {
    std::vector<Vector3> arrows;
    if (const double newtons = constant->value.norm(); newtons > 0)
      arrows = {lengthOf(newtons, largestForce(mechanism), model) * constant->value / newtons};
    return signIn(mechanism, *constant, std::move(arrows));
  }
  if (const auto* formulas = std::get_if<ForceExpression>(&force.kind)) {
    std::vector<Vector3> arrows;
    if (!isZero(formulas->x)) arrows.emplace_back(kOfFormula * model, 0, 0);
    if (!isZero(formulas->y)) arrows.emplace_back(0, kOfFormula * model, 0);
    if (!isZero(formulas->z)) arrows.emplace_back(0, 0, kOfFormula * model);
    return signIn(mechanism, *formulas, std::move(arrows));
  }
  return std::nullopt;
}

LoadArrow::LoadArrow(SolidStock& stock, const SceneLayout& layout, const ForceSign& sign,
                     const Vector3& arrow)
    : at_(sign.at), axesOf_(sign.axesOf), arrow_(arrow), z_(layout.zSign(sign.at.body)),
      solid_(stock.take(straightArrow(
          arrow.norm(), std::min(0.28 * layout.sizes.halfWidth, 0.1 * arrow.norm()), Role::Force))) {}

LoadArrow::LoadArrow(SolidStock& stock, const SceneLayout& layout, int body, double radius, double sweep,
                     const Vector3& axis)
    : at_{body, -1}, arrow_(axis), z_(layout.zSign(body)), turns_(true),
      solid_(stock.take(curvedArrow(radius, 0.24 * layout.sizes.halfWidth, sweep, turnAbout(axis).positive,
                                    Role::Torque))) {}

LoadArrow::LoadArrow(SolidStock& stock, const SceneLayout& layout, const std::pair<PointRef, PointRef>& ends,
                     const SpatialCoordinate& coordinate)
    : at_(ends.second), axesOf_(ends.first.body), turns_(coordinate.turns) {
  const double width = layout.sizes.halfWidth;
  if (turns_) {
    arrow_ = coordinate.axis;
    solid_ = stock.take(
        curvedArrow(3 * width, 0.24 * width, pi, turnAbout(coordinate.axis).positive, Role::Torque));
  } else {
    arrow_ = 5 * width * coordinate.axis;
    solid_ = stock.take(straightArrow(arrow_.norm(), 0.28 * width, Role::Force));
  }
}

void LoadArrow::setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses) {
  if (at_.point < 0) {
    if (at_.body != kGround)
      solid_.place({poses[at_.body].toGround(lifted({0, 0}, z_)), turnAbout(arrow_).axes});
    return;
  }
  const Matrix3 axes = poseOf(poses, axesOf_).rotation;
  const Vector3 from = placeOf(mechanism, at_.body, localPosition(mechanism, at_), poses);
  if (turns_) return solid_.place({from, axes * turnAbout(arrow_).axes});
  solid_.place({from + axes * (arrow_ + z_ * Vector3::UnitZ()), axes * axesAlong(arrow_)});
}

std::vector<LoadArrow> loadArrowsOf(SolidStock& stock, const Mechanism& mechanism,
                                    const SceneLayout& layout) {
  double largestTorque = 0;
  for (const Force& force : mechanism.forces)
    if (const auto* torque = std::get_if<ConstantTorque>(&force.kind))
      largestTorque = std::max(largestTorque, std::abs(torque->value));
  const auto radiusAt = [&](int body) {  // around a solid, not within
    const double around = layout.isSpatial(body) ? bobRadius(mechanism.bodies[std::size_t(body)]) : 0;
    return std::max(2.8 * layout.sizes.halfWidth, 1.2 * around);
  };
  std::vector<LoadArrow> arrows;
  for (const Force& force : mechanism.forces) {
    const auto axisOf = [inSpace = actsInSpace(mechanism, force)](const auto& torque) {
      return inSpace ? torque.axis : Vector3(0, 0, 1);
    };
    if (const auto sign = signOf(mechanism, force, layout.sizes.model))
      for (const Vector3& arrow : sign->arrows) arrows.emplace_back(stock, layout, *sign, arrow);
    if (const auto* torque = std::get_if<ConstantTorque>(&force.kind); torque && torque->value != 0)
      arrows.emplace_back(stock, layout, torque->body, radiusAt(torque->body),
                          pi * (0.7 + 0.6 * std::abs(torque->value) / largestTorque),
                          torque->value * axisOf(*torque));
    if (const auto* torque = std::get_if<TorqueExpression>(&force.kind); torque && !isZero(torque->value))
      arrows.emplace_back(stock, layout, torque->body, radiusAt(torque->body), pi, axisOf(*torque));
    if (const auto* drive = std::get_if<JointForce>(&force.kind)) {
      const Joint& joint = mechanism.joints[std::size_t(drive->joint)];
      if (const auto coordinate = spatialCoordinate(mechanism, joint, drive->coordinate))
        arrows.emplace_back(stock, layout, endsOf(joint), *coordinate);
    }
  }
  return arrows;
}

}  // namespace holonom

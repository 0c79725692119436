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

std::optional<double> numberIn(const std::string& formula) {
  double value = 0;
  const auto [end, status] = std::from_chars(formula.data(), formula.data() + formula.size(), value);
  if (status != std::errc() || end != formula.data() + formula.size()) return {};
  return value;
}

bool isZero(const std::string& formula) { return numberIn(formula) == 0; }

/// With arrows in the axes in which the load is given, brought into those of the body that carries them.
template <typename Load>
ForceSign signIn(const Mechanism& mechanism, const Load& load, PointRef at, std::vector<Vector3> arrows) {
  if (!load.axesOf) return {at, load.bodyFixed ? at.body : kGround, std::move(arrows)};
  const Matrix3 axes = localAxes(mechanism, *load.axesOf);
  for (Vector3& arrow : arrows) arrow = Vector3(axes * arrow);
  return {at, load.axesOf->body, std::move(arrows)};
}

/// Of numbers alone it has one axis, else one for each of its components.
ForceSign signOf(const Mechanism& mechanism, const Moment& moment) {
  const std::string* formulas[] = {&moment.x, &moment.y, &moment.z};
  Vector3 whole = Vector3::Zero();
  std::vector<Vector3> axes;
  bool varies = false;
  for (int k = 0; k < 3; ++k) {
    const std::optional<double> number = numberIn(*formulas[k]);
    varies |= !number;
    whole[k] = number.value_or(1);
    if (whole[k] != 0) axes.push_back(whole[k] * Vector3::Unit(k));
  }
  if (!varies && !axes.empty()) axes = {whole};
  return signIn(mechanism, moment, {moment.body, -1}, std::move(axes));
}

}  // namespace

std::optional<ForceSign> signOf(const Mechanism& mechanism, const Force& force, double model) {
  constexpr double kOfFormula = 0.14;
  if (const auto* constant = std::get_if<ConstantForce>(&force.kind)) {
    std::vector<Vector3> arrows;
    if (const double newtons = constant->value.norm(); newtons > 0)
      arrows = {lengthOf(newtons, largestForce(mechanism), model) * constant->value / newtons};
    return signIn(mechanism, *constant, constant->at, std::move(arrows));
  }
  if (const auto* formulas = std::get_if<ForceExpression>(&force.kind)) {
    std::vector<Vector3> arrows;
    if (!isZero(formulas->x)) arrows.emplace_back(kOfFormula * model, 0, 0);
    if (!isZero(formulas->y)) arrows.emplace_back(0, kOfFormula * model, 0);
    if (!isZero(formulas->z)) arrows.emplace_back(0, 0, kOfFormula * model);
    return signIn(mechanism, *formulas, formulas->at, std::move(arrows));
  }
  return std::nullopt;
}

LoadArrow::LoadArrow(SolidStock& stock, const SceneLayout& layout, const ForceSign& sign,
                     const Vector3& arrow)
    : at_(sign.at), axesOf_(sign.axesOf), arrow_(arrow), z_(layout.zSign(sign.at.body)),
      solid_(stock.take(straightArrow(
          arrow.norm(), std::min(0.28 * layout.sizes.halfWidth, 0.1 * arrow.norm()), Role::Force))) {}

LoadArrow::LoadArrow(SolidStock& stock, const SceneLayout& layout, const ForceSign& sign, const Vector3& axis,
                     double radius, double sweep)
    : at_(sign.at), axesOf_(sign.axesOf), arrow_(axis), z_(layout.zSign(sign.at.body)), turns_(true),
      solid_(stock.take(curvedArrow(radius, std::max(0.24 * layout.sizes.halfWidth, 0.04 * radius), sweep,
                                    turnAbout(axis).positive, Role::Torque))) {}

LoadArrow::LoadArrow(SolidStock& stock, const SceneLayout& layout, const std::pair<PointRef, PointRef>& ends,
                     const SpatialCoordinate& coordinate)
    : at_(ends.second), axesOf_(coordinate.bearer), turns_(coordinate.turns) {
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
  const Matrix3 axes = poseOf(poses, axesOf_).rotation;
  if (at_.point < 0) {
    if (at_.body != kGround)
      solid_.place({poses[at_.body].toGround(lifted({0, 0}, z_)), axes * turnAbout(arrow_).axes});
    return;
  }
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
  const auto radiusAt = [&](int body) {  // around a solid, not within, and not lost on a plate
    double radius = 2.8 * layout.sizes.halfWidth;
    if (!layout.isSpatial(body)) return radius;
    const Body& solid = mechanism.bodies[std::size_t(body)];
    for (const Point& point : solid.points)
      radius = std::max(radius, 0.4 * (point.position - solid.centreOfMass).norm());
    return std::max(radius, 1.2 * bobRadius(solid));
  };
  std::vector<LoadArrow> arrows;
  const auto addTorque = [&](const ForceSign& sign, const Vector3& axis, double sweep) {
    arrows.emplace_back(stock, layout, sign, axis, radiusAt(sign.at.body), sweep);
  };
  for (const Force& force : mechanism.forces) {
    const auto axisOf = [inSpace = actsInSpace(mechanism, force)](const auto& torque) {
      return inSpace ? torque.axis : Vector3(0, 0, 1);
    };
    if (const auto sign = signOf(mechanism, force, layout.sizes.model))
      for (const Vector3& arrow : sign->arrows) arrows.emplace_back(stock, layout, *sign, arrow);
    if (const auto* torque = std::get_if<ConstantTorque>(&force.kind); torque && torque->value != 0)
      addTorque({{torque->body, -1}}, torque->value * axisOf(*torque),
                pi * (0.7 + 0.6 * std::abs(torque->value) / largestTorque));
    if (const auto* torque = std::get_if<TorqueExpression>(&force.kind); torque && !isZero(torque->value))
      addTorque({{torque->body, -1}}, axisOf(*torque), pi);
    if (const auto* moment = std::get_if<Moment>(&force.kind)) {
      const ForceSign sign = signOf(mechanism, *moment);
      for (const Vector3& axis : sign.arrows) addTorque(sign, axis, 1.5 * pi);
    }
    if (const auto* drive = std::get_if<JointForce>(&force.kind)) {
      const Joint& joint = mechanism.joints[std::size_t(drive->joint)];
      if (const auto coordinate = spatialCoordinate(mechanism, joint, drive->coordinate))
        arrows.emplace_back(stock, layout, endsOf(joint), *coordinate);
    }
  }
  return arrows;
}

}  // namespace holonom

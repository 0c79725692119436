// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/turn_axes.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "core/model/mechanism.h"

namespace holonom {

TurnAxes turnAxes(const Vector3& axis, const Vector3& secondAxis) {
  const Vector3 w = axis.normalized(), f = w.unitOrthogonal(), g = w.cross(f);
  const Eigen::Quaterniond least = Eigen::Quaterniond::FromTwoVectors(w, secondAxis);
  return {w, f, g, least * f, least * g};
}

namespace {

Turn turnAbout(const Vector3& axis, const Vector3& secondAxis) {
  const TurnAxes axes = turnAxes(axis, secondAxis);
  return {false, axes.axis, axes.f, axes.second, axes.g, axes.second};
}

/// Across an axis, as near to a direction as can be.
Vector3 across(const Vector3& axis, const Vector3& direction) {
  constexpr double kParallel = 1e-6;
  const Vector3 part = direction - direction.dot(axis) * axis;
  return part.norm() > kParallel ? Vector3(part.normalized()) : Vector3(axis.unitOrthogonal());
}

/// Of the axis w₂ about w, or, seen from the second body, of w about w₂ the other way.
template <typename Crossed>
Turn turnOfCross(const Crossed& joint, int coordinate) {
  const Vector3 w = joint.axis.normalized(), second = joint.secondAxis.normalized();
  if (coordinate == 0) {
    const Vector3 f = across(w, second);
    return {false, w, f, second, w.cross(f), second};
  }
  const Vector3 f = across(second, w);
  return {true, second, w, f, w, -second.cross(f)};
}

/// A third direction, right-handed with these two at right angles.
Matrix3 axesOf(const Vector3& x, const Vector3& z) {
  Matrix3 axes;
  axes << x, z.cross(x), z;
  return axes;
}

/// Which of the Cardan angles x, y, z a coordinate is, 0 … 2; −1: none.
int cardanNumber(const Joint& joint, int coordinate) {
  if (coordinateOf(joint, coordinate) != JointCoordinate::Cardan) return -1;
  const std::vector<JointCoordinate>& all = kindOf(joint).coordinates;
  return int(std::count(all.begin(), all.begin() + coordinate, JointCoordinate::Cardan));
}

/// With R = Rx(α) Ry(β) Rz(γ) from the axes of the second body to those of the first: tan α = −R₂₃/R₃₃,
/// tan γ = −R₁₂/R₁₁.
std::optional<Turn> turnOfCardan(const CardanAxes& axes, int number) {
  const auto& [first, second] = axes;
  if (number == 1) return {};
  if (number == 0)
    return Turn{false, first.col(0), first.col(2), second.col(2), -first.col(1), second.col(2)};
  return Turn{true, second.col(2), first.col(0), second.col(0), first.col(0), -second.col(1)};
}

}  // namespace

Vector3 nextAxis(const Vector3& axis) {
  int nearest = 0;
  axis.cwiseAbs().maxCoeff(&nearest);
  return across(axis, Vector3::Unit((nearest + 1) % 3));
}

CardanAxes cardanAxes(const Mechanism& mechanism, const Joint& joint) {
  const auto [a, b] = endsOf(joint);
  if (const auto* disc = std::get_if<RollingJoint>(&joint.kind)) {
    const Vector3 normal = disc->normal.normalized(), axle = disc->axle.normalized();
    return {axesOf(normal, waysOnPlane(normal)[1]), axesOf(nextAxis(axle), axle)};
  }
  const auto* shafts = std::get_if<ConstantVelocityJoint>(&joint.kind);
  if (!shafts) return {localAxes(mechanism, a), localAxes(mechanism, b)};
  const Vector3 first = shafts->axis.normalized(), second = shafts->secondAxis.normalized();
  return {axesOf(nextAxis(first), first), axesOf(nextAxis(second), second)};
}

std::optional<Tilt> tiltOf(const Mechanism& mechanism, const Joint& joint, int coordinate) {
  if (cardanNumber(joint, coordinate) != 1) return {};
  const CardanAxes axes = cardanAxes(mechanism, joint);
  return Tilt{axes.first.col(0), axes.second.col(2)};
}

std::optional<Turn> turnOf(const Mechanism& mechanism, const Joint& joint, int coordinate) {
  const std::optional<JointCoordinate> sort = coordinateOf(joint, coordinate);
  if (sort == JointCoordinate::Cardan)
    return turnOfCardan(cardanAxes(mechanism, joint), cardanNumber(joint, coordinate));
  if (sort == JointCoordinate::Swing) {
    const Vector3 axis = axisOf(joint)->normalized(), f = nextAxis(axis);
    return Turn{false, axis, f, {}, axis.cross(f), {}, true};
  }
  if (sort != JointCoordinate::Angle) return {};
  if (const auto* hinge = std::get_if<RevoluteJoint>(&joint.kind))
    return turnAbout(hinge->hinge, hinge->secondHinge);
  if (const auto* screw = std::get_if<ScrewJoint>(&joint.kind))
    return turnAbout(screw->axis, screw->secondAxis);
  if (const auto* sleeve = std::get_if<CylindricalJoint>(&joint.kind))
    return turnAbout(sleeve->axis, sleeve->secondAxis);
  if (const auto* onPlane = std::get_if<PlanarJoint>(&joint.kind))
    return turnAbout(onPlane->axis, onPlane->secondAxis);
  if (const auto* parallel = std::get_if<ParallelAxesJoint>(&joint.kind))
    return turnAbout(parallel->axis, parallel->secondAxis);
  if (const auto* cross = std::get_if<UniversalJoint>(&joint.kind)) return turnOfCross(*cross, coordinate);
  if (const auto* crossed = std::get_if<PerpendicularAxesJoint>(&joint.kind))
    return turnOfCross(*crossed, coordinate);
  return {};
}

Vector3 secondAxisOf(const Joint& joint) {
  return std::visit(
      [](const auto& kind) -> Vector3 {
        if constexpr (requires { kind.secondHinge; }) return kind.secondHinge.normalized();
        else if constexpr (requires { kind.secondAxis; }) return kind.secondAxis.normalized();
        else return Vector3::UnitZ();
      },
      joint.kind);
}

}  // namespace holonom

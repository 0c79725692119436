// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/solids.h"

#include <numbers>

#include "core/model/centre_motion.h"

namespace holonom {
namespace {

constexpr double kPi = std::numbers::pi;

/// Of a mass point at `arm` about the origin.
Matrix3 inertiaOfPoint(double mass, const Vector3& arm) {
  return mass * (arm.squaredNorm() * Matrix3::Identity() - arm * arm.transpose());
}

}  // namespace

Solid boxOf(const Vector3& edges) {
  const Vector3 squares = edges.cwiseAbs2();
  return {edges.prod(), (Vector3::Constant(squares.sum()) - squares) / 12};
}

Solid ballOf(double radius) {
  return {4. / 3 * kPi * radius * radius * radius, Vector3::Constant(0.4 * radius * radius)};
}

Solid cylinderOf(double radius, double length, double innerRadius) {
  const double squares = radius * radius + innerRadius * innerRadius,
               across = squares / 4 + length * length / 12;
  return {kPi * (radius * radius - innerRadius * innerRadius) * length, {across, across, squares / 2}};
}

Solid coneOf(double radius, double length) {
  const double across = 0.15 * radius * radius + 0.0375 * length * length;
  return {kPi / 3 * radius * radius * length, {across, across, 0.3 * radius * radius}};
}

MassProperties massOf(const Solid& solid, double mass) {
  return {.mass = mass, .centre = {}, .tensor = Vector3(mass * solid.moments).asDiagonal()};
}

MassProperties massOf(const Body& body) { return {body.mass, body.centreOfMass, inertiaTensor(body)}; }

MassProperties placed(const MassProperties& part, const Pose& pose) {
  return {part.mass, pose.toGround(part.centre), pose.rotation * part.tensor * pose.rotation.transpose()};
}

MassProperties joined(const MassProperties& a, const MassProperties& b) {
  MassProperties both{.mass = a.mass + b.mass, .centre = {}};
  if (!(both.mass > 0)) return both;
  both.centre = (a.mass * a.centre + b.mass * b.centre) / both.mass;
  for (const MassProperties* part : {&a, &b})
    both.tensor += part->tensor + inertiaOfPoint(part->mass, part->centre - both.centre);
  return both;
}

void setMass(Body& body, const MassProperties& properties) {
  const Matrix3& J = properties.tensor;
  body.mass = properties.mass;
  body.centreOfMass = properties.centre;
  body.moments = J.diagonal();
  body.products = {J(0, 1), J(0, 2), J(1, 2)};
}

}  // namespace holonom

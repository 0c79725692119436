// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/reference_problems/heavy_top.h"
#include "core/model/centre_motion.h"

/// Mechanisms in space for tests.
namespace holonom::spatial_models {

/// About no axis in particular.
inline const Vector4 kTurn = eulerParameters(Vector3(0.7, -1.1, 0.4));

/// A bar of 1 kg per metre along its x, with the points start, end and middle, that is not the same about any
/// two axes.
inline Body barInSpace(std::string name, double length, const Vector3& from, const Vector3& turn) {
  Body body;
  body.name = std::move(name);
  body.kind = Body::Kind::Spatial;
  body.mass = length;
  const double across = length * length * length / 12;
  body.moments = {0.1 * across, across, 1.05 * across};
  body.centreOfMass = {0.5 * length, 0, 0};
  body.position = from;
  const AxisAngle initial = axisAngle(eulerParameters(turn));
  body.axis = initial.axis;
  body.angle = initial.angle;
  body.points = {{"start", {0, 0}}, {"end", {length, 0}}, {"middle", {0.5 * length, 0}}};
  return body;
}

/// The same mechanism of bodies in space: its hinges have axes along z. Only bodies, points and joints.
inline Mechanism inSpace(const Mechanism& planar) {
  Mechanism mechanism;
  mechanism.ground = planar.ground;
  mechanism.gravity = planar.gravity;
  mechanism.joints = planar.joints;
  for (Body body : planar.bodies) {
    body.kind = Body::Kind::Spatial;
    body.moments = {0.3 * body.inertia, 0.9 * body.inertia, body.inertia};
    body.spin = {0, 0, body.angularVelocity};
    mechanism.bodies.push_back(std::move(body));
  }
  return mechanism;
}

/// All of it, with the gravity, turned about the origin. Of bodies in space.
inline Mechanism turned(Mechanism mechanism, const Vector4& p) {
  const Matrix3 A = rotationMatrix(p);
  const auto turn = [&](Vector3& vector) { vector = A * vector; };
  turn(mechanism.gravity);
  for (Point& point : mechanism.ground.points) turn(point.position);
  for (Body& body : mechanism.bodies) {
    for (Vector3* vector : {&body.position, &body.velocity, &body.spin, &body.normal}) turn(*vector);
    if (!body.turns()) continue;
    const AxisAngle initial = axisAngle(composed(p, initialTurn(body)));
    body.axis = initial.axis;
    body.angle = initial.angle;
  }
  for (Joint& joint : mechanism.joints) {
    const auto [a, b] = endsOf(joint);
    const bool first = a.body == kGround, second = b.body == kGround;
    std::visit(
        [&]<typename Kind>(Kind& kind) {
          if constexpr (requires { kind.hinge; }) {
            if (first) turn(kind.hinge);
            if (second) turn(kind.secondHinge);
          }
          if constexpr (requires { kind.normal; }) turn(kind.normal);  // always of ground
          if constexpr (requires { kind.secondAxis; })
            if (second) turn(kind.secondAxis);
          if constexpr (requires { kind.axis; })
            if (std::is_same_v<Kind, KnifeEdgeJoint> ? second : first) turn(kind.axis);
          if constexpr (requires { kind.turn; }) {
            Vector4 kept = eulerParameters(kind.turn);
            if (first) kept = composed(p, kept);
            if (second) kept = composed(kept, inverse(p));
            const AxisAngle now = axisAngle(kept);
            kind.turn = now.angle * now.axis;
          }
        },
        joint.kind);
  }
  for (Force& force : mechanism.forces) {
    if (auto* push = std::get_if<ConstantForce>(&force.kind); push && !push->bodyFixed) turn(push->value);
    if (auto* torque = std::get_if<ConstantTorque>(&force.kind)) turn(torque->axis);
  }
  return mechanism;
}

/// The fast top of core/dynamics/reference_problems/heavy_top.h as a mechanism, with the same coordinates.
inline Mechanism heavyTop(const Vector3& spin = {0, HeavyTop::kSpin, HeavyTop::kPrecession}) {
  Mechanism mechanism;
  mechanism.gravity = {0, 0, -HeavyTop::kGravity};
  mechanism.ground.points = {{"O", {0, 0}}};
  Body top;
  top.name = "top";
  top.kind = Body::Kind::Spatial;
  top.mass = HeavyTop::kMass;
  top.moments = HeavyTop::inertia().diagonal();
  top.centreOfMass = {0, 1, 0};
  top.spin = spin;
  top.points = {{"support", {0, 0}}};
  mechanism.bodies = {top};
  mechanism.joints = {{"ball", SphericalJoint{{kGround, 0}, {0, 0}}}};
  return mechanism;
}

/// Two bars, the first on a ball joint, the second on a hinge along z of the first, that swing in all three
/// directions.
inline Mechanism doublePendulumInSpace() {
  Mechanism mechanism;
  mechanism.ground.points = {{"O", {0, 0}}};
  mechanism.bodies = {barInSpace("upper", 1, {0, 0}, {0, 0, 0}), barInSpace("lower", 0.8, {1, 0}, {0, 0, 0})};
  mechanism.bodies[0].spin = mechanism.bodies[1].spin = {0.5, 1.5, 0};
  mechanism.bodies[1].velocity = mechanism.bodies[0].spin.cross(Vector3(1, 0, 0));
  mechanism.joints = {{"ball", SphericalJoint{{kGround, 0}, {0, 0}}},
                      {"hinge", RevoluteJoint{{0, 1}, {1, 0}}}};
  return mechanism;
}

/// The same mechanism with Cardan angles for its rotations.
inline Mechanism byCardanAngles(Mechanism mechanism) {
  mechanism.run.rotations = Rotations::CardanAngles;
  return mechanism;
}

/// Where the centre of mass of a body is, and its Euler parameters.
inline Vector3 placeIn(const EquationsOfMotion& equations, const Vector& q, int body) {
  return equations.motionIn(body, q, Vector::Zero(q.size())).place;
}
inline Vector4 turnIn(const EquationsOfMotion& equations, const Vector& q, int body) {
  return equations.motionIn(body, q, Vector::Zero(q.size())).p;
}
/// Between two rotations, for small angles: half of it (rad). p and −p are the same.
inline double apart(const Vector4& p, const Vector4& q) { return std::min((p - q).norm(), (p + q).norm()); }

}  // namespace holonom::spatial_models

// SPDX-License-Identifier: GPL-3.0-or-later
// The model speaks of body frames, the equations of centres of mass: the initial values are moved from one to the other.
#include <cmath>

#include "core/dynamics/equations_of_motion.h"

namespace holonom {
namespace {

Vector2 turned(double angle, const Vector2& s) {
  const double c = std::cos(angle), si = std::sin(angle);
  return {c * s.x() - si * s.y(), si * s.x() + c * s.y()};
}

}  // namespace

Vector EquationsOfMotion::givenCoordinates() const {
  Vector q(n_);
  for (std::size_t i = 0; i < mechanism_.bodies.size(); ++i) {
    const Body& body = mechanism_.bodies[i];
    q.segment<2>(3 * i) = body.position + turned(body.angle, body.centreOfMass);
    q[3 * i + 2] = body.angle;
  }
  return q;
}

Vector EquationsOfMotion::givenVelocities() const {
  Vector v(n_);
  for (std::size_t i = 0; i < mechanism_.bodies.size(); ++i) {
    const Body& body = mechanism_.bodies[i];
    v.segment<2>(3 * i) = body.velocity + body.angularVelocity * perpendicular(turned(body.angle, body.centreOfMass));
    v[3 * i + 2] = body.angularVelocity;
  }
  return v;
}

Vector EquationsOfMotion::exactCoordinates() const {
  Vector flags(n_);
  for (std::size_t i = 0; i < mechanism_.bodies.size(); ++i) {
    const Exact& exact = mechanism_.bodies[i].exact;
    flags.segment<3>(3 * i) << exact.x, exact.y, exact.angle;
  }
  return flags;
}

Vector EquationsOfMotion::exactVelocities() const {
  Vector flags(n_);
  for (std::size_t i = 0; i < mechanism_.bodies.size(); ++i) {
    const Exact& exact = mechanism_.bodies[i].exact;
    flags.segment<3>(3 * i) << exact.vx, exact.vy, exact.omega;
  }
  return flags;
}

Mechanism startingAt(const EquationsOfMotion& equations, ConstVectorRef q, ConstVectorRef v) {
  Mechanism mechanism = equations.mechanism();
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
    Body& body = mechanism.bodies[i];
    body.angle = q[3 * i + 2];
    body.angularVelocity = v[3 * i + 2];
    const Vector2 arm = turned(body.angle, body.centreOfMass);
    body.position = q.segment<2>(3 * i) - arm;
    body.velocity = v.segment<2>(3 * i) - body.angularVelocity * perpendicular(arm);
  }
  return mechanism;
}

std::string EquationsOfMotion::coordinateName(int i) const {
  static constexpr const char* kSuffix[] = {".x", ".y", ".theta"};
  return mechanism_.bodies[i / 3].name + kSuffix[i % 3];
}

std::string EquationsOfMotion::constraintName(int row) const {
  for (const auto& element : constraints_)
    if (row < element.firstRow + element.law->rowCount())
      return std::string(element.isDriver ? "driver '" : "joint '") + element.law->name() +
             "': " + element.law->rowName(row - element.firstRow);
  return {};
}

}  // namespace holonom

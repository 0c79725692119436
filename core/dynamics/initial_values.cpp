// SPDX-License-Identifier: GPL-3.0-or-later
// The model speaks of body frames, the equations of centres of mass: the initial values are moved from one to
// the other.
#include <cmath>

#include "core/dynamics/equations_of_motion.h"

namespace holonom {
namespace {

Vector2 turned(double angle, const Vector2& s) {
  const double c = std::cos(angle), si = std::sin(angle);
  return {c * s.x() - si * s.y(), si * s.x() + c * s.y()};
}

std::string kindWord(PartRef::Kind kind) {
  return kind == PartRef::Kind::Joint ? "joint '" : kind == PartRef::Kind::Driver ? "driver '" : "stop '";
}

}  // namespace

Vector EquationsOfMotion::givenCoordinates() const {
  Vector q(n_);
  for (std::size_t i = 0; i < mechanism_.bodies.size(); ++i) {
    const Body& body = mechanism_.bodies[i];
    q.segment<2>(3 * i) = body.position + turned(body.angle, body.centreOfMass);
    q[3 * i + 2] = body.angle;
  }
  for (const ControlQuantity& quantity : controlQuantities(mechanism_))
    if (quantity.coordinate >= 0)
      q[quantity.coordinate] = quantity.kind == ControlQuantity::Kind::State ? quantity.initial : 0;
  return q;
}

Vector EquationsOfMotion::givenVelocities() const {
  Vector v(n_);
  for (std::size_t i = 0; i < mechanism_.bodies.size(); ++i) {
    const Body& body = mechanism_.bodies[i];
    v.segment<2>(3 * i) =
        body.velocity + body.angularVelocity * perpendicular(turned(body.angle, body.centreOfMass));
    v[3 * i + 2] = body.angularVelocity;
  }
  for (const ControlQuantity& quantity : controlQuantities(mechanism_))
    if (quantity.coordinate >= 0)
      v[quantity.coordinate] = quantity.kind == ControlQuantity::Kind::Variable ? quantity.initial : 0;
  return v;
}

Vector EquationsOfMotion::exactCoordinates() const {
  Vector flags(n_);
  for (std::size_t i = 0; i < mechanism_.bodies.size(); ++i) {
    const Exact& exact = mechanism_.bodies[i].exact;
    flags.segment<3>(3 * i) << exact.x, exact.y, exact.angle;
  }
  flags.tail(n_ - bodyCoordinates_).setOnes();
  return flags;
}

Vector EquationsOfMotion::exactVelocities() const {
  Vector flags(n_);
  for (std::size_t i = 0; i < mechanism_.bodies.size(); ++i) {
    const Exact& exact = mechanism_.bodies[i].exact;
    flags.segment<3>(3 * i) << exact.vx, exact.vy, exact.omega;
  }
  flags.tail(n_ - bodyCoordinates_).setZero();
  return flags;
}

Mechanism EquationsOfMotion::startingAt(ConstVectorRef q, ConstVectorRef v) const {
  Mechanism mechanism = mechanism_;
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
    Body& body = mechanism.bodies[i];
    body.angle = q[3 * i + 2];
    body.angularVelocity = v[3 * i + 2];
    const Vector2 arm = turned(body.angle, body.centreOfMass);
    body.position = q.segment<2>(3 * i) - arm;
    body.velocity = v.segment<2>(3 * i) - body.angularVelocity * perpendicular(arm);
  }
  int coordinate = 3 * static_cast<int>(mechanism.bodies.size());
  for (Controller& controller : mechanism.controllers) {
    // assembly does not move states
    coordinate += static_cast<int>(lawOf(mechanism, controller).states.size());
    if (auto* law = std::get_if<ControlLaw>(&controller.kind))
      for (ControlVariable& variable : law->variables) variable.initial = v[coordinate++];
  }
  return mechanism;
}

std::string EquationsOfMotion::coordinateName(int i) const {
  static constexpr const char* kSuffix[] = {".x", ".y", ".theta"};
  if (i >= bodyCoordinates_) return controls_->name(i - bodyCoordinates_);
  return mechanism_.bodies[i / 3].name + kSuffix[i % 3];
}

std::string EquationsOfMotion::constraintName(int row) const {
  for (const auto& element : constraints_)
    for (int k = 0; k < element.law->rowCount(); ++k)
      if (element.row(k) == row)
        return kindWord(element.part.kind) + element.law->name() + "': " + element.law->rowName(k);
  if (isControlRow(row)) {
    const std::string& symbol = controls_->name(row - (m_ - controls_->count()));
    const auto dot = symbol.find('.');
    return "controller '" + symbol.substr(0, dot) + "': " + symbol.substr(dot + 1);
  }
  return {};
}

}  // namespace holonom

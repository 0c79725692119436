// SPDX-License-Identifier: GPL-3.0-or-later
// Start values, energies, names and symbols of mechanisms with flexible bodies.
#include <algorithm>

#include "core/dynamics/flexible/flexible_equations.h"

namespace holonom {

Vector FlexibleEquations::givenCoordinates() const {
  Vector q = Vector::Zero(n_);
  q.head(rigid_) = inner_.givenCoordinates().head(rigid_);
  q.tail(controls_) = inner_.givenCoordinates().tail(controls_);
  for (const Beam& beam : beams_) {
    const std::vector<double>& given = mechanism_.bodies[beam.body].flexible->displacements;
    std::copy(given.begin(), given.end(), q.data() + beam.first);
  }
  return q;
}

Vector FlexibleEquations::givenVelocities() const {
  Vector v = Vector::Zero(n_);
  v.head(rigid_) = inner_.givenVelocities().head(rigid_);
  v.tail(controls_) = inner_.givenVelocities().tail(controls_);
  for (const Beam& beam : beams_) {
    const std::vector<double>& given = mechanism_.bodies[beam.body].flexible->rates;
    std::copy(given.begin(), given.end(), v.data() + beam.first);
  }
  return v;
}

/// Bodies start in the shape and with the rates that the model gives, or at rest in their own shape: gaps are
/// closed by moving them, and bend them only where nothing else can.
Vector FlexibleEquations::exactCoordinates() const {
  Vector flags = Vector::Zero(n_);
  flags.head(rigid_) = inner_.exactCoordinates().head(rigid_);
  flags.tail(controls_) = inner_.exactCoordinates().tail(controls_);
  flags.segment(places_.elastics().first, places_.elastics().count).setOnes();
  return flags;
}

Vector FlexibleEquations::exactVelocities() const {
  Vector flags = Vector::Zero(n_);
  flags.head(rigid_) = inner_.exactVelocities().head(rigid_);
  flags.tail(controls_) = inner_.exactVelocities().tail(controls_);
  flags.segment(places_.elastics().first, places_.elastics().count).setOnes();
  return flags;
}

Mechanism FlexibleEquations::startingAt(ConstVectorRef q, ConstVectorRef v) const {
  Vector u = inner_.givenCoordinates(), rate = inner_.givenVelocities();
  u.head(rigid_) = q.head(rigid_);
  rate.head(rigid_) = v.head(rigid_);
  u.tail(controls_) = q.tail(controls_);
  rate.tail(controls_) = v.tail(controls_);
  const Mechanism moved = inner_.startingAt(u, rate);
  Mechanism mechanism = mechanism_;
  mechanism.controllers = moved.controllers;
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
    Body& body = mechanism.bodies[i];
    body.position = moved.bodies[i].position;
    body.angle = moved.bodies[i].angle;
    body.velocity = moved.bodies[i].velocity;
    body.angularVelocity = moved.bodies[i].angularVelocity;
  }
  for (const Beam& beam : beams_) {
    FlexibleBeam& flexible = *mechanism.bodies[beam.body].flexible;
    flexible.displacements.assign(q.data() + beam.first, q.data() + beam.first + beam.law.elasticCount());
    flexible.rates.assign(v.data() + beam.first, v.data() + beam.first + beam.law.elasticCount());
  }
  return mechanism;
}

double FlexibleEquations::kineticEnergy() const {
  double energy = inner_.kineticEnergy();
  for (const Beam& beam : beams_) energy += beam.law.kineticEnergy();
  return energy;
}

double FlexibleEquations::potentialEnergy() const {
  double energy = inner_.potentialEnergy();
  for (const Beam& beam : beams_) energy += beam.law.potentialEnergy();
  return energy;
}

double FlexibleEquations::dissipatedPower() const {
  double power = inner_.dissipatedPower();
  for (const Beam& beam : beams_) power += beam.law.dissipatedPower();
  return power;
}

const State& FlexibleEquations::seenByBodies(const State& state) {
  moveTo(state.t, state.q, state.v);
  setAccelerations(state.a);
  seen_.t = state.t;
  seen_.q = u_;
  seen_.v = uRate_;
  seen_.a = uAcceleration_;
  seen_.lambda = state.lambda;
  return seen_;
}

std::string FlexibleEquations::coordinateName(int i) const { return places_.nameOf(mechanism_, i); }

/// rod.q1, rod.vq1, rod.aq1: elastic coordinates; rod.A.deflection: of a point across the chord, m.
MechanismEquations::StateReader FlexibleEquations::readerOf(const std::string& symbol) const {
  for (int i = places_.elastics().first; i < places_.elastics().end(); ++i) {
    const std::string name = coordinateName(i);
    const std::size_t dot = name.rfind('.') + 1;
    if (symbol == name) return [i](const State& state) { return state.q[i]; };
    if (symbol == name.substr(0, dot) + "v" + name.substr(dot))
      return [i](const State& state) { return state.v[i]; };
    if (symbol == name.substr(0, dot) + "a" + name.substr(dot))
      return [i](const State& state) { return state.a[i]; };
  }
  for (const MarkerMap& map : maps_) {
    const Body& body = mechanism_.bodies[map.marker.body];
    if (symbol != body.name + "." + body.points[map.marker.point].name + ".deflection") continue;
    const Vector2 across = perpendicular(beamAxis(body).direction);
    return [this, &map, across](const State& state) { return across.dot(elasticArm(map, state.q)); };
  }
  return {};
}

std::unique_ptr<MechanismEquations> makeEquations(const Mechanism& mechanism, bool freeHands) {
  if (hasFlexibleBodies(mechanism)) return std::make_unique<FlexibleEquations>(mechanism, freeHands);
  return std::make_unique<EquationsOfMotion>(mechanism, freeHands);
}

}  // namespace holonom

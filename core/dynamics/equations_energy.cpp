// SPDX-License-Identifier: GPL-3.0-or-later
// Energies, powers and present sizes of forces: what is shown and balanced, not integrated.
#include "core/dynamics/equations_of_motion.h"

namespace holonom {

double EquationsOfMotion::kineticEnergy() const {
  double energy = 0;
  for (std::size_t i = 0; i < at_.bodies.size(); ++i) {
    const Body& body = mechanism_.bodies[i];
    energy += 0.5 * body.mass * at_.bodies[i].v.squaredNorm() +
              0.5 * body.inertia * at_.bodies[i].omega * at_.bodies[i].omega;
  }
  return energy;
}

double EquationsOfMotion::potentialEnergy() const {
  double energy = 0;
  for (std::size_t i = 0; i < at_.bodies.size(); ++i)
    energy -= mechanism_.bodies[i].mass * mechanism_.gravity.dot(at_.bodies[i].r);
  for (const auto& element : forces_) energy += element.law->potentialEnergy(pairOf(*element.law));
  return energy;
}

double EquationsOfMotion::dissipatedPower() const {
  double power = 0;
  for (const auto& element : forces_) power += element.law->dissipatedPower(pairOf(*element.law));
  return power;
}

double EquationsOfMotion::suppliedPower() const {
  double power = 0;
  for (const auto& element : forces_) power += element.law->suppliedPower(pairOf(*element.law));
  for (const auto& law : expressionForces_)
    if (law) power += law->power(at_);
  for (const HandElement& hand : hands_) power += hand.law.power(at_);
  return power;
}

double EquationsOfMotion::forceSize(int force, int component) const {
  for (const HandElement& hand : hands_)
    if (hand.force == force) return hand.law.size(at_, component);
  return expressionForces_[force] ? expressionForces_[force]->size(at_, component) : 0;
}

}  // namespace holonom

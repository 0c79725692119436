// SPDX-License-Identifier: GPL-3.0-or-later
// Energies, powers and present sizes of forces: what is shown and balanced, not integrated.
#include "core/dynamics/equations_of_motion.h"

namespace holonom {

double EquationsOfMotion::kineticEnergy() const {
  const int n = places_.frames().count;
  double energy = 0.5 * mass_.head(n).dot(at_.v.head(n).cwiseAbs2());
  for (const BodyElement& element : bodies_) energy += element.law->kineticEnergy();
  return energy;
}

double EquationsOfMotion::potentialEnergy() const {
  const int n = places_.frames().count;
  double energy = heldPotential_ - weight_.head(n).dot(at_.q.head(n));
  planar_.addPotentialEnergy(energy);
  spatial_.addPotentialEnergy(energy);
  for (const BodyElement& element : bodies_) energy += element.law->potentialEnergy();
  return energy;
}

double EquationsOfMotion::dissipatedPower() const {
  double power = 0;
  planar_.addDissipatedPower(power);
  spatial_.addDissipatedPower(power);
  for (const BodyElement& element : bodies_) power += element.law->dissipatedPower();
  return power;
}

double EquationsOfMotion::suppliedPower() const {
  double power = 0;
  planar_.addSuppliedPower(power);
  spatial_.addSuppliedPower(power);
  for (const auto& law : expressionForces_)
    if (law) power += law->power(at_);
  for (const HandElement& hand : hands_) power += hand.law.power(at_);
  return power;
}

double EquationsOfMotion::suppliedPower(int force) const {
  for (const HandElement& hand : hands_)
    if (hand.force == force) return hand.law.power(at_);
  if (expressionForces_[force]) return expressionForces_[force]->power(at_);
  const auto inSet = [&](const auto& set) {
    for (const auto& element : set.forceElements())
      if (element.number == force) return element.law->suppliedPower(element.map.pair(at_));
    return 0.0;
  };
  return inSet(planar_) + inSet(spatial_);
}

double EquationsOfMotion::forceSize(int force, int k) const {
  for (const HandElement& hand : hands_)
    if (hand.force == force) return hand.law.size(at_, k);
  if (expressionForces_[force]) return expressionForces_[force]->size(at_, k);
  for (const ForceElement<Space>& element : spatial_.forceElements())
    if (element.number == force) return element.law->size(element.map.pair(at_), k);
  return 0;
}

}  // namespace holonom

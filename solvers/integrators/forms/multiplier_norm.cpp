// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/forms/multiplier_norm.h"

#include <algorithm>
#include <cmath>

namespace holonom {

MultiplierNorm::MultiplierNorm(const IndexForm& form) : form_(form), change_(form.n()), force_(form.n()) {
  const SparsePattern& mass = form.balance().system().massPattern();
  for (int i = 0; i < form.n(); ++i) massSlots_.push_back(mass.slot(i, i));
}

/// Forces are compared by their power at velocities of one tolerance, which is the same in all units.
double MultiplierNorm::operator()(ConstVectorRef scaledChange, const ErrorWeights& weights) {
  // of the force; smaller changes can be rounding, at tight tolerances of index 3
  constexpr double kSettled = 0.03;
  constexpr double kWeight = 0.3;      // a larger change counts a multiple of the tolerance of the iteration
  constexpr double kNegligible = 0.1;  // of a tolerance, that a velocity is changed by in a step
  constexpr double kUsualRate = 0.1, kLeft = 3e-3;  // of the force, by which it may be off still
  if (form_.m() == 0) return 0;
  const Balance& balance = form_.balance();
  change_.setZero();
  force_.setZero();
  balance.addConstraintForce(scaledChange, change_);
  balance.addConstraintForce(form_.iterate().lambda, force_);
  double change = 0, force = 0, negligible = 0;
  for (int i = 0; i < form_.n(); ++i) {
    const double tolerance = 1 / weights.velocityWeight(i);
    change = std::max(change, tolerance * std::abs(change_[i]) / form_.scales().balance());
    force = std::max(force, tolerance * std::abs(force_[i]));
    const int slot = massSlots_[static_cast<std::size_t>(i)];
    if (slot < 0) continue;
    const double mass = std::abs(balance.mass()[slot]);
    negligible = std::max(negligible, kNegligible * mass * tolerance * tolerance / form_.scales().rate);
  }
  const double part = change > 0 ? change / (force + negligible) : 0;
  const double rate = part < part_ ? part / part_ : kUsualRate;
  hasSettled_ = rate / (1 - rate) * part < kLeft;
  part_ = part;
  return part > kSettled ? kWeight * part : 0;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/nonlinear/quasi_newton.h"

#include <algorithm>
#include <cmath>

namespace holonom {

NewtonOutcome QuasiNewton::solve(NewtonSystem& system, bool needJacobian, double relaxation, double knownRate,
                                 double aim) {
  NewtonOutcome outcome;
  int uses = 0;
  double oldNorm = 0;
  waits_ = false;
  Next next = needJacobian ? Next::Renew : Next::GoOn;
  outcome.rate = needJacobian || knownRate == 0
                     ? 0
                     : std::max(settings_.carriedGrowth * knownRate, settings_.carriedFloor);
  while (next != Next::Stop && outcome.iterations < settings_.maxIterations) {
    if (next == Next::Renew || settings_.renewEachIteration) {
      if (!renewJacobian(system, outcome)) return outcome;
      uses = 0;
      relaxation = 1;
    }
    system.residual(delta_);
    delta_ *= -relaxation;
    system.solve(delta_);
    system.update(delta_);
    ++outcome.iterations;
    ++uses;
    const double norm = system.norm(delta_);
    const bool settled = uses >= settings_.usesPerJacobian || system.hasSettled();
    next = judge(norm, oldNorm, uses, aim, settled, outcome);
    oldNorm = norm;
  }
  return outcome;
}

/// False: there is no further one, and the status says why.
bool QuasiNewton::renewJacobian(NewtonSystem& system, NewtonOutcome& outcome) {
  if (!settings_.renewEachIteration && outcome.jacobians == settings_.maxJacobians) return false;
  if (!system.renewJacobian()) {
    system.residual(delta_);  // a force that is not a number makes no matrix either
    outcome.status = delta_.allFinite() ? NewtonStatus::Singular : NewtonStatus::NotFinite;
    return false;
  }
  ++outcome.jacobians;
  return true;
}

/// What the size of an update, the `uses`-th with its matrix, and of the one before say.
QuasiNewton::Next QuasiNewton::judge(double norm, double oldNorm, int uses, double aim, bool settled,
                                     NewtonOutcome& outcome) {
  const auto end = [&outcome](NewtonStatus status) {
    outcome.status = status;
    return Next::Stop;
  };
  if (!std::isfinite(norm)) return end(NewtonStatus::NotFinite);
  if (norm < aim * settings_.tightTolerance) return end(NewtonStatus::Converged);
  if (outcome.iterations == 1) {
    // A rate seen with the same factorisation just before tells enough to stop after a single iteration.
    const bool known = outcome.rate > 0 && outcome.rate < 0.5;
    waits_ = known && converged(norm, outcome.rate, aim);
    return waits_ && settled ? end(NewtonStatus::Converged) : Next::GoOn;
  }
  if (uses == 1) {
    outcome.rate = 0;
    return Next::GoOn;
  }
  if (norm > settings_.slowRate * oldNorm) {
    if (waits_ || oldNorm < settings_.tightTolerance)
      return end(NewtonStatus::Converged);  // rounding is all that is left
    outcome.status = norm > 2 * oldNorm ? NewtonStatus::Diverged : NewtonStatus::Slow;
    return Next::Renew;
  }
  outcome.rate = std::max(0.5 * outcome.rate, norm / oldNorm);
  waits_ = converged(norm, outcome.rate, aim);
  if (settled && waits_) return end(NewtonStatus::Converged);
  const double predicted =
      outcome.rate / (1 - outcome.rate) * norm * std::pow(outcome.rate, settings_.usesPerJacobian - uses);
  return uses >= settings_.usesPerJacobian || predicted > 0.5 ? Next::Renew : Next::GoOn;
}

}  // namespace holonom

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
  bool renew = needJacobian;
  outcome.rate =
      renew || knownRate == 0 ? 0 : std::max(settings_.carriedGrowth * knownRate, settings_.carriedFloor);
  while (outcome.iterations < settings_.maxIterations) {
    if (renew || settings_.renewEachIteration) {
      if (!settings_.renewEachIteration && outcome.jacobians == settings_.maxJacobians) return outcome;
      if (!system.renewJacobian()) {
        system.residual(delta_);  // a force that is not a number makes no matrix either
        outcome.status = delta_.allFinite() ? NewtonStatus::Singular : NewtonStatus::NotFinite;
        return outcome;
      }
      ++outcome.jacobians;
      uses = 0;
      relaxation = 1;
      renew = false;
    }
    system.residual(delta_);
    delta_ *= -relaxation;
    system.solve(delta_);
    system.update(delta_);
    ++outcome.iterations;
    ++uses;
    const double norm = system.norm(delta_);
    if (!std::isfinite(norm)) {
      outcome.status = NewtonStatus::NotFinite;
      return outcome;
    }
    if (norm < aim * settings_.tightTolerance) {
      outcome.status = NewtonStatus::Converged;
      return outcome;
    }
    if (outcome.iterations == 1) {
      // A rate seen with the same factorisation just before tells enough to stop after a single iteration.
      if (outcome.rate > 0 && outcome.rate < 0.5 && converged(norm, outcome.rate, aim)) {
        outcome.status = NewtonStatus::Converged;
        return outcome;
      }
    } else if (uses == 1) {
      outcome.rate = 0;
    } else if (norm > settings_.slowRate * oldNorm) {
      if (oldNorm < settings_.tightTolerance) {  // rounding is all that is left
        outcome.status = NewtonStatus::Converged;
        return outcome;
      }
      outcome.status = norm > 2 * oldNorm ? NewtonStatus::Diverged : NewtonStatus::Slow;
      renew = true;
    } else {
      outcome.rate = std::max(0.5 * outcome.rate, norm / oldNorm);
      if (converged(norm, outcome.rate, aim)) {
        outcome.status = NewtonStatus::Converged;
        return outcome;
      }
      const double predicted =
          outcome.rate / (1 - outcome.rate) * norm * std::pow(outcome.rate, settings_.usesPerJacobian - uses);
      renew = uses >= settings_.usesPerJacobian || predicted > 0.5;
    }
    oldNorm = norm;
  }
  return outcome;
}

}  // namespace holonom

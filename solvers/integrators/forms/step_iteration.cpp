// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/forms/step_iteration.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solvers/integrators/forms/newton_blame.h"
#include "solvers/integrators/forms/newton_status.h"

namespace holonom {

StepIteration::StepIteration(IndexForm& form, const IntegratorSettings& settings, Norm norm, double tolerance)
    : form_(form), norm_(std::move(norm)), newton_(form.layout().size, newtonSettings(settings, tolerance)),
      reuses_(settings.reuseJacobian) {}

/// In the scaling of the forms the step stands only beside stiffness, damping and the changes of C_q; a
/// moderate change of it leaves the factorisation good. Criterion of 000 §5.1 with ν = 1.
bool StepIteration::reusable() const {
  if (!reuses_ || jacobianRate_ == 0 || ownMatrices_ > 0) return false;
  const double ratio = form_.scales().rate / jacobianRate_;
  return rate_ * ratio + std::abs(ratio - 1) < 1.0 / 3;
}

bool StepIteration::renewJacobian() {
  form_.renewMatrix();
  const bool regular = form_.factorize();
  jacobianRate_ = regular ? form_.scales().rate : 0;
  served_ = false;
  return regular;
}

/// A matrix that already the next step has to replace costs that step iterations in vain, and it is replaced
/// there at an end from which the step after that has moved on again: so with index 3, whose positions see
/// C_q, and where slender bodies turn far in a step. The next step then begins with a matrix of its own; each
/// time that trying the older again fails, twice as many do.
void StepIteration::judgeReuse(bool reused, bool servedBefore, int jacobians) {
  constexpr int kMost = 8;
  if (!reused) {
    ownMatrices_ = std::max(0, ownMatrices_ - 1);
  } else if (jacobians == 0) {
    nextOwn_ = 1;
  } else if (!servedBefore) {
    ownMatrices_ = nextOwn_;
    nextOwn_ = std::min(2 * nextOwn_, kMost);
  }
}

/// Of a step that something else keeps smaller than planned, and whose error is a small part of the
/// tolerance: what the iteration leaves undone must be small beside that error, not beside the tolerance.
/// There are more such steps, and accelerations and multipliers carry it divided by their h or h²; what they
/// carry looks like an error in turn, so that more than this part would keep itself alive. Planned steps have
/// larger errors.
double StepIteration::aimFor(double h) const {
  constexpr double kSmall = 0.05, kLeast = 1e-9;
  return isLimited(h) && error_ < kSmall ? std::max(error_, kLeast) : 1;
}

Attempt StepIteration::solve(double h, const ErrorWeights& weights, const Vector& lambda0) {
  Attempt attempt;
  attempt.reused = reusable();
  const bool servedBefore = std::exchange(served_, true);
  const NewtonOutcome outcome = newton_.solve(*this, !attempt.reused, 1, rate_, aimFor(h));
  form_.balance().work().newtonIterations += outcome.iterations;
  attempt.newtonIterations = outcome.iterations;
  attempt.jacobians = outcome.jacobians;
  attempt.status = statusOf(outcome.status);
  attempt.rate = observedRate(outcome);
  judgeReuse(attempt.reused, servedBefore, outcome.jacobians);
  rate_ = outcome.rate;
  if (attempt.status == AttemptStatus::Success) return attempt;
  forgetMatrix();
  if (ranAway(outcome.status))
    blame(form_.balance(), weights, form_.u(), lambda0, form_.iterate().lambda, form_.scales().balance(),
          attempt);
  return attempt;
}

}  // namespace holonom

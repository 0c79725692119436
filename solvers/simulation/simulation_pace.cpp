// SPDX-License-Identifier: GPL-3.0-or-later
// When a run does not get anywhere any more.
#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_sizes.h"
#include "solvers/integrators/explicit_method.h"
#include "solvers/integrators/spectral_radius.h"
#include "solvers/simulation/simulation.h"

namespace holonom {
namespace {

constexpr double kHopelessSteps = 2e6;  // still to do, with steps that stability limits
constexpr long kStepsOfACreep = 1000;
constexpr double kEvaluationsOfALook = 1e5;  // or after these, where a step takes many
constexpr double kStepsBeyondReach = 1e15;   // still to do, at the present pace
// still to do, when kFailing of them need a second try because the first had no solution
constexpr double kFailingSteps = 1e5;
constexpr double kFailing = 0.4;
constexpr double kHardlyMoved = 1e-2;    // radians, or parts of the model, in such a row of steps
constexpr double kHopelessGrowth = 1e6;  // of a state of a controller before the end, times itself
// still to do, when a stabilisation that the user chose limits the steps
constexpr double kImposedEvaluations = 1e6;

}  // namespace

/// Stability limits the steps, and too many of them are left.
bool Simulation::hopelesslyStiff() const {
  return integrator_->stiffSince() && (options_.endTime - state_.t) > kHopelessSteps * usual_;
}

/// Whether an explicit method makes steps of this size because of the largest eigenvalue of the equations:
/// one that hides it from the detector of the method, since its steps vary in size and order.
bool Simulation::limitedByStability(double h) {
  constexpr double kOfBorder = 0.5;  // h |λ|
  if (!dynamic_cast<const ExplicitMethod*>(integrator_.get())) return false;
  const Eigen::Index n = state_.q.size();
  State at = integrator_->state();
  const Vector lambda = at.lambda;
  Vector y(2 * n), f(2 * n), scale(2 * n);
  const double time = system_.timeScale();
  y << at.q, at.v;
  scale << scale_, scale_ / time;
  const auto rate = [&](const Vector& from, Vector& out) {
    at.q = from.head(n);
    at.v = from.tail(n);
    at.lambda = lambda;
    if (!solveAccelerations(*integrated_, at)) return false;
    out << at.v, at.a;
    return true;
  };
  const auto norm = [&](const Vector& x) { return x.cwiseQuotient(scale).cwiseAbs().maxCoeff(); };
  if (!rate(y, f)) return false;
  SpectralRadius radius(static_cast<int>(2 * n));
  radius.start(scale);
  const auto found = radius.estimate(y, f, 1, rate, norm);
  return found && *found * h > kOfBorder;
}

/// Looks at steps in rows of kStepsOfACreep: so small that the end is out of reach for any machine; or far
/// from the end while the equations of every other step cannot be solved; or as short as a stabilisation asks
/// for that the user has made too fast, or as stability does.
Simulation::Pace Simulation::pace() {
  const double evaluations = static_cast<double>(counts_.residuals - creepingCounts_.residuals);
  if (counts_.steps < creepingSince_ + kStepsOfACreep && evaluations < kEvaluationsOfALook) return Pace::Fine;
  const double steps = static_cast<double>(counts_.steps - creepingSince_);
  const double way = scaledSize(state_.q - creepingPositions_, scale_);
  creepingPositions_ = state_.q;
  const double progress = state_.t - creepingFrom_, toGo = options_.endTime - state_.t;
  const long failed = counts_.rejected - counts_.rejectedByCause[static_cast<int>(RejectionCause::ErrorTest)];
  const long failedBefore =
      creepingCounts_.rejected - creepingCounts_.rejectedByCause[static_cast<int>(RejectionCause::ErrorTest)];
  creepingSince_ = counts_.steps;
  creepingFrom_ = state_.t;
  creepingCounts_ = counts_;
  if (toGo * steps > kStepsBeyondReach * progress || explodingControl(kHopelessGrowth) >= 0)
    return Pace::Creeping;
  if (failed - failedBefore > kFailing * steps && toGo * steps > kFailingSteps * progress)
    return Pace::Failing;
  if (way < kHardlyMoved && toGo * steps > kHopelessSteps * progress && limitedByStability(progress / steps))
    return Pace::Stiff;
  const bool imposed = integrator_->imposedRate() * progress > 0.5 * steps;  // of its time constant per step
  return imposed && toGo * evaluations > kImposedEvaluations * progress ? Pace::Imposed : Pace::Fine;
}

bool Simulation::endsForPace() {
  const Pace found = pace();
  if (found == Pace::Fine) return false;
  if (found == Pace::Imposed) {
    finish(Termination::StepTooSmall, describeImposed());
    return true;
  }
  if (found == Pace::Stiff) {
    finish(Termination::StepTooSmall, describeStiff());
    return true;
  }
  guard_.examine(state_);
  const bool locked = guard_.closeness() < kLocked;
  finish(locked ? Termination::Locked : Termination::StepTooSmall,
         locked ? describeLock() : describeCreeping());
  return true;
}

}  // namespace holonom

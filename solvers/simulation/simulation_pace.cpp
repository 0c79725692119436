// SPDX-License-Identifier: GPL-3.0-or-later
// When a run does not get anywhere any more.
#include "solvers/simulation/simulation.h"

namespace holonom {
namespace {

constexpr double kHopelessSteps = 2e6;  // still to do, with steps that stability limits
constexpr long kStepsOfACreep = 1000;
constexpr double kEvaluationsOfALook = 1e5;  // or after these, where a step takes many
constexpr double kStepsBeyondReach = 1e15;  // still to do, at the present pace
constexpr double kFailingSteps = 1e5;       // still to do, when kFailing of them need a second try because the first had no solution
constexpr double kFailing = 0.4;
constexpr double kHopelessGrowth = 1e6;  // of a state of a controller before the end, times itself
constexpr double kImposedEvaluations = 1e6;  // still to do, when a stabilisation that the user chose limits the steps

}  // namespace

/// Stability limits the steps, and too many of them are left.
bool Simulation::hopelesslyStiff() const {
  return integrator_->stiffSince() && (options_.endTime - state_.t) > kHopelessSteps * record_.h;
}

/// Looks at steps in rows of kStepsOfACreep: so small that the end is out of reach for any machine; or far from the end while
/// the equations of every other step cannot be solved; or as short as a stabilisation asks for that the user has made too fast.
Simulation::Pace Simulation::pace() {
  const double evaluations = static_cast<double>(counts_.residuals - creepingCounts_.residuals);
  if (counts_.steps < creepingSince_ + kStepsOfACreep && evaluations < kEvaluationsOfALook) return Pace::Fine;
  const double steps = static_cast<double>(counts_.steps - creepingSince_);
  const double progress = state_.t - creepingFrom_, toGo = options_.endTime - state_.t;
  const long failed = counts_.rejected - counts_.rejectedByCause[static_cast<int>(RejectionCause::ErrorTest)];
  const long failedBefore =
      creepingCounts_.rejected - creepingCounts_.rejectedByCause[static_cast<int>(RejectionCause::ErrorTest)];
  creepingSince_ = counts_.steps;
  creepingFrom_ = state_.t;
  creepingCounts_ = counts_;
  if (toGo * steps > kStepsBeyondReach * progress || explodingControl(kHopelessGrowth) >= 0) return Pace::Creeping;
  if (failed - failedBefore > kFailing * steps && toGo * steps > kFailingSteps * progress) return Pace::Failing;
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
  guard_.examine(state_);
  const bool locked = guard_.closeness() < kLocked;
  finish(locked ? Termination::Locked : Termination::StepTooSmall, locked ? describeLock() : describeCreeping());
  return true;
}

}  // namespace holonom

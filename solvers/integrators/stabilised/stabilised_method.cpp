// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/stabilised/stabilised_method.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "solvers/integrators/hermite.h"

namespace holonom {
namespace {

constexpr int kEstimateEvery = 25;  // accepted steps
// χ over the largest eigenvalue: deviations fade faster than anything moves
constexpr double kAbove = 4;
constexpr double kSafety = 1.2;          // on an estimate that comes from below
constexpr double kSlowestFading = 0.05;  // χ h at least

}  // namespace

StabilisedMethod::StabilisedMethod(DaeSystem& system, const IntegratorSettings& settings, Work& work,
                                   int order, int errorOrder)
    : equations_(system, work), weights_(system, settings.rtol, settings.atol), power_(2 * n()),
      control_{.exponent = 1.0 * errorOrder, .beta = 0, .safety = 0.8, .smallest = 0.1, .largest = 5},
      scale_(stateScales(system)), error_(2 * n()), denseRate_(2 * n()), work_(work), rtol_(settings.rtol),
      givenPenalty_(settings.penalty), order_(order) {
  for (Vector* y : {&y0_, &f0_, &y1_, &f1_}) *y = Vector::Zero(2 * n());
}

void StabilisedMethod::start(const State& state, double) {
  begin();
  state_ = trial_ = previous_ = state;
  weights_.start(state.q, state.v);
  power_.start(scale_);
  stiffness_.start();
  known_ = rejected_ = limited_ = false;
  radius_ = 0;
  equations_.setPenalty(0);
}

/// ρ and χ for the next steps, and f0 at the present state with this χ.
bool StabilisedMethod::refresh(double h) {
  y0_ << state_.q, state_.v;
  const double former = equations_.penalty();
  equations_.setPenalty(0);
  if (equations_.rate(state_.t, y0_, f0_) != AttemptStatus::Success) return false;
  const auto found = power_.estimate(
      y0_, f0_, rtol_,
      [&](const Vector& y, Vector& f) { return equations_.rate(state_.t, y, f) == AttemptStatus::Success; },
      [&](const Vector& x) { return weights_.stateNorm(x); });
  if (!found) return false;
  radius_ = kSafety * *found;
  const double wanted = givenPenalty_ > 0 ? givenPenalty_ : std::max(kAbove * radius_, kSlowestFading / h);
  const bool keep = former >= 0.5 * wanted && former <= 2 * wanted && givenPenalty_ == 0;
  equations_.setPenalty(equations_.m() == 0 ? 0 : keep ? former : wanted);
  known_ = true;
  age_ = 0;
  return equations_.penalty() == 0 || equations_.rate(state_.t, y0_, f0_) == AttemptStatus::Success;
}

/// The penalty of tiny first steps is that of fading in them; in long ones it makes the equations stiff.
bool StabilisedMethod::hasOutgrownPenalty(double h) const {
  constexpr double kFaded = 1;
  return !dampsAllStages() && givenPenalty_ == 0 && equations_.penalty() > 2 * kAbove * radius_ &&
         equations_.penalty() * h > kFaded;
}

int StabilisedMethod::stagesFor(double z) const {
  int stages = fewestStages();
  // The interval grows with the square: a guess from the first one, then the few that are missing.
  stages = std::max(stages, static_cast<int>(stages * std::sqrt(z / stabilityInterval(stages))) - 1);
  while (stages <= kMostStages && stabilityInterval(stages) < z) ++stages;
  return stages;
}

double StabilisedMethod::longestStep() const {
  return stabilityInterval(kMostStages) / std::max({radius_, equations_.penalty(), 1e-300});
}

Attempt StabilisedMethod::attempt(double h) {
  Attempt attempt;
  const long factorizations = work_.factorizations;
  h_ = h;
  size_ = 0;
  attempt.status = tryStep(h);
  attempt.jacobians = static_cast<int>(work_.factorizations - factorizations);
  if (attempt.status == AttemptStatus::Success) {
    estimate(h, error_);
    size_ = weights_.stateNorm(error_, &attempt.coordinate);
  }
  attempt.error = size_;
  if (attempt.status == AttemptStatus::Success) attempt.judgeError();
  return attempt;
}

AttemptStatus StabilisedMethod::tryStep(double h) {
  if ((!known_ || hasOutgrownPenalty(h)) && !refresh(h)) return AttemptStatus::NotFinite;
  y0_ << state_.q, state_.v;
  stages_ = stagesFor(h * std::max(radius_, equations_.penalty()));
  if (stages_ > kMostStages) {  // a size from before the eigenvalue was known
    size_ = std::pow(h / longestStep(), control_.exponent);
    return AttemptStatus::ErrorTooLarge;
  }
  const AttemptStatus status = advance(state_.t, h, stages_);
  if (status != AttemptStatus::Success) return status;
  trial_.t = state_.t + h;
  trial_.q = y1_.head(n());
  trial_.v = y1_.tail(n());
  return equations_.complete(trial_, f1_);
}

StepPlan StabilisedMethod::accept() {
  stiffness_.note(state_.t, limited_ && h_ > 0.8 * longestStep());
  std::swap(previous_, state_);
  std::swap(state_, trial_);
  keep(h_);
  f0_.swap(f1_);
  weights_.follow(state_.q, state_.v);
  if (++age_ >= kEstimateEvery) known_ = false;
  const double wanted = control_.afterSuccess(size_, rejected_) * h_, longest = longestStep();
  rejected_ = false;
  limited_ = wanted > longest;
  return {std::min(wanted, longest), order_, limited_ ? Text("the most stages") : Text("fixed order")};
}

StepPlan StabilisedMethod::reject(const Attempt& attempt, int failures) {
  rejected_ = true;
  // A step that should have been stable may have failed because the eigenvalues have grown.
  if (age_ > 0 || failures > 1) known_ = false;
  if (attempt.status != AttemptStatus::ErrorTooLarge)
    return {0.25 * h_, order_, Text("the equations could not be evaluated")};
  return {std::min(control_.afterError(attempt.error, failures) * h_, longestStep()), order_,
          Text("fixed order")};
}

void StabilisedMethod::interpolate(double t, State& out) const {
  const double h = state_.t - previous_.t, s = h > 0 ? (t - previous_.t) / h : 1;
  if (s >= 1) {
    out = state_;
    return;
  }
  out.t = t;
  hermite(previous_, state_, t, out.q, out.v);
  if (equations_.complete(out, denseRate_) == AttemptStatus::Success) return;
  out.a = (1 - s) * previous_.a + s * state_.a;
  out.lambda = (1 - s) * previous_.lambda + s * state_.lambda;
}

Text stageNote() {
  return Text(
      "Speckles: a step takes as many stages as its own estimate of the fastest rate asks for, not hλ "
      "alone.");
}

MethodProperties stabilisedProperties(const IntegratorSettings& settings) {
  return {.nearestToSingular = 0.1,  // they leave a whole tolerance
          .imposedRate = settings.penalty};
}

}  // namespace holonom

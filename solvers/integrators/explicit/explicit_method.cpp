// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/explicit/explicit_method.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/text.h"

namespace holonom {

void StiffnessDetector::note(double t, bool atBorder) {
  constexpr int kHits = 30, kMisses = 6;
  if (atBorder) {
    if (hits_++ == 0) first_ = t;
    misses_ = 0;
    if (hits_ == kHits && !since_) since_ = first_;
  } else if (++misses_ == kMisses) {
    hits_ = misses_ = 0;
  }
}

double PiControl::afterSuccess(double error, bool afterRejection) {
  const double e = std::max(error, 1e-12);
  const double factor = safety * std::pow(e, -1 / exponent + 0.75 * beta) * std::pow(previousError, beta);
  previousError = std::max(error, 1e-4);
  return std::clamp(factor, smallest, afterRejection ? 1.0 : largest);
}

/// The size after a second failure does not trust the error's power law any more.
double PiControl::afterError(double error, int failures) const {
  const double factor = safety * std::pow(error, -1 / exponent);
  return std::clamp(failures > 1 ? std::min(factor, 0.5) : factor, smallest, safety);
}

ExplicitMethod::ExplicitMethod(DaeSystem& system, const IntegratorSettings& settings, Work& work)
    : equations_(system, settings, work), weights_(system, settings.rtol, settings.atol),
      rounding_(1e3 * std::numeric_limits<double>::epsilon() / settings.rtol) {
  for (Vector* y : {&y0_, &f0_, &y1_, &f1_, &lastY_, &lastF_, &halves_, &dense_, &denseRate_})
    *y = Vector::Zero(2 * n());
}

void ExplicitMethod::start(const State& state, double) {
  state_ = trial_ = previous_ = state;
  weights_.start(state.q, state.v);
  stiffness_.start();
  rejected_ = doubtful_ = false;
  beginning_ = true;
  h_ = 0;
  equations_.forgetStep();
  begin();
}

Attempt ExplicitMethod::attempt(double h) {
  Attempt attempt;
  const long factorizations = equations_.work().factorizations;
  h_ = h;
  y0_ << state_.q, state_.v;
  f0_ << state_.v, state_.a;
  attempt.status = equations_.prepareStep(state_, h, weights_);
  if (doubtful_ && attempt.status == AttemptStatus::Success) attempt.status = advanceByHalves(h);
  if (attempt.status == AttemptStatus::Success) attempt.status = advance(state_.t, h);
  if (attempt.status == AttemptStatus::Success) {
    trial_.t = state_.t + h;
    trial_.q = y1_.head(n());
    trial_.v = y1_.tail(n());
    attempt.status = equations_.settle(trial_, weights_);
  }
  attempt.jacobians = static_cast<int>(equations_.work().factorizations - factorizations);
  if (attempt.status != AttemptStatus::Success) return attempt;
  // The projection corrects what the step did wrong. It goes far where a motion jumps, or for a velocity that
  // only another branch behind a singular configuration allows.
  dense_.head(n()) = trial_.q - y1_.head(n());
  dense_.tail(n()) = trial_.v - y1_.tail(n());
  int farthest = -1;
  const double moved = norm(dense_, &farthest) / ExplicitEquations::kFarthest;
  if (doubtful_) halves_ -= y1_;
  y1_ << trial_.q, trial_.v;
  f1_ << trial_.v, trial_.a;
  attempt.error = error_ = error(h, &attempt.coordinate);
  if (moved > error_) {
    attempt.error = error_ = moved;
    attempt.coordinate = farthest;
  }
  if (doubtful_) attempt.error = error_ = std::max(error_, norm(halves_));
  attempt.judgeError();
  return attempt;
}

/// The step in two halves, for comparison. Behind an event rates may grow like a fractional power, as in a
/// contact after Hertz, and the difference of two formulas then passes through zero at some size that has
/// nothing to do with the error.
AttemptStatus ExplicitMethod::advanceByHalves(double h) {
  AttemptStatus status = advance(state_.t, 0.5 * h);
  if (status != AttemptStatus::Success) return status;
  trial_.t = state_.t + 0.5 * h;
  trial_.q = y1_.head(n());
  trial_.v = y1_.tail(n());
  status = equations_.settle(trial_, weights_);
  if (status != AttemptStatus::Success) return status;
  y0_ << trial_.q, trial_.v;
  f0_ << trial_.v, trial_.a;
  status = advance(trial_.t, 0.5 * h);
  halves_ = y1_;
  y0_ << state_.q, state_.v;
  f0_ << state_.v, state_.a;
  return status;
}

StepPlan ExplicitMethod::accept() {
  stiffness_.note(state_.t, atStabilityBorder(h_));
  std::swap(previous_, state_);
  std::swap(state_, trial_);
  keep();
  weights_.follow(state_.q, state_.v);
  const StepPlan plan = planAfterSuccess(h_, error_, rejected_);
  rejected_ = beginning_ = doubtful_ = false;
  return plan;
}

StepPlan ExplicitMethod::reject(const Attempt& attempt, int failures) {
  constexpr int kDoubtful = 3;
  rejected_ = true;
  doubtful_ = beginning_ && failures >= kDoubtful && !hasMemory();
  if (attempt.status == AttemptStatus::ErrorTooLarge) return planAfterError(h_, attempt.error, failures);
  return {0.25 * h_, order(), Text("the equations could not be evaluated")};
}

void ExplicitMethod::interpolate(double t, State& out) const {
  const double h = state_.t - previous_.t, s = h > 0 ? (t - previous_.t) / h : 1;
  if (s >= 1) {
    out = state_;
    return;
  }
  dense(s, h, dense_);
  out.t = t;
  out.q = dense_.head(n());
  out.v = dense_.tail(n());
  if (equations_.rate(t, dense_, denseRate_) == AttemptStatus::Success) {
    out.a = denseRate_.tail(n());
    out.lambda = equations_.lambda();
  } else {
    out.a = (1 - s) * previous_.a + s * state_.a;
    out.lambda = (1 - s) * previous_.lambda + s * state_.lambda;
  }
}

std::optional<double> ExplicitMethod::endStepAt(double t) {
  constexpr int kTries = 10;
  if (hasMemory()) return std::nullopt;
  std::swap(state_, previous_);
  Attempt tried;
  double h = t - state_.t;
  for (int failures = 1; failures <= kTries; ++failures) {
    tried = attempt(h);
    if (tried.status != AttemptStatus::ErrorTooLarge) break;
    h = planAfterError(h, tried.error, failures).h;
  }
  std::swap(state_, previous_);
  if (tried.status != AttemptStatus::Success) return std::nullopt;
  std::swap(state_, trial_);
  keep();
  return state_.t;
}

MethodProperties explicitProperties(const IntegratorSettings& settings) {
  const bool pullsBack = settings.stabilisation == Stabilisation::Baumgarte;
  const bool local = settings.stabilisation == Stabilisation::TangentSpace ||
                     settings.stabilisation == Stabilisation::Partitioning;
  return {.limitedByStability = true,
          .nearestToSingular = local ? 0.1 : 0.03,  // there the constraints bend within small steps
          .imposedRate = pullsBack ? std::max(settings.baumgarteAlpha, settings.baumgarteBeta) : 0};
}

bool ExplicitMethod::atStabilityBorder(double h) {
  lastY_ -= y1_;
  lastF_ -= f1_;
  const double distance = norm(lastY_);
  return distance > rounding_ && h * norm(lastF_) > stabilityLimit() * distance;
}

}  // namespace holonom

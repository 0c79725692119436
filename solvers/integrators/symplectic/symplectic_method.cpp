// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/symplectic/symplectic_method.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.h"
#include "solvers/integrators/fixed_order_plan.h"
#include "solvers/integrators/forms/newton_blame.h"
#include "solvers/integrators/forms/newton_status.h"
#include "solvers/integrators/hermite.h"

namespace holonom {
namespace {

/// The iteration ends where rounding does: what it leaves is not symplectic, and adds up over long runs.
constexpr double kRounding = 1e-15;  // of the scales

NewtonSettings iterationSettings(const IntegratorSettings& settings) {
  NewtonSettings newton = newtonSettings(settings);
  newton.usesPerJacobian = 10;
  return newton;
}

/// Where the steps may vary their error is judged as the distance from formulas of higher order through the
/// states at their ends: for q
///     q₁ = q₀ + h/2 (v₀ + v₁) − h²/12 (a₁ − a₀),
/// for v the integral of the parabola through the accelerations of the last two steps (Adams and Moulton).
/// Behind a start acceleration counts as having been constant, so that the first step errs on the safe side.
/// The rates of first-order states carry errors divided by their time constants; these are judged by values
/// alone, as the trapezoidal rule is (trapezoidal.cpp), whose error they share.
class SymplecticMethod final : public Integrator, private NewtonSystem {
 public:
  SymplecticMethod(DaeSystem& system, LagrangianAt at, const IntegratorSettings& settings, Work& work)
      : step_(system, at, work),
        weights_(system, settings.rtol, settings.atol, ErrorWeights::Scope::OwnQuantities),
        newton_(step_.n() + step_.m(), iterationSettings(settings)),
        aim_(kRounding / (newton_.settings().tolerance * std::max(settings.rtol, settings.atol))),
        positionError_(step_.n()), velocityError_(step_.n()), multiplier_(step_.m()) {
    for (int i = 0; i < step_.n(); ++i)
      if (system.role(i) == DaeSystem::Role::State) states_.push_back(i);
  }

  void start(const State& state, double) override {
    state_ = previous_ = trial_ = state;
    before_ = state.q;
    beforeTime_ = state.t;
    weights_.start(state.q, state.v);
  }

  Attempt attempt(double h) override {
    h_ = h;
    step_.begin(state_, h);
    Attempt attempt = iterate();
    if (attempt.status != AttemptStatus::Success) return attempt;
    attempt.status = step_.finish(trial_, weights_);
    if (attempt.status != AttemptStatus::Success) return attempt;
    estimateError(attempt);
    attempt.judgeError();
    error_ = std::max(attempt.error, 1e-30);
    return attempt;
  }

  StepPlan accept() override {
    if (const double before = state_.t - previous_.t; before > 0) {
      ++steps_;
      if (std::abs(h_ - before) > kEqual * h_) ++resized_;
    }
    before_ = previous_.q;
    beforeTime_ = previous_.t;
    std::swap(previous_, state_);
    std::swap(state_, trial_);
    weights_.follow(state_.q, state_.v);
    return planAfterStep(h_, growth(), 2);
  }

  StepPlan reject(const Attempt& attempt, int failures) override {
    return planAfterRejection(attempt, failures, h_, growth(), 2);
  }

  const State& state() const override { return state_; }
  const State* attempted() const override { return &trial_; }
  int order() const override { return 2; }
  void interpolate(double t, State& out) const override { hermite(previous_, state_, t, out); }

  std::vector<std::string> remarks() const override {
    constexpr long kFew = 20;  // steps; of so many one may have been shortened by an event
    if (resized_ <= kFew || kFew * resized_ <= steps_) return {};
    return {
        tr("The steps changed their size. This method keeps the energy bounded with steps of one size: give "
           "one (--fixed-step).")};
  }

 private:
  static constexpr double kEqual = 1e-6;

  Attempt iterate() {
    Attempt attempt;
    const NewtonOutcome outcome = newton_.solve(*this, true, 1, 0, aim_);
    step_.balance().work().newtonIterations += outcome.iterations;
    attempt.newtonIterations = outcome.iterations;
    attempt.jacobians = outcome.jacobians;
    attempt.status = statusOf(outcome.status);
    attempt.rate = observedRate(outcome);
    if (ranAway(outcome.status)) {
      const double way = 0.5 * h_ * h_;
      multiplier_ = step_.scaledLambda() / way;
      positionError_ = step_.u() - h_ * state_.v;
      blame(step_.balance(), weights_, positionError_, state_.lambda, multiplier_, way, attempt);
    }
    return attempt;
  }

  void estimateError(Attempt& attempt) {
    constexpr double kLongest = 2, kShortest = 1e-3;  // steps, that the one before may count as
    const double before = (state_.t - previous_.t) / h_;
    const double r = before > 0 ? std::clamp(before, kShortest, kLongest) : 1;
    positionError_ =
        trial_.q - state_.q - 0.5 * h_ * (state_.v + trial_.v) + h_ * h_ / 12 * (trial_.a - state_.a);
    velocityError_ = trial_.v - state_.v - 0.5 * h_ * (state_.a + trial_.a);
    velocityError_ += h_ / (6 * (1 + r)) * (trial_.a - state_.a);
    if (before > 0)
      velocityError_ -= h_ / (6 * (1 + r)) / std::max(before, kShortest) * (state_.a - previous_.a);
    for (const int i : states_) positionError_[i] = errorByValues(i);
    int atPosition = -1, atVelocity = -1;
    const double position = weights_.positionNorm(positionError_, &atPosition),
                 velocity = weights_.velocityNorm(velocityError_, &atVelocity);
    attempt.coordinate = position >= velocity ? atPosition : atVelocity;
    attempt.error = largestNorm({position, velocity});
  }

  /// h²/(2 τ₂τ₃) of the distance from the parabola through the last three values, as far as they are there.
  double errorByValues(int i) const {
    const double h2 = state_.t - previous_.t, h3 = previous_.t - beforeTime_,
                 last = trial_.q[i] - state_.q[i];
    if (h2 <= 0) return last - h_ * state_.v[i];
    const double slope = (state_.q[i] - previous_.q[i]) / h2;
    if (h3 <= 0) return last - h_ * slope;
    const double bend = (slope - (previous_.q[i] - before_[i]) / h3) / (h2 + h3);
    const double apart = last - h_ * (slope + (h_ + h2) * bend);
    return h_ * h_ / (2 * (h_ + h2) * (h_ + h2 + h3)) * apart;
  }

  double growth() const { return 0.9 / std::cbrt(error_); }

  void residual(VectorRef F) override { step_.residual(F); }
  bool renewJacobian() override { return step_.renewMatrix(); }
  void solve(VectorRef x) override { step_.solve(x); }
  void update(ConstVectorRef d) override { step_.update(d); }
  double norm(ConstVectorRef d) override { return weights_.positionNorm(d.head(step_.n())); }

  VariationalStep step_;
  ErrorWeights weights_;
  QuasiNewton newton_;
  double aim_;
  State state_, previous_, trial_;
  std::vector<int> states_;
  Vector before_;  // q before the last two steps
  double beforeTime_ = 0;
  Vector positionError_, velocityError_, multiplier_;
  double h_ = 0, error_ = 1;
  long steps_ = 0, resized_ = 0;  // that followed another; of another size than that
};

}  // namespace

std::unique_ptr<Integrator> makeSymplecticMethod(DaeSystem& system, LagrangianAt at,
                                                 const IntegratorSettings& settings, Work& work) {
  return std::make_unique<SymplecticMethod>(system, at, settings, work);
}

}  // namespace holonom

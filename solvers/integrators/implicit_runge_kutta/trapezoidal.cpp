// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/trapezoidal.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "solvers/integrators/bdf/bdf_history.h"
#include "solvers/integrators/fixed_order_plan.h"
#include "solvers/integrators/forms/multiplier_norm.h"
#include "solvers/integrators/forms/newton_status.h"
#include "solvers/integrators/forms/step_iteration.h"
#include "solvers/integrators/hermite.h"

namespace holonom {
namespace {

/// x_{n+1} = x_n + h/2 (ẋ_n + ẋ_{n+1}) for q and v: second order, A-stable, no damping at all. From a
/// prediction x⁰, q̇ = 2/h (q⁰ − q_n) − v_n + 2/h u, and v̇ alike: both scales of the form are h/2. The
/// prediction is the parabola through the last three points, and δ, the corrector's distance from it, tells
/// the local error
///     h³/12 x⃛ = h²/(2 τ₂τ₃) δ,   τ_j = t_{n+1} − t_{n+1−j}
/// (Nagel, SPICE2, 1975), from values only: rates carry what the rule never damps. At index 2 these are v̇
/// and λ themselves, which keep with alternating sign what steps leave in them; index 1 finds them anew.
class Trapezoidal final : public Integrator {
 public:
  Trapezoidal(DaeSystem& system, int index, const IntegratorSettings& settings, Work& work)
      : form_(system, index, work),
        weights_(system, settings.rtol, settings.atol, ErrorWeights::Scope::OwnQuantities),
        multiplierNorm_(form_),
        iteration_(form_, settings, [this](const Correction& d) { return sizeOf(d); }),
        history_(3 * form_.n() + form_.m(), BdfForm::Variable), x_(3 * form_.n() + form_.m()),
        delta_(x_.size()), qRateApart_(form_.n()), vRateApart_(form_.n()) {}

  void start(const State& state, double firstStep) override {
    state_ = previous_ = form_.iterate() = state;
    x_ << state.q, state.v, state.a, state.lambda;
    delta_ << state.v, state.a, Vector::Zero(form_.n() + form_.m());
    history_.start(x_, delta_, firstStep);
    weights_.start(state.q, state.v);
    iteration_.start();
  }

  Attempt attempt(double h) override {
    h_ = h;
    predict();
    Attempt attempt = iteration_.solve(h, weights_, state_.lambda);
    if (attempt.status != AttemptStatus::Success) return attempt;
    const State& x = form_.iterate();
    delta_ << x.q, x.v, x.a, x.lambda;
    delta_ -= x_;
    attempt.error = 0.5 * history_.errorConstant(1) * history_.errorConstant(2) *  // h/τ₂, h/τ₃
                    weights_.stateNorm(delta_.head(2 * form_.n()), &attempt.coordinate);
    attempt.judgeError();
    error_ = std::max(attempt.error, 1e-30);
    return attempt;
  }

  StepPlan accept() override {
    history_.accept(delta_);
    std::swap(previous_, state_);
    std::swap(state_, form_.iterate());
    weights_.follow(state_.q, state_.v);
    return iteration_.planned(planAfterStep(h_, growth(), 2), error_);
  }

  StepPlan reject(const Attempt& attempt, int failures) override {
    return iteration_.retried(planAfterRejection(attempt, failures, h_, growth(), 2));
  }

  const State& state() const override { return state_; }
  const State* attempted() const override { return &form_.iterate(); }
  int order() const override { return 2; }

  void interpolate(double t, State& out) const override { hermite(previous_, state_, t, out); }

 private:
  void predict() {
    const int n = form_.n();
    history_.prepare(h_, 2);
    history_.predict(0, x_, delta_);
    State& x = form_.iterate();
    x.t = state_.t + h_;
    x.q = x_.head(n);
    x.v = x_.segment(n, n);
    x.lambda = x_.tail(form_.m());
    form_.begin({.rate = 0.5 * h_, .damping = 0.5 * h_});
    qRateApart_ = 2 / h_ * (x.q - state_.q) - state_.v - x.v;
    x.a = 2 / h_ * (x.v - state_.v) - state_.a;
    vRateApart_ = x.a - x_.segment(2 * n, n);
    if (form_.index() == 1) x.a = x_.segment(2 * n, n);
    form_.beginApart(qRateApart_, vRateApart_);
  }

  double growth() const { return 0.9 / std::cbrt(error_); }
  double sizeOf(const Correction& d) {
    return largestNorm({weights_.positionNorm(d.u), weights_.velocityNorm(d.w) / (0.5 * h_),
                        multiplierNorm_(d.lambda, weights_)});
  }

  IndexForm form_;
  ErrorWeights weights_;
  MultiplierNorm multiplierNorm_;
  StepIteration iteration_;
  State state_, previous_;
  BdfHistory history_;  // of (q, v, a, λ)
  Vector x_, delta_;    // prediction, corrector − prediction
  Vector qRateApart_, vRateApart_;
  double h_ = 0, error_ = 1;
};

}  // namespace

std::unique_ptr<Integrator> makeTrapezoidal(DaeSystem& system, int index, const IntegratorSettings& settings,
                                            Work& work) {
  return std::make_unique<Trapezoidal>(system, index, settings, work);
}

MethodDescriptor trapezoidalMethod() {
  return {.name = "trapezoidal",
          .shortName = Text("Trapezoidal rule"),
          .label = Text("Trapezoidal rule (second order)"),
          .indices = {1, 2},
          .defaultRtol = 1e-6,
          .whenToChoose = Text(
              "The classic of circuit simulation, for comparison and teaching: second order, no damping at "
              "all; vibrations keep their amplitude, and at index 2 noise in the reactions does, too."),
          .create = [](DaeSystem& system, const IntegratorSettings& settings,
                       Work& work) { return makeTrapezoidal(system, settings.index, settings, work); },
          .options = {MethodOption::FixedStep, MethodOption::NewtonTolerance},
          .properties =
              [](const IntegratorSettings&) {
                return MethodProperties{.startsItself = false};  // the error test wants a past
              }};
}

}  // namespace holonom

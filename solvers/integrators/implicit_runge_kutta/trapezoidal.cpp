// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/trapezoidal.h"
#include "solvers/integrators/classic/classic_method.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/math/gauss_rule.h"
#include "solvers/integrators/bdf/bdf_history.h"
#include "solvers/integrators/fixed_order_plan.h"
#include "solvers/integrators/forms/multiplier_norm.h"
#include "solvers/integrators/forms/newton_status.h"
#include "solvers/integrators/forms/step_iteration.h"
#include "solvers/integrators/hermite.h"

namespace holonom {
namespace {

/// Adams and Moulton's formulas of order k = 2, 3, 4 for q and v,
///     x_{n+1} = x_n + h Σ b_j ẋ_{n+1−j},   j = 0 … k − 1,
/// b_j the integrals of Lagrange's polynomials of the points as they lie. Of second order it is the
/// trapezoidal rule: A-stable, no damping at all. From a prediction x⁰, q̇ = (q⁰ − q_n)/(b₀h) − Σ b_j/b₀
/// v_{n+1−j} + u/(b₀h), and v̇ alike: both scales of the form are b₀h. The prediction is the polynomial
/// through the last k + 1 points, and δ, the corrector's distance from it, tells the local error
///     C h^{k+1} x^{(k+1)} = C (k+1)! h^{k+1}/(τ₁ … τ_{k+1}) δ,   τ_j = t_{n+1} − t_{n+1−j},
///     C = 1/12, 1/24, 19/720
/// (of the trapezoidal rule: Nagel, SPICE2, 1975), from values only: rates carry what the rule never damps.
/// At index 2 these are v̇ and λ themselves, which keep with alternating sign what steps leave in them; index
/// 1 finds them anew. Begins with the trapezoidal rule where it knows no older rates.
class AdamsMoulton final : public Integrator {
 public:
  AdamsMoulton(DaeSystem& system, int order, int index, const IntegratorSettings& settings, Work& work)
      : order_(order), form_(system, index, work),
        weights_(system, settings.rtol, settings.atol, ErrorWeights::Scope::OwnQuantities),
        multiplierNorm_(form_),
        iteration_(form_, settings, [this](const Correction& d) { return sizeOf(d); }),
        history_(3 * form_.n() + form_.m(), BdfForm::Variable), x_(3 * form_.n() + form_.m()),
        delta_(x_.size()), qRateApart_(form_.n()), vRateApart_(form_.n()) {}

  void start(const State& state, double firstStep) override {
    state_ = past_[0] = past_[1] = form_.iterate() = state;
    known_ = 0;
    x_ << state.q, state.v, state.a, state.lambda;
    delta_ << state.v, state.a, Vector::Zero(form_.n() + form_.m());
    history_.start(x_, delta_, firstStep);
    weights_.start(state.q, state.v);
    iteration_.start();
  }

  void startFrom(const std::vector<State>& past, double firstStep, int) override {
    start(past.front(), firstStep);
    const int points = std::min(static_cast<int>(past.size()), kMaxBdfOrder + 2);
    if (points < order_ + 1) return;
    Eigen::MatrixXd values(x_.size(), points);
    Vector times(points);
    for (int j = 0; j < points; ++j) {
      values.col(j) << past[j].q, past[j].v, past[j].a, past[j].lambda;
      times[j] = past.front().t - past[j].t;
    }
    history_.startFrom(values, times, order_);
    for (known_ = 0; known_ < order_ - 2; ++known_) past_[known_] = past[std::size_t(known_) + 1];
  }

  Attempt attempt(double h) override {
    h_ = h;
    k_ = std::min(order_, 2 + known_);
    predict();
    Attempt attempt = iteration_.solve(h, weights_, state_.lambda);
    if (attempt.status != AttemptStatus::Success) return attempt;
    const State& x = form_.iterate();
    delta_ << x.q, x.v, x.a, x.lambda;
    delta_ -= x_;
    attempt.error = errorConstant() * weights_.stateNorm(delta_.head(2 * form_.n()), &attempt.coordinate);
    attempt.judgeError();
    error_ = std::max(attempt.error, 1e-30);
    return attempt;
  }

  StepPlan accept() override {
    history_.accept(delta_);
    std::swap(past_[1], past_[0]);
    std::swap(past_[0], state_);
    std::swap(state_, form_.iterate());
    known_ = std::min(known_ + 1, 2);
    weights_.follow(state_.q, state_.v);
    return iteration_.planned(planAfterStep(h_, growth(), k_), error_);
  }

  StepPlan reject(const Attempt& attempt, int failures) override {
    return iteration_.retried(planAfterRejection(attempt, failures, h_, growth(), k_));
  }

  const State& state() const override { return state_; }
  const State* attempted() const override { return &form_.iterate(); }
  int order() const override { return k_; }

  void interpolate(double t, State& out) const override { hermite(past_[0], state_, t, out); }

 private:
  /// b_j and its state, j ≥ 1.
  const State& pointBefore(int j) const { return j == 1 ? state_ : past_[j - 2]; }
  void findWeights() {
    if (k_ == 2) {
      b_[0] = b_[1] = 0.5;
      return;
    }
    double place[] = {1, 0, 0, 0};
    for (int j = 2; j < k_; ++j) place[j] = (pointBefore(j).t - state_.t) / h_;
    for (int j = 0; j < k_; ++j) b_[j] = lagrangeIntegral(place, k_, j);
  }

  void predict() {
    const int n = form_.n();
    findWeights();
    history_.prepare(h_, k_);
    history_.predict(0, x_, delta_);
    const double scale = b_[0] * h_;
    State& x = form_.iterate();
    x.t = state_.t + h_;
    x.q = x_.head(n);
    x.v = x_.segment(n, n);
    x.lambda = x_.tail(form_.m());
    form_.begin({.rate = scale, .damping = scale});
    qRateApart_ = 1 / scale * (x.q - state_.q) - x.v;
    x.a = 1 / scale * (x.v - state_.v);
    for (int j = 1; j < k_; ++j) {
      qRateApart_ -= b_[j] / b_[0] * pointBefore(j).v;
      x.a -= b_[j] / b_[0] * pointBefore(j).a;
    }
    vRateApart_ = x.a - x_.segment(2 * n, n);
    if (form_.index() == 1) x.a = x_.segment(2 * n, n);
    form_.beginApart(qRateApart_, vRateApart_);
  }

  double errorConstant() const {
    constexpr double kLocal[] = {1.0 / 12, 1.0 / 24, 19.0 / 720};
    double constant = kLocal[k_ - 2];
    for (int j = 1; j <= k_; ++j) constant *= (j + 1) * history_.errorConstant(j);  // h/τ_{j+1}
    return constant;
  }
  double growth() const { return 0.9 * std::pow(error_, -1.0 / (k_ + 1)); }
  double sizeOf(const Correction& d) {
    return largestNorm({weights_.positionNorm(d.u), weights_.velocityNorm(d.w) / (b_[0] * h_),
                        multiplierNorm_(d.lambda, weights_)});
  }

  int order_, k_ = 2, known_ = 0;  // k_: of the step in the making; known_: states in past_
  IndexForm form_;
  ErrorWeights weights_;
  MultiplierNorm multiplierNorm_;
  StepIteration iteration_;
  State state_, past_[2];
  BdfHistory history_;  // of (q, v, a, λ)
  Vector x_, delta_;    // prediction, corrector − prediction
  Vector qRateApart_, vRateApart_;
  double b_[4] = {0.5, 0.5, 0, 0};
  double h_ = 0, error_ = 1;
};

}  // namespace

std::unique_ptr<Integrator> makeTrapezoidal(DaeSystem& system, int index, const IntegratorSettings& settings,
                                            Work& work) {
  return std::make_unique<AdamsMoulton>(system, 2, index, settings, work);
}

namespace {

MethodFormula trapezoidalFormula(const IntegratorSettings&) {
  return {{"y_{n+1} = y_n + (h/2) (f_n + f_{n+1})"},
          StageTableau{{0, 1}, {{0, 0}, {0.5, 0.5}}, {}, {0.5, 0.5}}};
}

}  // namespace

MethodDescriptor trapezoidalMethod() {
  return {.name = "trapezoidal",
          .shortName = Text("Trapezoidal rule"),
          .label = Text("Trapezoidal rule (second order)"),
          .indices = {1, 2},
          .defaultRtol = 1e-6,
          .whenToChoose = Text(
              "The classic of circuit simulation, for comparison and teaching: second order, no damping at "
              "all; vibrations keep their amplitude, and at index 2 noise in the reactions does, too."),
          .source = Text("Classic; its error estimate: L. W. Nagel, SPICE2: a computer program to simulate "
                         "semiconductor circuits, Berkeley 1975"),
          .formula = trapezoidalFormula,
          .create = [](DaeSystem& system, const IntegratorSettings& settings,
                       Work& work) { return makeTrapezoidal(system, settings.index, settings, work); },
          .options = {MethodOption::FixedStep, MethodOption::NewtonTolerance, MethodOption::ReuseJacobian},
          .properties =
              [](const IntegratorSettings&) {
                return MethodProperties{.startsItself = false};  // the error test wants a past
              },
          .family = &kImplicitRungeKutta,
          .order = 2,
          .longRuns = LongRuns::LinearOnly,
          .costPerStep = Text("an iteration, one system")};
}

MethodDescriptor adamsMoultonMethod() {
  return {
      .name = "adams-moulton",
      .shortName = Text("Adams–Moulton"),
      .label = Text("Adams–Moulton (orders 3–4), implicit"),
      .indices = {1},
      .defaultRtol = 1e-5,
      .whenToChoose = Text("For teaching and comparison: implicit, but beyond the second order (trapezoidal) "
                           "no longer stable for stiff models; bdf is."),
      .source = Text("F. R. Moulton, New Methods in Exterior Ballistics, Chicago 1926"),
      .formula = adamsMoultonFormula,
      .create = [](DaeSystem& system, const IntegratorSettings& settings,
                   Work& work) -> std::unique_ptr<Integrator> {
        const int order = settings.fixedOrder > 0 ? settings.fixedOrder : 4;
        return std::make_unique<AdamsMoulton>(system, order, settings.index, settings, work);
      },
      .options = {MethodOption::FixedStep, MethodOption::FixedOrder, MethodOption::NewtonTolerance,
                  MethodOption::ReuseJacobian},
      .orders = {3, 4},
      .properties =
          [](const IntegratorSettings&) {
            return MethodProperties{.startsItself = false, .limitedByStability = true};
          },
      .family = &kAdamsFamily,
      .stiff = StiffSteps::Short,
      .costPerStep = Text("an iteration, one system")};
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/esdirk.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "solvers/integrators/controller_states.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/forms/multiplier_norm.h"
#include "solvers/integrators/forms/newton_status.h"
#include "solvers/integrators/forms/step_iteration.h"
#include "solvers/integrators/hermite.h"
#include "solvers/integrators/implicit_runge_kutta/esdirk_tableau.h"

namespace holonom {
namespace {

/// With q̇_1 = v_n and v̇_1 = a_n each stage behind the first is an implicit step of its own,
///     q_i = q_n + h Σ_{j<i} a_ij q̇_j + γh q̇_i,
/// and v alike: both scales of the form, which is that of index 1, are γh in all of them, and one
/// factorisation serves the whole step.
class Esdirk final : public Integrator {
 public:
  Esdirk(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : form_(system, settings.index, work),
        weights_(system, settings.rtol, settings.atol, ErrorWeights::Scope::OwnQuantities),
        multiplierNorm_(form_),
        iteration_(form_, settings, [this](const Correction& d) { return sizeOf(d); }),
        qRates_(form_.n(), esdirk::kStages), vRates_(form_.n(), esdirk::kStages), q_(form_.n()),
        v_(form_.n()), none_(0), middle_(form_.m()), middleOfAttempt_(form_.m()),
        states_(controllerStates(system)) {}

  void start(const State& state, double) override {
    state_ = previous_ = form_.iterate() = state;
    weights_.start(state.q, state.v);
    iteration_.start();
    lastStep_ = 0;
  }

  Attempt attempt(double h) override {
    h_ = h;
    qRates_.col(0) = state_.v;
    vRates_.col(0) = state_.a;
    Attempt attempt;
    attempt.reused = true;
    for (int i = 1; i < esdirk::kStages; ++i) {
      predict(i);
      const Attempt stage = iteration_.solve(h, weights_, state_.lambda);
      attempt.newtonIterations += stage.newtonIterations;
      attempt.jacobians += stage.jacobians;
      attempt.reused = attempt.reused && stage.reused;
      attempt.rate = std::max(attempt.rate, stage.rate);
      attempt.status = stage.status;
      attempt.coordinate = stage.coordinate;
      attempt.multiplier = stage.multiplier;
      if (attempt.status != AttemptStatus::Success) return attempt;
      readRates(i);
    }
    estimateError(attempt);
    attempt.judgeError();
    return attempt;
  }

  StepPlan accept() override {
    lastStep_ = h_;
    middle_ = middleOfAttempt_;
    std::swap(previous_, state_);
    std::swap(state_, form_.iterate());
    weights_.follow(state_.q, state_.v);
    return iteration_.planned({std::min(growth(), kMostGrowth) * h_, order(), Text("kept")}, error_);
  }

  StepPlan reject(const Attempt& attempt, int failures) override {
    if (attempt.status != AttemptStatus::ErrorTooLarge)
      return iteration_.retried({0.25 * h_, order(), Text("Newton iteration failed")});
    const double size = std::clamp(failures == 1 ? growth() : 0.5 * growth(), 0.1, 0.9);
    return iteration_.retried({size * h_, order(), Text("error test failed")});
  }

  const State& state() const override { return state_; }
  const State* attempted() const override { return &form_.iterate(); }
  int order() const override { return 4; }
  /// λ on the parabola through the stage in the middle.
  void interpolate(double t, State& out) const override {
    hermite(previous_, state_, t, out);
    hermiteOfStates(states_, previous_, state_, t, out);
    const double h = state_.t - previous_.t, s = h > 0 ? (t - previous_.t) / h : 1;
    if (lastStep_ > 0) out.lambda += 4 * s * (1 - s) * (middle_ - 0.5 * (previous_.lambda + state_.lambda));
  }

 private:
  static constexpr double kMostGrowth = 4;
  static constexpr int kMiddle = 1;
  static_assert(esdirk::kNodes[kMiddle] == 0.5);

  /// By Taylor's formula, with the third derivative of q from the last step.
  void predict(int i) {
    const double way = esdirk::kNodes[i] * h_, rate = esdirk::kDiagonal * h_;
    q_ = state_.q;
    v_ = state_.v;
    for (int j = 0; j < i; ++j) {
      q_ += h_ * esdirk::kCoefficients[i][j] * qRates_.col(j);
      v_ += h_ * esdirk::kCoefficients[i][j] * vRates_.col(j);
    }
    const double jerk = lastStep_ > 0 ? 1 / lastStep_ : 0;
    State& x = form_.iterate();
    x.t = state_.t + way;
    x.q = state_.q + way * (state_.v + way / 2 * (state_.a + way / 3 * jerk * (state_.a - previous_.a)));
    x.v = state_.v + way * (state_.a + way / 2 * jerk * (state_.a - previous_.a));
    x.a = state_.a + way * jerk * (state_.a - previous_.a);
    x.lambda = state_.lambda + way * jerk * (state_.lambda - previous_.lambda);
    form_.begin({.rate = rate, .damping = rate});
    qGap_ = (x.q - q_) / rate;
    qGap_ -= x.v;
    vGap_ = (x.v - v_) / rate - x.a;
    form_.beginApart(qGap_, vGap_);
  }

  /// v and a of the stage, not what its formula makes of them: that holds the way back to the constraints as
  /// well, by which the next stages would lose an order.
  void readRates(int i) {
    if (i == kMiddle) middleOfAttempt_ = form_.iterate().lambda;
    qRates_.col(i) = form_.iterate().v;
    vRates_.col(i) = form_.iterate().a;
  }

  void estimateError(Attempt& attempt) {
    q_.setZero();
    v_.setZero();
    for (int i = 0; i < esdirk::kStages; ++i) {
      q_ += h_ * (esdirk::kWeights[i] - esdirk::kEmbedded[i]) * qRates_.col(i);
      v_ += h_ * (esdirk::kWeights[i] - esdirk::kEmbedded[i]) * vRates_.col(i);
    }
    form_.filterStiff(q_, v_, none_);
    int atPosition = -1, atVelocity = -1;
    const double position = weights_.positionNorm(q_, &atPosition),
                 velocity = weights_.velocityNorm(v_, &atVelocity);
    attempt.coordinate = position >= velocity ? atPosition : atVelocity;
    attempt.error = largestNorm({position, velocity});
    error_ = std::max(attempt.error, 1e-30);
  }

  double growth() const { return 0.9 / std::sqrt(std::sqrt(error_)); }
  double sizeOf(const Correction& d) {
    const double rate = esdirk::kDiagonal * h_;
    return largestNorm(
        {weights_.positionNorm(d.u), weights_.velocityNorm(d.w) / rate, multiplierNorm_(d.lambda, weights_)});
  }

  IndexForm form_;
  ErrorWeights weights_;
  MultiplierNorm multiplierNorm_;
  StepIteration iteration_;
  State state_, previous_;
  std::vector<int> states_;          // of controllers
  Eigen::MatrixXd qRates_, vRates_;  // q̇, v̇, a column per stage
  Vector q_, v_, qGap_, vGap_, none_;
  Vector middle_, middleOfAttempt_;  // λ of the stage in the middle
  double h_ = 0, lastStep_ = 0, error_ = 1;
};

}  // namespace

namespace {

MethodFormula esdirkFormula(const IntegratorSettings&) {
  const auto listOf = [](const esdirk::Row& row) { return std::vector<double>(row.begin(), row.end()); };
  StageTableau tableau{listOf(esdirk::kNodes), {}, {}, listOf(esdirk::kWeights), listOf(esdirk::kEmbedded)};
  for (const esdirk::Row& row : esdirk::kCoefficients) tableau.a.push_back(listOf(row));
  return {{"Y_i = y_n + h Σ_{j<i} a_{ij} f(Y_j) + γ h f(Y_i)", "y_{n+1} = y_n + h Σ_i b_i f(Y_i)"}, tableau};
}

}  // namespace

MethodDescriptor esdirkMethod() {
  return {.name = "esdirk",
          .shortName = Text("ESDIRK"),
          .label = Text("ESDIRK (fourth order, diagonally implicit)"),
          .indices = {1},
          .defaultRtol = 1e-5,
          .whenToChoose = Text("For stiff models with many events or jumps: fourth order from the first step "
                               "behind each, without the past that BDF has to make up there, and full "
                               "damping of what is faster than the steps."),
          .source = Text(
              "C. A. Kennedy, M. H. Carpenter, Additive Runge–Kutta schemes for "
              "convection–diffusion–reaction equations, Appl. Numer. Math. 44 (2003): ESDIRK4(3)6L[2]SA"),
          .formula = esdirkFormula,
          .create = [](DaeSystem& system, const IntegratorSettings& settings, Work& work)
              -> std::unique_ptr<Integrator> { return std::make_unique<Esdirk>(system, settings, work); },
          .options = {MethodOption::FixedStep, MethodOption::NewtonTolerance, MethodOption::ReuseJacobian},
          .properties =
              [](const IntegratorSettings&) {
                return MethodProperties{.firstStep = 1e-4, .startsItself = false};
              },
          .family = &kImplicitRungeKutta,
          .order = 4,
          .longRuns = LongRuns::Damped,
          .costPerStep = Text("5 iterations, one system")};
}

}  // namespace holonom

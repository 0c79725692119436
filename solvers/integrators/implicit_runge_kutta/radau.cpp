// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/radau.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/text.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/forms/multiplier_norm.h"
#include "solvers/integrators/forms/newton_blame.h"
#include "solvers/integrators/forms/newton_status.h"
#include "solvers/integrators/implicit_runge_kutta/stage_equations.h"

namespace holonom {
namespace {

constexpr std::array kStages = {3, 5, 7};
constexpr int kLeastOrder = 5, kMostOrder = 13, kOrdersApart = 4;

constexpr double kNewton = 1e-2,
                 kTightNewton = 1e-3;  // of the iteration, in tolerances: above and at index 3
constexpr double kReuse = 0.1;         // contraction that an older factorisation may be expected to leave
constexpr double kHighOrderPays = 3e-5, kHighestOrderPays = 3e-8;  // tolerances
constexpr int kSteady = 3;                                         // steps before an order is raised
constexpr double kContracts = 0.3;                                 // and their iteration
constexpr double kSafety = 0.9, kMostGrowth = 5, kLeastGrowth = 0.125;
constexpr double kKeptSize = 1.2;  // growth for which the factorisation is not given up
constexpr double kFarthest = 4;    // steps of the last one's size, that its polynomial is continued

int iterationsFor(int stages) { return 7 + (stages - 3) * 5 / 2; }

NewtonSettings iterationSettings(const IntegratorSettings& settings, int index, int stages) {
  NewtonSettings newton = newtonSettings(settings, index == 3 ? kTightNewton : kNewton);
  newton.usesPerJacobian = iterationsFor(stages);
  newton.maxJacobians = 2;
  return newton;
}

/// Radau IIA: collocation at 3, 5 or 7 nodes, the last of which ends the step: order 5, 9 or 13, and damping
/// of all that is faster than the step. Formulas of a step: StageEquations. The estimate has order s only, so
/// that a tolerance for it is made from the one wanted (Hairer and Wanner, J. Comput. Appl. Math. 1999):
///     tol_s = 0.1 tol^((s+1)/(2s)).
/// Step sizes follow two errors (Gustafsson, ACM Trans. Math. Softw. 1994).
class Radau final : public Integrator, private NewtonSystem {
 public:
  Radau(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : settings_(settings), equations_(system, settings.index, work),
        weights_(system, settings.rtol, settings.atol, ErrorWeights::Scope::OwnQuantities),
        multiplierNorm_(form()), positionError_(n()), velocityError_(n()), predictedEnd_(n()) {
    for (const int s : kStages)
      newton_.emplace_back(s * form().layout().size, iterationSettings(settings, settings.index, s));
    last_ = equations_.values();
  }

  void start(const State& state, double) override {
    state_ = previous_ = trial_ = state;
    weights_.start(state.q, state.v);
    method_ = &radauOfStages(settings_.fixedOrder > 0 ? (settings_.fixedOrder + 1) / 2 : kStages[0]);
    lastStep_ = factorized_ = rate_ = 0;
    accepted_ = 0;
    steady_ = 0;
    const double tolerance = std::max(settings_.rtol, settings_.atol);
    wanted_ = tolerance > kHighOrderPays ? 3 : tolerance > kHighestOrderPays ? 5 : 7;
  }

  Attempt attempt(double h) override {
    h_ = h;
    equations_.begin(state_, h, *method_);
    predict();
    Attempt attempt = iterate();
    if (attempt.status != AttemptStatus::Success) return attempt;
    equations_.readEnd(trial_);
    estimateError(attempt);
    attempt.judgeError();
    return attempt;
  }

  StepPlan accept() override;
  StepPlan reject(const Attempt& attempt, int failures) override;
  const State& state() const override { return state_; }
  const State* attempted() const override { return &trial_; }
  int order() const override { return lastMethod_->order(); }
  void interpolate(double t, State& out) const override;

 private:
  IndexForm& form() { return equations_.form(); }
  int n() const { return equations_.form().n(); }
  int stages() const { return method_->stages(); }
  void predict();
  bool reusable() const;
  Attempt iterate();
  void estimateError(Attempt& attempt);
  double growthFor(double error) const;
  StepPlan plan(double h, OrderReason reason) const { return {h, method_->order(), reason}; }
  OrderReason chooseOrder();
  void changeStages(int by) {
    method_ = &radauOfStages(stages() + by);
    steady_ = 0;
    factorized_ = rate_ = 0;
  }

  void residual(VectorRef F) override { equations_.residual(F); }
  bool renewJacobian() override {
    equations_.renewMatrix();
    factorized_ = equations_.factorize() ? h_ : 0;
    return factorized_ > 0;
  }
  void solve(VectorRef x) override { equations_.solve(x); }
  void update(ConstVectorRef d) override { equations_.update(d); }
  double norm(ConstVectorRef d) override;
  double velocityNormAtIndex3(ConstVectorRef w);

  IntegratorSettings settings_;
  StageEquations equations_;
  ErrorWeights weights_;
  MultiplierNorm multiplierNorm_;
  std::vector<QuasiNewton> newton_;  // by number of stages
  const RadauCoefficients *method_ = &radauOfStages(3), *lastMethod_ = method_;
  State state_, previous_, trial_;
  StageValues last_;  // of the last accepted step
  double lastStep_ = 0;
  Vector positionError_, velocityError_, predictedEnd_;
  int wanted_ = 3;  // stages that the tolerance asks for
  int steady_ = 0;  // accepted steps of one order since the last failure
  double h_ = 0, factorized_ = 0, rate_ = 0;
  double error_ = 0, lastError_ = 0;  // of the attempt, of the last accepted step, in tol_s
  int iterations_ = 0;
  long accepted_ = 0;
};

/// The polynomials of the last step, continued; behind a start q and v by their derivatives.
void Radau::predict() {
  StageValues& values = equations_.values();
  const int last = lastMethod_->stages() - 1;
  OfStages<double> weights;
  for (int i = 0; i < stages(); ++i) {
    const double way = method_->node(i) * h_;
    if (lastStep_ == 0 || h_ > kFarthest * lastStep_) {
      values.q.col(i) = way * (state_.v + 0.5 * way * state_.a);
      values.v.col(i) = way * state_.a;
      values.a.col(i) = state_.a;
      values.lambda.col(i) = state_.lambda;
      continue;
    }
    lastMethod_->weightsAt(1 + way / lastStep_, weights);
    double first = 1;
    for (int j = 0; j <= last; ++j) first -= weights[j];
    values.q.col(i) = -last_.q.col(last);
    values.v.col(i) = -last_.v.col(last);
    values.a.col(i) = first * previous_.a;
    values.lambda.col(i) = first * previous_.lambda;
    for (int j = 0; j <= last; ++j) {
      values.q.col(i) += weights[j] * last_.q.col(j);
      values.v.col(i) += weights[j] * last_.v.col(j);
      values.a.col(i) += weights[j] * last_.a.col(j);
      values.lambda.col(i) += weights[j] * last_.lambda.col(j);
    }
  }
  predictedEnd_ = values.q.col(stages() - 1);
}

bool Radau::reusable() const {
  if (!settings_.reuseJacobian || factorized_ == 0 || rate_ == 0) return false;
  const double ratio = h_ / factorized_;
  return rate_ * ratio + std::abs(ratio - 1) < kReuse;
}

Attempt Radau::iterate() {
  Attempt attempt;
  attempt.reused = reusable();
  const NewtonOutcome outcome =
      newton_[std::size_t((stages() - kStages[0]) / 2)].solve(*this, !attempt.reused, 1, rate_);
  form().balance().work().newtonIterations += outcome.iterations;
  attempt.newtonIterations = iterations_ = outcome.iterations;
  attempt.jacobians = outcome.jacobians;
  attempt.status = statusOf(outcome.status);
  attempt.rate = observedRate(outcome);
  rate_ = outcome.rate;
  if (attempt.status == AttemptStatus::Success) return attempt;
  factorized_ = 0;
  if (ranAway(outcome.status)) {
    positionError_ = equations_.values().q.col(stages() - 1) - predictedEnd_;
    equations_.readEnd(trial_);
    blame(form().balance(), weights_, positionError_, state_.lambda, trial_.lambda, h_ * h_, attempt);
  }
  return attempt;
}

double Radau::norm(ConstVectorRef d) {
  double largest = 0;
  for (int i = 0; i < stages(); ++i) {
    const Correction part = equations_.part(d, i);
    const bool last = i + 1 == stages();
    largest = largestNorm({largest, weights_.positionNorm(part.u),
                           form().index() < 3 ? weights_.velocityNorm(part.w) / h_ : 0,
                           last ? multiplierNorm_(part.lambda, weights_) : 0});
    if (last && form().index() == 3) largest = largestNorm({largest, velocityNormAtIndex3(part.w)});
  }
  return largest;
}

/// Of the end of the step only, and without what rounding of q makes of it: divided by small steps that would
/// be more than any tolerance.
double Radau::velocityNormAtIndex3(ConstVectorRef w) {
  constexpr double kRounding = 1e-14;
  for (int i = 0; i < n(); ++i) {
    const double rounding =
        kRounding * (std::abs(state_.q[i]) + form().balance().system().coordinateScale(i));
    velocityError_[i] = std::abs(w[i]) < rounding ? 0 : std::abs(w[i]) - rounding;
  }
  return weights_.velocityNorm(velocityError_) / h_;
}

void Radau::estimateError(Attempt& attempt) {
  const double tolerance = std::max(settings_.rtol, settings_.atol), s = stages();
  const double looser = std::min(1.0, 10 * std::pow(tolerance, (s - 1) / (2 * s)));
  const auto judge = [&] {
    int atPosition = -1, atVelocity = -1;
    const double position = weights_.positionNorm(positionError_, &atPosition),
                 velocity = weights_.velocityNorm(velocityError_, &atVelocity);
    attempt.coordinate = position >= velocity ? atPosition : atVelocity;
    attempt.error = looser * largestNorm({position, velocity});
  };
  equations_.estimateError(positionError_, velocityError_);
  judge();
  if (attempt.error > 1 && (accepted_ == 0 || lastStep_ == 0)) {
    equations_.filter(positionError_, velocityError_);
    judge();
  }
  error_ = std::max(attempt.error, 1e-10);
}

/// Steps that took more iterations grow less.
double Radau::growthFor(double error) const {
  const int most = iterationsFor(stages());
  const double safety = kSafety * (1 + 2 * most) / (std::max(iterations_, 1) + 2 * most);
  return std::clamp(safety * std::pow(error, -1.0 / (stages() + 1)), kLeastGrowth, kMostGrowth);
}

StepPlan Radau::accept() {
  double growth = growthFor(error_);
  if (accepted_ > 0 && lastStep_ > 0) {
    const double predicted =
        kSafety * h_ / lastStep_ * std::pow(lastError_ / (error_ * error_), 1.0 / (stages() + 1));
    growth = std::clamp(std::min(growth, predicted), kLeastGrowth, kMostGrowth);
  }
  lastError_ = std::max(error_, 1e-2);
  lastStep_ = h_;
  lastMethod_ = method_;
  std::swap(last_, equations_.values());
  std::swap(previous_, state_);
  std::swap(state_, trial_);
  weights_.follow(state_.q, state_.v);
  ++accepted_;
  if (growth > 1 && growth < kKeptSize && rate_ < kReuse) growth = 1;
  return plan(growth * h_, chooseOrder());
}

/// High orders pay at tight tolerances, where the iteration contracts well and steps do not fail.
OrderReason Radau::chooseOrder() {
  using enum OrderReason::Kind;
  if (settings_.fixedOrder > 0) return Text("fixed order");
  ++steady_;
  if (stages() >= wanted_ || steady_ < kSteady || rate_ > kContracts) return {Kept, Text("kept")};
  changeStages(2);
  return {Higher, Text("steps succeed and the tolerance is tight")};
}

StepPlan Radau::reject(const Attempt& attempt, int failures) {
  steady_ = 0;
  if (failures > 2 && settings_.fixedOrder == 0 && stages() > kStages[0]) changeStages(-2);
  if (attempt.status != AttemptStatus::ErrorTooLarge)
    return plan((failures > 1 ? 0.25 : 0.5) * h_, Text("Newton iteration failed"));
  const double growth = accepted_ == 0 ? 0.1 : std::clamp(growthFor(error_), 0.1, 0.9);
  return plan((failures > 1 ? 0.5 * growth : growth) * h_, Text("error test failed"));
}

void Radau::interpolate(double t, State& out) const {
  const double x = lastStep_ > 0 ? (t - previous_.t) / lastStep_ : 1;
  if (x >= 1) {
    out = state_;
    out.t = t;
    return;
  }
  OfStages<double> weights;
  lastMethod_->weightsAt(x, weights);
  double first = 1;
  for (int j = 0; j < lastMethod_->stages(); ++j) first -= weights[j];
  out.t = t;
  out.q = previous_.q;
  out.v = previous_.v;
  out.a = first * previous_.a;
  out.lambda = first * previous_.lambda;
  for (int j = 0; j < lastMethod_->stages(); ++j) {
    out.q += weights[j] * last_.q.col(j);
    out.v += weights[j] * last_.v.col(j);
    out.a += weights[j] * last_.a.col(j);
    out.lambda += weights[j] * last_.lambda.col(j);
  }
}

}  // namespace

MethodDescriptor radauMethod() {
  using enum MethodOption;
  return {.name = "radau",
          .shortName = Text("Radau"),
          .label = Text("Radau IIA (orders 5, 9, 13)"),
          .indices = {2, 3, 1},
          .defaultRtol = 1e-6,
          .whenToChoose = Text(
              "For stiff models at tight tolerances: high order with full damping of what is faster than the "
              "steps; no memory of earlier steps, so that it goes on behind events with large steps."),
          .create = [](DaeSystem& system, const IntegratorSettings& settings, Work& work)
              -> std::unique_ptr<Integrator> { return std::make_unique<Radau>(system, settings, work); },
          .options = {FixedStep, FixedOrder, NewtonTolerance},
          .orders = {kLeastOrder, kMostOrder, kOrdersApart},
          .properties = [](const IntegratorSettings&) { return MethodProperties{.firstStep = 1e-4}; }};
}

}  // namespace holonom

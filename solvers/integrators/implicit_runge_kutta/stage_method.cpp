// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/stage_method.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/text.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/explicit/explicit_equations.h"
#include "solvers/integrators/forms/multiplier_norm.h"
#include "solvers/integrators/forms/newton_blame.h"
#include "solvers/integrators/forms/newton_status.h"
#include "solvers/integrators/implicit_runge_kutta/stage_equations.h"

namespace holonom {
namespace {

constexpr double kNewton = 1e-2,
                 kTightNewton =
                     1e-3;       // of the iteration, in tolerances; where velocities are derivatives of q
constexpr double kReuse = 0.05;  // contraction that an older factorisation may be expected to leave
constexpr int kSteady = 3;       // steps before an order is raised
constexpr double kConvergesWell = 0.2;  // contraction of their iteration
constexpr double kSafety = 0.9, kMostGrowth = 5, kLeastGrowth = 0.125;
constexpr double kKeptSize = 1.2;  // growth for which the factorisation is not given up
constexpr double kTight = 1e-9;    // tolerance below which rounding may stand in the way of the iteration
constexpr double kFarthest = 4;    // steps of the last one's size, that its polynomial is continued

int iterationsFor(int stages) { return 7 + (stages - 3) * 5 / 2; }

NewtonSettings iterationSettings(const IntegratorSettings& settings, int index, int stages) {
  const bool isDerived = index == 3 && !settings.endProjection;
  NewtonSettings newton = newtonSettings(settings, isDerived ? kTightNewton : kNewton);
  newton.usesPerJacobian = iterationsFor(stages);
  // who asks for a tolerance will have it, and fixed steps are worth more than the next, shorter attempt
  newton.maxJacobians = settings.newtonTolerance > 0 || settings.fixedSteps ? 8 : 2;
  return newton;
}

/// Formulas of a step: StageEquations. The estimate has order s of the stages only, so that a tolerance for
/// it is made from the one wanted, with the order p of the method (Hairer and Wanner, J. Comput. Appl. Math.
/// 1999):
///     tol_s = 0.1 tol^((s+1)/(p+1)), at index 3 a tenth of that.
/// Step sizes follow two errors (Gustafsson, ACM Trans. Math. Softw. 1994).
class StageMethod final : public Integrator, private NewtonSystem {
 public:
  StageMethod(DaeSystem& system, const IntegratorSettings& settings, Work& work,
              std::vector<StageMember> members)
      : members_(std::move(members)), settings_(settings), equations_(system, settings.index, work),
        weights_(system, settings.rtol, settings.atol, ErrorWeights::Scope::OwnQuantities),
        multiplierNorm_(form()), positionError_(n()), velocityError_(n()), predictedEnd_(n()),
        rows_(form().m()), rowTolerances_(form().m()) {
    for (const StageMember& member : members_) {
      const int s = member.coefficients.stages();
      newton_.emplace_back(s * form().layout().size, iterationSettings(settings, settings.index, s));
    }
    last_ = equations_.values();
    if (settings.index != 2 && settings.endProjection)
      ends_.emplace(system, settings, work, ExplicitEquations::Settles::Mass);
  }

  void start(const State& state, double) override {
    state_ = previous_ = trial_ = state;
    weights_.start(state.q, state.v);
    if (ends_) ends_->takeMatrix(state);
    member_ = lastMember_ = settings_.fixedOrder > 0 ? memberOfOrder(settings_.fixedOrder) : 0;
    lastStep_ = factorized_ = rate_ = planned_ = 0;
    accepted_ = 0;
    isRounding_ = false;
    steady_ = 0;
    const double tolerance = std::max(settings_.rtol, settings_.atol);
    wanted_ = 0;
    while (wanted_ + 1 < members_.size() && tolerance < members_[wanted_ + 1].paysBelow) ++wanted_;
  }

  Attempt attempt(double h) override { return tryStep(h, 1); }

  StepPlan accept() override;
  StepPlan reject(const Attempt& attempt, int failures) override;
  const State& state() const override { return state_; }
  const State* attempted() const override { return &trial_; }
  int order() const override { return lastMethod().order(); }
  void interpolate(double t, State& out) const override;
  std::optional<double> endStepAt(double t) override;

 private:
  IndexForm& form() { return equations_.form(); }
  int n() const { return equations_.form().n(); }
  const StageCoefficients& method() const { return members_[member_].coefficients; }
  const StageCoefficients& lastMethod() const { return members_[lastMember_].coefficients; }
  int stages() const { return method().stages(); }
  std::size_t memberOfOrder(int order) const {
    std::size_t k = 0;
    while (k + 1 < members_.size() && members_[k].coefficients.order() < order) ++k;
    return k;
  }
  void predict(double begun);
  Attempt tryStep(double h, double begun);
  bool reusable() const;
  /// Whether something else keeps the step smaller than its errors would.
  bool isLimited() const { return h_ < (1 - 1e-10) * planned_; }
  double aim() const;
  AttemptStatus settleEnd(Attempt& attempt);
  Attempt iterate();
  void estimateError(Attempt& attempt);
  double errorAcross(ConstVectorRef error);
  double growthFor(double error) const;
  StepPlan plan(double h, OrderReason reason) const { return {h, method().order(), reason}; }
  OrderReason chooseOrder();
  void changeTo(std::size_t member) {
    member_ = member;
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
  bool hasSettled() const override { return multiplierNorm_.hasSettled(); }
  double velocityNormAtIndex3(ConstVectorRef w, double beside);

  std::vector<StageMember> members_;
  IntegratorSettings settings_;
  StageEquations equations_;
  ErrorWeights weights_;
  MultiplierNorm multiplierNorm_;
  std::vector<QuasiNewton> newton_;  // of each member
  std::size_t member_ = 0, lastMember_ = 0;
  State state_, previous_, trial_;
  StageValues last_;  // of the last accepted step
  double lastStep_ = 0;
  Vector positionError_, velocityError_, predictedEnd_;
  std::optional<ExplicitEquations> ends_;  // where ends of steps are settled
  State settled_;
  Vector rows_, rowTolerances_;
  std::size_t wanted_ = 0;  // member that the tolerance asks for
  int steady_ = 0;          // accepted steps of one order since the last failure
  double h_ = 0, factorized_ = 0, rate_ = 0;
  double error_ = 0, lastError_ = 0;          // of the attempt, of the last accepted step, in tol_s
  double planned_ = 0, lastErrorOfPlan_ = 0;  // size that the error allowed, and that error
  bool isRounding_ = false;                   // what limited steps leave to the iteration
  int iterations_ = 0;
  long accepted_ = 0;
};

/// A step that begins at a part of the last one: at its end, or made anew at its beginning.
Attempt StageMethod::tryStep(double h, double begun) {
  h_ = h;
  equations_.begin(state_, h, method());
  predict(begun);
  Attempt attempt = iterate();
  if (attempt.status != AttemptStatus::Success) return attempt;
  equations_.readEnd(trial_);
  estimateError(attempt);
  if (ends_) attempt.status = settleEnd(attempt);
  if (attempt.status == AttemptStatus::Success) attempt.judgeError();
  return attempt;
}

/// The polynomials of the last step, continued; behind a start q and v by their derivatives.
void StageMethod::predict(double begun) {
  StageValues& values = equations_.values();
  const State& beginning = begun > 0 ? previous_ : state_;  // of the last step
  const int last = lastMethod().stages() - 1;
  OfStages<double> weights;
  for (int i = 0; i < stages(); ++i) {
    const double way = method().node(i) * h_;
    if (lastStep_ == 0 || h_ > kFarthest * lastStep_) {
      values.q.col(i) = way * (state_.v + 0.5 * way * state_.a);
      values.v.col(i) = way * state_.a;
      values.a.col(i) = state_.a;
      values.lambda.col(i) = state_.lambda;
      continue;
    }
    lastMethod().weightsAt(begun + way / lastStep_, weights);
    double first = 1;
    for (int j = 0; j <= last; ++j) first -= weights[j];
    values.q.col(i) = -begun * last_.q.col(last);
    values.v.col(i) = -begun * last_.v.col(last);
    values.a.col(i) = first * beginning.a;
    values.lambda.col(i) = first * beginning.lambda;
    for (int j = 0; j <= last; ++j) {
      values.q.col(i) += weights[j] * last_.q.col(j);
      values.v.col(i) += weights[j] * last_.v.col(j);
      values.a.col(i) += weights[j] * last_.a.col(j);
      values.lambda.col(i) += weights[j] * last_.lambda.col(j);
    }
  }
  predictedEnd_ = values.q.col(stages() - 1);
}

bool StageMethod::reusable() const {
  if (!settings_.reuseJacobian || factorized_ == 0 || rate_ == 0) return false;
  const double ratio = h_ / factorized_;
  return rate_ * ratio + std::abs(ratio - 1) < kReuse;
}

/// As StepIteration has it: what the iteration leaves of steps that something else keeps small must be small
/// beside their error, not beside the tolerance. Where that has failed, rounding is in the way.
double StageMethod::aim() const {
  constexpr double kSmall = 0.3, kLeast = 1e-9;
  return isLimited() && lastErrorOfPlan_ < kSmall && !isRounding_ ? std::max(lastErrorOfPlan_, kLeast) : 1;
}

Attempt StageMethod::iterate() {
  Attempt attempt;
  attempt.reused = reusable();
  multiplierNorm_.begin();
  const NewtonOutcome outcome = newton_[member_].solve(*this, !attempt.reused, 1, rate_, aim());
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

double StageMethod::norm(ConstVectorRef d) {
  double largest = largestNorm({weights_.positionNorm(equations_.endPosition(d)),
                                multiplierNorm_(equations_.multiplierPart(d, stages() - 1), weights_)});
  for (int i = 0; i + 1 < stages() && settings_.index > 1; ++i) {
    largest = largestNorm({largest, weights_.positionNorm(equations_.positionPart(d, i))});
    if (settings_.index == 2)
      largest = largestNorm({largest, weights_.velocityNorm(equations_.velocityPart(d, i)) / h_});
  }
  const Eigen::Map<const Vector> w = equations_.endVelocity(d);
  return largestNorm(
      {largest, settings_.index == 3 ? velocityNormAtIndex3(w, largest) : weights_.velocityNorm(w) / h_});
}

/// Of the end of the step only. What rounding of q may have made lies across the constraints, and the rest
/// alone counts, but for the rounding of the ways that q has gone.
double StageMethod::velocityNormAtIndex3(ConstVectorRef w, double beside) {
  constexpr double kRounding = 1e-14;
  const double whole = weights_.velocityNorm(w) / h_;
  for (int i = 0; i < n(); ++i)
    velocityError_[i] = kRounding * (std::abs(state_.q[i]) + form().balance().system().coordinateScale(i));
  if (whole <= beside || whole > weights_.velocityNorm(velocityError_) / h_) return whole;
  velocityError_ = w;
  equations_.keepTangential(velocityError_);
  for (int i = 0; i < n(); ++i) {
    const double way = equations_.values().q.row(i).head(stages()).cwiseAbs().maxCoeff();
    velocityError_[i] = std::max(0.0, std::abs(velocityError_[i]) - kRounding * way);
  }
  return weights_.velocityNorm(velocityError_) / h_;
}

void StageMethod::estimateError(Attempt& attempt) {
  const double tolerance = std::max(settings_.rtol, settings_.atol), s = stages(), p = method().order();
  const double factor = settings_.index == 3 && !ends_ ? 100 : 10;  // velocities have a lower order there
  const double looser = std::min(1.0, factor * std::pow(tolerance, (p - s) / (p + 1)));
  const auto judge = [&] {
    int atPosition = -1, atVelocity = -1;
    const double position = weights_.positionNorm(positionError_, &atPosition),
                 velocity = weights_.velocityNorm(velocityError_, &atVelocity);
    attempt.coordinate = position >= velocity ? atPosition : atVelocity;
    attempt.error = looser * largestNorm({position, velocity});
  };
  equations_.findDefect(positionError_, velocityError_);
  const double across = errorAcross(positionError_);
  equations_.filter(positionError_, velocityError_);
  if (ends_ && settings_.index == 1) {  // where the forms of other indices have rows for it
    ends_->keepTangential(positionError_);
    ends_->keepTangential(velocityError_);
  }
  judge();
  attempt.error = largestNorm({attempt.error, looser * across});
  error_ = std::max(attempt.error, 1e-10);
}

/// What positions miss the constraints by within the step, in tolerances of their rows: at its nodes nothing,
/// and the filter takes it away. Where drivers prescribe the motion no other error is left to choose steps
/// by, and in too large ones the iteration finds another branch.
double StageMethod::errorAcross(ConstVectorRef error) {
  const Balance& balance = form().balance();
  const SparsePattern& pattern = balance.system().constraintPattern();
  const double* jacobian = balance.constraintJacobian();
  rows_.setZero();
  rowTolerances_.setZero();
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k) {
      const int row = pattern.rowIndex[k];
      rows_[row] += jacobian[k] * error[col];
      rowTolerances_[row] =
          std::max(rowTolerances_[row], std::abs(jacobian[k]) / weights_.positionWeight(col));
    }
  double largest = 0;
  for (int row = 0; row < balance.system().holonomicCount(); ++row)
    if (rowTolerances_[row] > 0) largest = largestNorm({largest, std::abs(rows_[row]) / rowTolerances_[row]});
  return largest;
}

/// Steps that took more iterations grow less.
double StageMethod::growthFor(double error) const {
  const int most = iterationsFor(stages());
  const double safety = kSafety * (1 + 2 * most) / (std::max(iterations_, 1) + 2 * most);
  return std::clamp(safety * std::pow(error, -1.0 / (stages() + 1)), kLeastGrowth, kMostGrowth);
}

StepPlan StageMethod::accept() {
  double growth = growthFor(error_);
  if (accepted_ > 0 && lastStep_ > 0) {
    const double predicted =
        kSafety * h_ / lastStep_ * std::pow(lastError_ / (error_ * error_), 1.0 / (stages() + 1));
    growth = std::clamp(std::min(growth, predicted), kLeastGrowth, kMostGrowth);
  }
  // it contracts by the square of the step: one that does not converge costs the step and the next
  if (rate_ > 0) growth = std::min(growth, std::max(1.0, std::sqrt(kConvergesWell / rate_)));
  lastError_ = std::max(error_, 1e-2);
  lastStep_ = h_;
  lastMember_ = member_;
  std::swap(last_, equations_.values());
  std::swap(previous_, state_);
  std::swap(state_, trial_);
  weights_.follow(state_.q, state_.v);
  ++accepted_;
  planned_ = growth * h_;
  lastErrorOfPlan_ = error_;
  if (growth > 1 && growth < kKeptSize && rate_ < kReuse) growth = 1;
  return plan(growth * h_, chooseOrder());
}

/// High orders pay at tight tolerances, where the iteration contracts well and steps do not fail.
OrderReason StageMethod::chooseOrder() {
  using enum OrderReason::Kind;
  if (settings_.fixedOrder > 0) return Text("fixed order");
  ++steady_;
  if (member_ >= wanted_ || steady_ < kSteady || rate_ > kConvergesWell) return {Kept, Text("kept")};
  changeTo(member_ + 1);
  return {Higher, Text("steps succeed and the tolerance is tight")};
}

/// Index 1 lets q and v drift from the constraints, and what index 3 knows of v, a and λ at the end of a step
/// are derivatives of the polynomial of q, of lower order: q and v are brought to the constraints in the
/// metric of M, a and λ are those of the equations there. Where index 3 has no such equations, it keeps its
/// own.
AttemptStatus StageMethod::settleEnd(Attempt& attempt) {
  StageValues& values = equations_.values();
  const int last = stages() - 1;
  settled_ = trial_;
  const AttemptStatus status = ends_->settle(settled_, weights_);
  if (status != AttemptStatus::Success) return settings_.index == 3 ? AttemptStatus::Success : status;
  positionError_ = settled_.q - trial_.q;
  velocityError_ = settled_.v - trial_.v;
  values.q.col(last) += positionError_;
  values.v.col(last) += velocityError_;
  values.a.col(last) = settled_.a;
  values.lambda.col(last) = settled_.lambda;
  std::swap(trial_, settled_);
  if (settings_.index == 3) return status;
  const double position = weights_.positionNorm(positionError_, &attempt.coordinate),
               moved = largestNorm({position, weights_.velocityNorm(velocityError_)}) /
                       ExplicitEquations::kFarthest;
  if (moved > error_) attempt.error = error_ = moved;
  return status;
}

StepPlan StageMethod::reject(const Attempt& attempt, int failures) {
  steady_ = 0;
  if (attempt.status != AttemptStatus::ErrorTooLarge && isLimited())
    isRounding_ = std::max(settings_.rtol, settings_.atol) < kTight;
  planned_ = 0;
  if (failures > 2 && settings_.fixedOrder == 0 && member_ > 0) changeTo(member_ - 1);
  if (attempt.status != AttemptStatus::ErrorTooLarge)
    return plan((failures > 1 ? 0.25 : 0.5) * h_, Text("Newton iteration failed"));
  const double growth = accepted_ == 0 ? 0.1 : std::clamp(growthFor(error_), 0.1, 0.9);
  return plan((failures > 1 ? 0.5 * growth : growth) * h_, Text("error test failed"));
}

void StageMethod::interpolate(double t, State& out) const {
  const double x = lastStep_ > 0 ? (t - previous_.t) / lastStep_ : 1;
  if (x >= 1) {
    out = state_;
    out.t = t;
    return;
  }
  OfStages<double> weights;
  lastMethod().weightsAt(x, weights);
  double first = 1;
  for (int j = 0; j < lastMethod().stages(); ++j) first -= weights[j];
  out.t = t;
  out.q = previous_.q;
  out.v = previous_.v;
  out.a = first * previous_.a;
  out.lambda = first * previous_.lambda;
  for (int j = 0; j < lastMethod().stages(); ++j) {
    out.q += weights[j] * last_.q.col(j);
    out.v += weights[j] * last_.v.col(j);
    out.a += weights[j] * last_.a.col(j);
    out.lambda += weights[j] * last_.lambda.col(j);
  }
}

/// What the polynomials of a large step say of a short part of it is less than a step of that size finds.
std::optional<double> StageMethod::endStepAt(double t) {
  if (lastStep_ == 0) return std::nullopt;
  std::swap(state_, previous_);
  const std::size_t member = std::exchange(member_, lastMember_);
  if (member != member_) factorized_ = rate_ = 0;
  const double step = lastStep_;
  const Attempt tried = tryStep(t - state_.t, 0);
  std::swap(state_, previous_);
  if (tried.status != AttemptStatus::Success) {
    h_ = step;
    member_ = member;
    factorized_ = rate_ = 0;
    return std::nullopt;
  }
  lastStep_ = h_;
  std::swap(last_, equations_.values());
  std::swap(state_, trial_);
  return state_.t;
}

}  // namespace

std::unique_ptr<Integrator> makeStageMethod(DaeSystem& system, const IntegratorSettings& settings, Work& work,
                                            std::vector<StageMember> members) {
  return std::make_unique<StageMethod>(system, settings, work, std::move(members));
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/bdf.h"

#include <algorithm>
#include <cmath>

#include "solvers/integrators/newton_blame.h"
#include "solvers/integrators/newton_status.h"

namespace holonom {
namespace {

constexpr int kBetweenJudgements = 10;             // accepted steps
constexpr double kStiff = 0.3, kStillStiff = 0.6;  // of an error estimate, that the filter leaves

}  // namespace

Bdf::Bdf(DaeSystem& system, const IntegratorSettings& settings, Work& work, int unknowns,
         NewtonSettings newton, Controlled controlled)
    : balance_(system, work),
      weights_(system, settings.rtol, settings.atol, ErrorWeights::Scope::OwnQuantities), settings_(settings),
      qRate0_(n()), vRate0_(n()), delta_(n()), epsilon_(n()),
      alpha_(controlled == Controlled::Accelerations ? n() : 0), newton_(unknowns, newton),
      history_(accelerationRow() + static_cast<int>(alpha_.size()), settings.bdfForm), lambda0_(m()),
      lambdaRate_(m()), aRate_(alpha_.size()), work_(n()), allDeltas_(accelerationRow() + alpha_.size()),
      positionError_(n()), velocityError_(n()), accelerationError_(alpha_.size()), change_(n()), force_(n()) {
  for (int i = 0; i < n(); ++i) massSlots_.push_back(system.massPattern().slot(i, i));
}

void Bdf::start(const State& state, double firstStep) {
  state_ = trial_ = state;
  Vector x(allDeltas_.size()), rate(allDeltas_.size());
  x << state.q, state.v, state.lambda, state.a.head(alpha_.size());
  rate << state.v, state.a, Vector::Zero(m() + alpha_.size());  // λ and a begin as constants
  history_.start(x, rate, firstStep);
  weights_.start(state.q, state.v);
  if (controlsAccelerations()) weights_.followAccelerations(state.a);
  plan_ = {firstStep, 1, "start"};
  jacobianHHat_ = rate_ = 0;
  stiff_ = false;
  accepted_ = 0;
}

/// Order k needs ∇^1 … ∇^k for its prediction and ∇^{k+1} for the judgement of the next order.
void Bdf::startFrom(const std::vector<State>& past, double firstStep, int order) {
  start(past.front(), firstStep);
  const int points = std::min(static_cast<int>(past.size()), kMaxBdfOrder + 2);
  order = std::min({order, points - 2, settings_.maxOrder});
  if (order < 1) return;
  Eigen::MatrixXd values(allDeltas_.size(), points);
  Vector times(points);
  for (int j = 0; j < points; ++j) {
    values.col(j) << past[j].q, past[j].v, past[j].lambda, past[j].a.head(alpha_.size());
    times[j] = past.front().t - past[j].t;
  }
  history_.startFrom(values, times, order);
  plan_ = {firstStep, order, "order of the motion so far"};
  accepted_ = 1;
}

/// Differences are linear in the values, so each column maps like a velocity and only the value itself takes
/// the shift.
bool Bdf::changeCoordinates(const Eigen::MatrixXd& A, ConstVectorRef b) {
  history_.transform(0, A);
  history_.transform(n(), A);
  if (controlsAccelerations()) history_.transform(accelerationRow(), A);
  history_.shift(0, b);
  state_.q = A * state_.q + b;
  state_.v = A * state_.v;
  state_.a = A * state_.a;
  weights_.follow(state_.q, state_.v);
  if (controlsAccelerations()) weights_.followAccelerations(state_.a);
  jacobianHHat_ = 0;
  return true;
}

/// The polynomial passes through values at past times; these are mapped, and differenced anew.
bool Bdf::changeChart(const ChartMap& map) {
  Vector a = state_.a;  // past accelerations where they have no history of their own: not used
  history_.mapPast([&](VectorRef x) {
    if (controlsAccelerations()) map(x.head(n()), x.segment(n(), n()), x.segment(accelerationRow(), n()));
    else map(x.head(n()), x.segment(n(), n()), a = state_.a);
  });
  map(state_.q, state_.v, state_.a);
  weights_.start(state_.q, state_.v);
  if (controlsAccelerations()) weights_.followAccelerations(state_.a);
  jacobianHHat_ = 0;
  return true;
}

void Bdf::predict(double h) {
  history_.prepare(h, plan_.order);
  hHat_ = h / history_.leading();
  trial_.t = state_.t + h;
  history_.predict(0, trial_.q, qRate0_);
  history_.predict(n(), trial_.v, vRate0_);
  history_.predict(2 * n(), lambda0_, lambdaRate_);
  if (controlsAccelerations()) history_.predict(accelerationRow(), trial_.a, aRate_);
  else trial_.a = vRate0_;
  trial_.lambda = lambda0_;
}

/// Unknowns and rows are scaled so that ĥ appears only beside stiffness, damping and the change of C_q; a
/// moderate change of ĥ therefore leaves the factorisation good. Criterion of 000 §5.1 with ν = 1.
bool Bdf::reusable() const {
  if (!settings_.reuseJacobian || jacobianHHat_ == 0) return false;
  const double ratio = hHat_ / jacobianHHat_;
  return rate_ * ratio + std::abs(ratio - 1) < 1.0 / 3;
}

Attempt Bdf::attempt(double h) {
  Attempt attempt;
  predict(h);
  beginIteration();
  const bool reuse = reusable();
  const NewtonOutcome outcome = newton_.solve(*this, !reuse, 1, rate_);
  balance_.work().newtonIterations += outcome.iterations;
  attempt.newtonIterations = outcome.iterations;
  attempt.jacobians = outcome.jacobians;
  attempt.reused = reuse;
  attempt.status = statusOf(outcome.status);
  attempt.rate = observedRate(outcome);
  rate_ = outcome.rate;
  if (attempt.status != AttemptStatus::Success) {
    jacobianHHat_ = 0;
    if (ranAway(outcome.status))
      blame(balance_, weights_, delta_, lambda0_, trial_.lambda, hHat_ * hHat_, attempt);
    return attempt;
  }
  estimateErrors(attempt);
  attempt.judgeError();
  return attempt;
}

bool Bdf::factorize() {
  PhaseTimer timer(balance_.work().factorizationTime);
  ++balance_.work().factorizations;
  const bool regular = solver_->factorize(matrix_->values());
  jacobianHHat_ = regular ? hHat_ : 0;
  return regular;
}

void Bdf::solveLinear(VectorRef x) {
  PhaseTimer timer(balance_.work().solveTime);
  solver_->solve(x);
}

/// Forces are compared by their power at velocities of one tolerance, which is the same in all units.
double Bdf::multiplierNorm(ConstVectorRef scaledChange) {
  // of the force; smaller changes can be rounding, at tight tolerances of index 3
  constexpr double kSettled = 0.03;
  constexpr double kWeight = 0.3;      // a larger change counts a multiple of the tolerance of the iteration
  constexpr double kNegligible = 0.1;  // of a tolerance, that a velocity is changed by in a step
  if (m() == 0) return 0;
  change_.setZero();
  force_.setZero();
  balance_.addConstraintForce(scaledChange, change_);
  balance_.addConstraintForce(trial_.lambda, force_);
  double change = 0, force = 0, negligible = 0;
  for (int i = 0; i < n(); ++i) {
    const double tolerance = 1 / weights_.velocityWeight(i);
    change = std::max(change, tolerance * std::abs(change_[i]) / (hHat_ * hHat_));
    force = std::max(force, tolerance * std::abs(force_[i]));
    if (massSlots_[static_cast<std::size_t>(i)] >= 0)
      negligible = std::max(negligible,
                            kNegligible * std::abs(balance_.mass()[massSlots_[static_cast<std::size_t>(i)]]) *
                                tolerance * tolerance / hHat_);
  }
  return change > kSettled * (force + negligible) ? kWeight * change / (force + negligible) : 0;
}

/// ‖(∇^j q; ∇^j v)_{n+1}‖ with the velocity part filtered by the form; with ∇^j a where accelerations are
/// controlled.
double Bdf::norm(int j, int* coordinate) {
  history_.difference(j, 0, delta_, positionError_);
  history_.difference(j, n(), epsilon_, velocityError_);
  filterVelocityError(velocityError_);
  if (controlsAccelerations()) history_.difference(j, accelerationRow(), alpha_, accelerationError_);
  if (stiff_) filterStiffError(positionError_, velocityError_, accelerationError_);
  int atPosition = -1, atVelocity = -1, atAcceleration = -1;
  const double position = weights_.positionNorm(positionError_, &atPosition);
  const double velocity = weights_.velocityNorm(velocityError_, &atVelocity);
  const double acceleration =
      controlsAccelerations() ? weights_.accelerationNorm(accelerationError_, &atAcceleration) : 0;
  if (coordinate) {
    *coordinate = position >= velocity ? atPosition : atVelocity;
    if (acceleration > position && acceleration > velocity) *coordinate = atAcceleration;
  }
  return largestNorm({position, velocity, acceleration});
}

/// Whether the estimate is one of modes that the method damps away: then the filter takes most of it, and the
/// step may follow the slow motion. An estimate that it leaves as it is, is used as it is; so are those
/// between two looks.
void Bdf::judgeStiffness(Attempt& attempt) {
  const int k = history_.order();
  const bool before = stiff_;
  const double seen = errors_.present;
  stiff_ = !before;
  int coordinate = -1;
  const double other = norm(k + 1, &coordinate);
  const double filtered = before ? seen : other, plain = before ? other : seen;
  stiff_ = filtered < (before ? kStillStiff : kStiff) * plain;
  if (stiff_ == before) return;
  errors_.present = other;
  attempt.coordinate = coordinate;
  attempt.error = errors_.presentConstant * errors_.present;
}

void Bdf::estimateErrors(Attempt& attempt) {
  const int k = history_.order();
  errors_ = {.order = k, .leastOrder = std::min(leastOrder(), settings_.maxOrder), .h = history_.h()};
  errors_.presentConstant = history_.errorConstant(k);
  errors_.present = norm(k + 1, &attempt.coordinate);
  attempt.error = errors_.presentConstant * errors_.present;
  if (filtersStiffErrors() && (attempt.error > 1 || accepted_ % kBetweenJudgements == 0))
    judgeStiffness(attempt);
  if (k > 1) errors_.lower = norm(k, nullptr);
  else errors_.lower = errors_.present;
  errors_.lowerConstant = k > 1 ? history_.errorConstant(k - 1) : 1;
  errors_.higherKnown = accepted_ > 0 && k < settings_.maxOrder;
  if (errors_.higherKnown && attempt.error <= 1) {
    errors_.higher = norm(k + 2, nullptr);
    errors_.higherConstant = history_.errorConstant(k + 1);
    errors_.stepChange = history_.stepChange();
    if (k > 1 && needsLowest(settings_.orderStrategy)) errors_.lowest = norm(k - 1, nullptr);
  }
}

StepPlan Bdf::accept() {
  allDeltas_ << delta_, epsilon_, trial_.lambda - lambda0_, alpha_;
  history_.accept(allDeltas_);
  std::swap(state_, trial_);
  weights_.follow(state_.q, state_.v);
  if (controlsAccelerations()) weights_.followAccelerations(state_.a);
  acceptedOrder_ = history_.order();
  // The first step leaves too little history to judge: same order, same size (Algorithm 4 i).
  plan_ = accepted_++ == 0 ? StepPlan{history_.h(), 1, "start"}
                           : planAfterSuccess(errors_, settings_.maxOrder, settings_.orderStrategy);
  return plan_;
}

StepPlan Bdf::reject(const Attempt& attempt, int failures) {
  if (attempt.status == AttemptStatus::ErrorTooLarge) {
    plan_ = planAfterErrorFailure(errors_, failures, settings_.orderStrategy);
  } else {
    plan_ = {0.25 * history_.h(), failures > 2 ? 1 : history_.order(), "Newton iteration failed"};
  }
  return plan_;
}

void Bdf::interpolate(double t, State& out) const {
  const double s = t - state_.t;
  out.t = t;
  history_.interpolate(s, 0, &out.q, nullptr);
  history_.interpolate(s, n(), &out.v, &out.a);
  if (controlsAccelerations()) history_.interpolate(s, accelerationRow(), &out.a, nullptr);
  history_.interpolate(s, 2 * n(), &out.lambda, nullptr);
}

}  // namespace holonom

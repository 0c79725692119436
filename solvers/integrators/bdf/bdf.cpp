// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/bdf/bdf.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "solvers/integrators/forms/newton_status.h"

namespace holonom {
namespace {

/// What the iteration leaves undone across the manifold enters the history of v divided by ĥ at index 3. At
/// the usual 1e-3 this noise, not the method, limits the accuracy below rtol = 1e-5; 1e-5 costs a third more
/// iterations and removes it (Andrews' mechanism, tests/benchmarks).
constexpr double kNewton = 1e-3, kTightNewton = 1e-5;

constexpr int kBetweenJudgements = 10;             // accepted steps
constexpr double kStiff = 0.3, kStillStiff = 0.6;  // of an error estimate, that the filter leaves

}  // namespace

Bdf::Bdf(DaeSystem& system, int index, const IntegratorSettings& settings, Work& work)
    : settings_(settings), form_(system, index, work, settings.projectionFilter),
      weights_(system, settings.rtol, settings.atol, ErrorWeights::Scope::OwnQuantities),
      multiplierNorm_(form_), iteration_(
                                  form_, settings, [this](const Correction& d) { return iterationNorm(d); },
                                  index == 3 ? kTightNewton : kNewton),
      qRate0_(n()), vRate0_(n()), lambda0_(m()), lambdaRate_(m()), aRate_(n()), apart_(n()),
      rateApart_(Vector::Zero(n())), delta_(n()), epsilon_(n()), alpha_(index == 1 ? n() : 0),
      history_(accelerationRow() + static_cast<int>(alpha_.size()), settings.bdfForm),
      allDeltas_(accelerationRow() + alpha_.size()), positionError_(n()), velocityError_(n()),
      accelerationError_(alpha_.size()) {}

void Bdf::start(const State& state, double firstStep) {
  state_ = form_.iterate() = state;
  Vector x(allDeltas_.size()), rate(allDeltas_.size());
  x << state.q, state.v, state.lambda, state.a.head(alpha_.size());
  rate << state.v, state.a, Vector::Zero(m() + alpha_.size());  // λ and a begin as constants
  history_.start(x, rate, firstStep);
  weights_.start(state.q, state.v);
  if (controlsAccelerations()) weights_.followAccelerations(state.a);
  plan_ = {firstStep, 1, Text("start")};
  iteration_.start();
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
  plan_ = {firstStep, order, Text("order of the motion so far")};
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
  iteration_.forgetMatrix();
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
  iteration_.forgetMatrix();
  return true;
}

StepPlan Bdf::planFor(double h) const {
  if (!iteration_.isLimited(h) || settings_.fixedOrder > 0) return plan_;
  return planForSmallerStep(judged_, plan_, h, settings_.maxOrder, settings_.orderStrategy);
}

void Bdf::predict(double h, int order) {
  history_.prepare(h, order);
  hHat_ = h / history_.leading();
  State& x = form_.iterate();
  x.t = state_.t + h;
  history_.predict(0, x.q, qRate0_);
  history_.predict(n(), x.v, vRate0_);
  history_.predict(2 * n(), lambda0_, lambdaRate_);
  if (controlsAccelerations()) history_.predict(accelerationRow(), x.a, aRate_);
  else x.a = vRate0_;
  x.lambda = lambda0_;
}

void Bdf::beginIteration() {
  State& x = form_.iterate();
  apart_ = qRate0_ - x.v;
  form_.begin({.rate = hHat_, .damping = hHat_});
  if (form_.index() == 3) {
    x.v += apart_;
    x.a += apart_ / hHat_;
    x.lambda = state_.lambda;  // λ may carry spikes; extrapolating would amplify them
    return;
  }
  if (controlsAccelerations()) rateApart_ = vRate0_ - x.a;
  form_.beginApart(apart_, rateApart_);
}

Attempt Bdf::attempt(double h) {
  const StepPlan plan = planFor(h);
  predict(h, plan.order);
  beginIteration();
  Attempt attempt = iteration_.solve(h, weights_, lambda0_);
  if (iteration_.isLimited(h)) attempt.orderReason = plan.reason;
  if (attempt.status != AttemptStatus::Success) return attempt;
  readCorrections();
  estimateErrors(attempt);
  attempt.judgeError();
  return attempt;
}

void Bdf::readCorrections() {
  delta_ = form_.u();
  epsilon_ = form_.w() / hHat_;
  if (form_.index() == 3) epsilon_ += apart_;
  if (controlsAccelerations()) alpha_ = form_.s() / (hHat_ * hHat_);
}

double Bdf::iterationNorm(const Correction& d) {
  const double position = weights_.positionNorm(d.u);
  const double velocity = weights_.velocityNorm(d.w) / hHat_;
  const double acceleration = controlsAccelerations() ? weights_.accelerationNorm(d.s) / (hHat_ * hHat_) : 0;
  return largestNorm({acceleration, velocity, position, multiplierNorm_(d.lambda, weights_)});
}

/// Order 1 of index 3 gives v across the constraints with the error −½ h v̇. The difference of two such
/// velocities is v̇, but for steps of different size, or behind a step of order 2, it is wrong by as much as
/// half of v̇ itself, however small the steps: the reactions are, and through the masses they shake what is
/// free to move, a flexible rod above all. The error estimate of order 1 cannot know that beforehand; the
/// next steps fail, change their size, and keep the motion shaking. At order 2 the same error goes with h.
/// Order 1 is therefore used at the start and behind repeated failures, but never chosen because it seems to
/// allow larger steps.
int Bdf::leastOrder() const { return form_.index() == 3 && m() > 0 ? 2 : 1; }

/// ‖(∇^j q; ∇^j v)_{n+1}‖ with the velocity part filtered by the form; with ∇^j a where accelerations are
/// controlled. Index 3 has no filter of stiffness: its velocities carry the errors of q divided by ĥ, and
/// judging them less would let these grow.
double Bdf::norm(int j, int* coordinate) {
  history_.difference(j, 0, delta_, positionError_);
  history_.difference(j, n(), epsilon_, velocityError_);
  if (form_.index() == 3 && settings_.projectionFilter) form_.filterTangential(velocityError_);
  if (controlsAccelerations()) history_.difference(j, accelerationRow(), alpha_, accelerationError_);
  if (stiff_) form_.filterStiff(positionError_, velocityError_, accelerationError_);
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
  if (form_.index() < 3 && (attempt.error > 1 || accepted_ % kBetweenJudgements == 0))
    judgeStiffness(attempt);
  // where steps have one size, those with larger errors are taken, too, and need a higher order most
  errors_.higherKnown = accepted_ > 0 && k < settings_.maxOrder;
  const auto at = [this](int j) { return norm(j, nullptr); };
  judgeNeighbours(history_, at, errors_);
  if (errors_.higherKnown && k > 1 && needsLowest(settings_.orderStrategy)) errors_.lowest = at(k - 1);
}

StepPlan Bdf::accept() {
  allDeltas_ << delta_, epsilon_, form_.iterate().lambda - lambda0_, alpha_;
  history_.accept(allDeltas_);
  std::swap(state_, form_.iterate());
  weights_.follow(state_.q, state_.v);
  if (controlsAccelerations()) weights_.followAccelerations(state_.a);
  acceptedOrder_ = history_.order();
  judged_ = errors_;
  const double error = errors_.presentConstant * errors_.present;
  // The first step leaves too little history to judge: same order, same size (Algorithm 4 i).
  if (accepted_++ == 0) return plan_ = iteration_.retried({history_.h(), 1, Text("start")});
  return plan_ = iteration_.planned(planBehindStep(), error);
}

StepPlan Bdf::planBehindStep() const {
  if (settings_.fixedOrder > 0) return planAtOrder(errors_, settings_.fixedOrder, settings_.orderStrategy);
  return planAfterSuccess(errors_, settings_.maxOrder, settings_.orderStrategy);
}

StepPlan Bdf::reject(const Attempt& attempt, int failures) {
  if (attempt.status == AttemptStatus::ErrorTooLarge) {
    plan_ = planAfterErrorFailure(errors_, failures, settings_.orderStrategy);
  } else {
    plan_ = {0.25 * history_.h(), failures > 2 ? 1 : history_.order(), Text("Newton iteration failed")};
  }
  if (settings_.fixedOrder > 0) plan_ = {plan_.h, history_.order(), Text("fixed order")};
  return iteration_.retried(plan_);
}

void Bdf::interpolate(double t, State& out) const {
  const double s = t - state_.t;
  out.t = t;
  history_.interpolate(s, 0, &out.q, nullptr);
  history_.interpolate(s, n(), &out.v, &out.a);
  if (controlsAccelerations()) history_.interpolate(s, accelerationRow(), &out.a, nullptr);
  history_.interpolate(s, 2 * n(), &out.lambda, nullptr);
}

std::unique_ptr<Integrator> makeBdf(DaeSystem& system, int index, const IntegratorSettings& settings,
                                    Work& work) {
  return std::make_unique<Bdf>(system, index, settings, work);
}

constexpr MethodFamily kBackwardDifferences{
    Text("Backward differentiation"),
    Text("Curtiss and Hirschfelder used backward differences for stiff chemistry in 1952, and Gear made "
         "them a program of variable order and step in 1971, which also took equations with constraints. "
         "DASSL (Petzold, 1982) and the large programs of multibody dynamics have been built on them.")};

namespace {

/// With equal steps h; the coefficients of y_{n+1−i} in Σ_{j≤k} ∇^j y_{n+1} / j.
MethodFormula bdfFormula(const IntegratorSettings&) {
  MethodFormula formula{{"Σ_{j=1}^{k} ∇^j y_{n+1} / j = Σ_{i=0}^{k} α_i y_{n+1−i} = h ẏ_{n+1}",
                         "d_{n+1} ≈ h^{k+1} y^{(k+1)} / (k + 1)"}};
  CoefficientTable table{{"k", "α_0", "α_1", "α_2", "α_3", "α_4", "α_5", "α_6"}, {}};
  for (int k = 1; k <= kMaxBdfOrder; ++k) {
    std::vector<double> row(kMaxBdfOrder + 2, 0.0);
    row[0] = k;
    for (int j = 1; j <= k; ++j) {
      double binomial = 1;  // (−1)^i (j over i)
      for (int i = 0; i <= j; ++i) {
        row[std::size_t(i) + 1] += binomial / j;
        binomial *= -double(j - i) / (i + 1);
      }
    }
    row.resize(std::size_t(k) + 2);
    table.rows.push_back(row);
  }
  table.note = tr(
      "k = 6 is used only where it is asked for, as the fixed order; the method itself chooses from 1 to 5.");
  formula.coefficients = table;
  return formula;
}

}  // namespace

MethodDescriptor bdfMethod() {
  using enum MethodOption;
  return {
      .name = "bdf",
      .shortName = Text("BDF"),
      .label = Text("BDF (variable order 1–5)"),
      .indices = {2, 3, 1},
      .defaultRtol = 1e-4,
      .whenToChoose = Text(
          "The default: large steps on smooth motion and stiff forces; index 2 for smooth reactions, index 3 "
          "for the least work per step, index 1 when accelerations must be as accurate as the motion."),
      .source = Text("C. W. Gear, Numerical Initial Value Problems in Ordinary Differential Equations, "
                     "Prentice-Hall 1971; with constraints: "
                     "H. Ren, P. Zhou, Implementation details of DAE integrators for multibody system "
                     "dynamics (in Chinese), 2020, doi:10.6052/1672-6553-2020-098, §4 and §5"),
      .formula = bdfFormula,
      .create = [](DaeSystem& system, const IntegratorSettings& settings,
                   Work& work) { return makeBdf(system, settings.index, settings, work); },
      .options = {MaxOrder, FixedStep, FixedOrder, NewtonTolerance, ReuseJacobian, ProjectionFilter,
                  OrderStrategy, BdfForm},
      .orders = {.least = 1, .most = 5, .asked = kMaxBdfOrder},
      .properties = [](const IntegratorSettings& settings) -> MethodProperties {
        return {.startsItself = false, .beginsFromPast = true, .judgesAccelerations = settings.index == 1};
      },
      .family = &kBackwardDifferences,
      .buildsUpOrder = true,
      .longRuns = LongRuns::Damped,
      .costPerStep = Text("an iteration, one system"),
      .warning =
          [](const IntegratorSettings& settings) {
            return settings.fixedOrder < kMaxBdfOrder
                       ? std::string()
                       : tr("BDF of order 6 lets vibrations grow that fade slowly in comparison with their "
                            "frequency, at some steps; it is meant for comparison, orders 1 to 5 for use.");
          }};
}

}  // namespace holonom

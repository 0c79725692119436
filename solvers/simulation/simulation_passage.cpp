// SPDX-License-Identifier: GPL-3.0-or-later
// How a run comes to other equations than it began with: rows selected anew, and steps over singular
// configurations.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "solvers/analyses/departure.h"
#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_names.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/row_sizes.h"
#include "solvers/analyses/singularity_watch.h"
#include "solvers/integrators/collocation.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/explicit_method.h"
#include "solvers/integrators/quintic_hermite.h"
#include "solvers/linear/rank_analysis.h"
#include "solvers/simulation/event_watch.h"
#include "solvers/simulation/method_factory.h"
#include "solvers/simulation/motion_ahead.h"
#include "solvers/simulation/restart_past.h"
#include "solvers/simulation/simulation.h"

namespace holonom {
namespace {

constexpr std::array kClear{0.08, 0.03, 0.01};  // σ, of its largest value
constexpr double kNear = 0.1;                   // σ, of its largest value: near a singular configuration
constexpr double kLongestLeap = 0.5, kLongestExtrapolated = 1.5;  // rad, or parts of the model's size
// likewise, of what is interpolated in a leap: a longer one would lead to another branch
constexpr double kLongestCorrection = 0.05;
constexpr double kWeakRows = 0.2;  // σ of the kept rows that makes others worth a look
// the same where nonholonomic rows can take the place of holonomic ones, before a step is too long
constexpr double kWeakMixedRows = 0.7;
// times the tolerance: what rows left out may miss, in parts of their size
constexpr double kContradiction = 100;
constexpr double kDrift = 0.1;     // tolerances, of a row left out: worth a restart with it
constexpr double kMuchBetter = 2;  // times larger σ: worth a restart

}  // namespace

/// The integrator of the rows that `at` keeps, started at its state.
void Simulation::enter(const Assembly& at) {
  pastRemarks_ = choices();
  pastUntested_ = untestedErrors();
  integrator_.reset();
  ahead_.reset();
  selection_.reset();
  integrated_ = &system_;
  State initial = at.state;
  if (static_cast<int>(at.independentRows.size()) < system_.constraintCount()) {
    selection_ = std::make_unique<RowSelection>(system_, at.independentRows);
    integrated_ = selection_.get();
    initial.lambda = at.state.lambda(at.independentRows);
    system_.moveTo(initial.t, initial.q, initial.v);
    rowSize_ = rowSizes(system_);
    gap_.resize(rowSize_.size());
    jacobian_.resize(system_.constraintPattern().nonZeros());
  }
  leftOut_ = at.redundantRows;
  integrator_ = makeIntegrator(*integrated_, options_, work_);
  const double interval = options_.endTime - options_.startTime;
  double h = options_.initialStep > 0 ? options_.initialStep : integrator_->defaultFirstStep(interval);
  if (options_.maxStep > 0) h = std::min(h, options_.maxStep);
  if (options_.fixedStep > 0) h = options_.fixedStep;
  if (!startAtFixedOrder(initial, h)) {
    integrator_->start(initial, h);
    plan_ = {h, 1, "start"};
  }
  beginning_ = true;
  interpolated_ = initial;
  ahead_ = std::make_unique<MotionAhead>(*integrated_);
  ahead_->begin(initial);
  guard_.start(*integrated_, system_, initial);
  if (watch_) watch_->useRows(*integrated_, keptRows());
  clear_.fill(initial);
  triedCloseness_ = std::numeric_limits<double>::infinity();
}

/// A method with memory at an order of the user's choice begins with a past, where the motion can be
/// continued backwards.
bool Simulation::startAtFixedOrder(const State& at, double h) {
  if (options_.fixedOrder < 2) return false;
  const auto past = pastAtFixedOrder(*integrated_, at, h, options_.fixedOrder);
  if (past.empty()) return false;
  integrator_->startFrom(past, h, options_.fixedOrder);
  plan_ = {h, options_.fixedOrder, "fixed order"};
  return true;
}

/// A start in a singular configuration: the first step leads to the nearest regular point of the motion;
/// without motion, the run starts beside it.
bool Simulation::startFromSingular() {
  if (assembly_.immovable) {
    finish(Termination::AssemblyFailed,
           "Nothing can move from the start position. " + assembly_.warnings.front());
    return false;
  }
  if (auto regular = departure(system_, assembly_)) {
    departure_ = std::move(regular);
    return true;
  }
  for (const NearbyStart& nearby : nearbyStarts(system_, assembly_.state.t, assembly_.state.q)) {
    const State& at = assembly_.state;
    Assembly beside =
        assembleBeside(system_, {.t = at.t, .q = nearby.q, .v = at.v, .exactQ = {}, .exactV = {}});
    if (!beside.consistent || beside.independentRows.size() <= assembly_.independentRows.size()) continue;
    beside.warnings = assembly_.warnings;
    beside.warnings.push_back("The run starts beside the singular position: " + nearby.description + ".");
    beside.singularStart = true;
    assembly_ = std::move(beside);
    return true;
  }
  finish(Termination::AssemblyFailed,
         "The start is a singular position, and no way out of it was found. Start from another position.");
  return false;
}

/// An accepted step that the chosen method did not make.
void Simulation::leap(const Assembly& to, const char* reason) {
  leapFrom_ = state_;
  record_.h = to.state.t - state_.t;
  state_ = to.state;
  record_.t = state_.t;
  record_.order = 0;
  record_.orderReason = reason;
  record_.newtonIterations = 0;
  record_.restarted = record_.loweredForStability = false;
  record_.rate = record_.error = 0;
  record_.dominantCoordinate = -1;
  record_.rejections = rejections_;
  ++counts_.steps;
  enter(to);
  leapt_ = nearSingular_ = true;
}

/// A passage is an event of the run to those who look at it: plots and the timeline mark it.
void Simulation::markPassage(double t) {
  events_.push_back({t, guard_.dependentRows(), "depend on other constraints: a singular configuration"});
}

/// Whether a leap from t0 would pass an event, which must be crossed at its time.
bool Simulation::eventWithin(const Integrator& leap, double t0) const {
  if (!watch_->active()) return false;
  const double t1 = leap.state().t;
  return watch_->nextTimeEvent(t0, t1 - t0) < t1 ||
         watch_->findStateEvent(t0, t1, [&](double t, State& out) { leap.interpolate(t, out); });
}

/// The last states farther from singular configurations than each distance.
void Simulation::keepClearState() {
  for (std::size_t i = 0; i < clear_.size(); ++i) {
    if (guard_.closeness() <= kClear[i]) continue;
    clear_[i].t = state_.t;
    clear_[i].q = state_.q;
    clear_[i].v = state_.v;
  }
}

/// Where steps fail near a singular configuration: over it from the last state at a distance, where the state
/// can be trusted fully; then from nearer ones, which tight tolerances may need.
bool Simulation::passSingularity(double looseness) {
  guard_.examine(state_);
  if (guard_.closeness() > kNear || options_.method == "kinematics") return false;
  // Motions go on behind; an equation of a controller may end there, and the other side would be another of
  // its solutions.
  for (int i = 0; i < system_.coordinateCount(); ++i)
    if (system_.role(i) == DaeSystem::Role::Variable) return false;
  for (std::size_t i = 0; i < clear_.size(); ++i)
    if ((i == 0 || clear_[i].t > clear_[i - 1].t) && leapFrom(clear_[i], looseness)) return true;
  return false;
}

/// Steps that become shorter than the way to a singular configuration would end ever nearer to it, where what
/// they leave of the constraints spoils their velocities although nothing fails. Where the motion meets it
/// exactly, it goes straight on: then a leap is better than such steps. Where it may be missed, the steps
/// have to find the branch.
bool Simulation::leapAhead() {
  constexpr double kCloser = 0.5, kSteps = 2;
  const double near = integrator_->nearestToSingular(), singular = guard_.expectedTime();
  if (guard_.closeness() >= near) triedCloseness_ = std::numeric_limits<double>::infinity();
  if (guard_.closeness() >= near || guard_.closeness() > kCloser * triedCloseness_) return false;
  if (!(singular < options_.endTime) || plan_.h > kSteps * (singular - state_.t)) return false;
  triedCloseness_ = guard_.closeness();
  return guard_.meetsExactly(state_) && passSingularity(1);
}

/// One step of a method of high order. Its nodes lie on both sides and need neither the multipliers, which
/// can grow without limit in between, nor a Newton iteration for them; the motion is smooth, and the error
/// test keeps it on the branch of its velocities. From the far side the chosen method starts afresh.
bool Simulation::leapFrom(const State& clear, double looseness) {
  DaeSystem& rows = selection_ ? static_cast<DaeSystem&>(*selection_) : system_;
  const double singular = guard_.expectedTime(), remaining = options_.endTime - clear.t;
  const double leastEnd = singular < options_.endTime ? singular + 0.3 * (singular - clear.t) : state_.t;
  State from = clear;
  // those of an implicit method carry its iteration's errors
  if (!solveAccelerations(rows, from)) return false;
  // Long leaps first: the farther the nodes lie from the singular configuration, the less they notice of it.
  // Where collocation does not converge, extrapolation may still arrive.
  constexpr double kShrink = 0.85;
  const auto longest = [&](double way) {
    return std::min(way / std::max(guard_.speed(from), way / remaining), remaining);
  };
  // of the longest: what so short a leap does not reach beyond, no leap does
  constexpr double kShortest = 1e-4;
  const double least = std::max(std::max(leastEnd, state_.t) - clear.t, kShortest * longest(kLongestLeap));
  bool extrapolated = false;
  for (double h = longest(kLongestLeap);; h *= kShrink) {
    if (!(h > least) && !extrapolated) {
      extrapolated = true;
      h = longest(kLongestExtrapolated);
    }
    if (!(h > least)) return false;
    const IntegratorSettings settings{.rtol = looseness * usedRtol(options_),
                                      .atol = looseness * usedAtol(options_)};
    crossing_ = extrapolated ? makeGbs(rows, settings, work_) : makeCollocation(rows, settings, work_);
    crossing_->start(from, h);
    if (crossing_->attempt(h).status != AttemptStatus::Success) continue;
    crossing_->accept();
    if (eventWithin(*crossing_, from.t)) continue;
    Assembly beyond;
    beyond.state = crossing_->state();
    if (selection_) {
      beyond.state.lambda.resize(system_.constraintCount());
      selection_->expand(crossing_->state().lambda, beyond.state.lambda);
    }
    beyond.independentRows = keptRows();
    beyond.redundantRows = leftOut_;
    if (singular < clear.t + h) {
      markPassage(singular);
      State there = from;
      crossing_->interpolate(singular, there);
      guard_.noteCrossing(singular, there.q, "the run stepped over",
                          looseness > 1 ? ", and the tolerance was kept to a factor of 30 only" : "");
    }
    beforePassage_ = clear_;
    crossedSelection_ = std::move(selection_);  // the dense output of the step refers to it
    leap(beyond, "over a singular configuration");
    return true;
  }
}

/// The energy balance of a passage cannot tell a wrong branch from a quadrature of powers that the pole of
/// the reactions spoils (those of drivers). Two unrelated ways to the same state can.
bool Simulation::passageConfirmed(double tolerance) {
  constexpr int kMostAttempts = 40;
  constexpr double kShrink = 0.7;
  DaeSystem& rows = selection_ ? static_cast<DaeSystem&>(*selection_) : system_;
  ErrorWeights weights(rows, tolerance, tolerance);
  weights.start(state_.q, state_.v);
  for (State& from : beforePassage_) {
    if (!(from.t < state_.t) || !solveAccelerations(rows, from)) continue;
    const auto other = makeCollocation(rows, {.rtol = 0.1 * tolerance, .atol = 0.1 * tolerance}, work_);
    double h = state_.t - from.t;
    other->start(from, h);
    for (int attempts = 0; attempts < kMostAttempts && other->state().t < state_.t; ++attempts) {
      if (other->attempt(std::min(h, state_.t - other->state().t)).status == AttemptStatus::Success)
        other->accept();
      else h *= kShrink;
    }
    if (other->state().t < state_.t * (1 - 1e-12)) continue;
    return weights.positionNorm(other->state().q - state_.q) <= 1 &&
           weights.velocityNorm(other->state().v - state_.v) <= 1;
  }
  return false;
}

/// Redundant rows: when those that are kept come close to being dependent, others may serve better. A
/// holonomic row that was left out for nonholonomic ones drifts, and is taken back where it can be.
void Simulation::reselectRows() {
  if (leftOut_.empty()) return;
  const bool mixed = system_.holonomicCount() < system_.constraintCount();
  const double enough = mixed ? kWeakMixedRows : kWeakRows;
  const bool weak = guard_.closeness() <= enough && guard_.sigma() <= std::max(enough, 0.5) * triedSigma_;
  const bool drifts = mixed && leftOutGap_ > std::max(kDrift * tolerance(), 2 * triedGap_);
  if (!weak && !drifts) return;
  if (weak) triedSigma_ = guard_.sigma();
  if (drifts) triedGap_ = leftOutGap_;
  const Assembly here =
      assemble(system_, {.t = state_.t, .q = state_.q, .v = state_.v, .exactQ = {}, .exactV = {}});
  if (!here.consistent || here.singularStart || here.independentRows == selection_->rows()) return;
  if (watch_ && !watch_->keepsStops(here.independentRows)) return;
  RowSelection candidate(system_, here.independentRows);
  SingularityWatch watch(candidate);
  watch.start(state_.t, state_.q, state_.v);
  const double sigma = std::abs(watch.follow(state_.t, state_.q, state_.v));
  if (!drifts && sigma < kMuchBetter * guard_.sigma()) return;
  triedSigma_ = std::numeric_limits<double>::infinity();
  triedGap_ = 0;
  if (!drifts)
    guard_.note(state_.t,
                "the redundant constraints were selected anew: " + namesOf(system_, here.redundantRows) +
                    " are left out instead of " + namesOf(system_, leftOut_));
  state_ = here.state;
  enter(here);
}

/// Other coordinates where the present ones come near a singularity of their parametrisation (000 §5.2). It
/// happens between two steps, so that every step and its dense output are in one chart. A method with memory
/// takes its past along; the others begin anew with the step they had.
void Simulation::changeChart() {
  system_.moveTo(state_.t, state_.q, state_.v);
  if (offers_.charts.strain() < 1) return;
  const std::string name = offers_.charts.change();
  if (name.empty()) {
    if (!strained_) strained_ = state_.t;
    return;
  }
  const auto map = [this](VectorRef q, VectorRef v, VectorRef a) { offers_.charts.toPresent(q, v, a); };
  State here = integrator_->state();
  map(here.q, here.v, here.a);
  if (!integrator_->changeChart(map)) {
    double h = plan_.h;
    if (!integrator_->startsItself())
      h = std::min(h, integrator_->defaultFirstStep(options_.endTime - options_.startTime));
    integrator_->start(here, h);
    beginning_ = true;
    plan_ = {h, 1, "restart in other coordinates"};
  }
  copyState(here);
  eventState_ = here;
  guard_.start(*integrated_, system_, here);
  clear_.fill(here);
  events_.push_back({state_.t, "coordinates", "change to " + name});
}

/// Rows that agreed with the others at the start are left out then; whether they still do must be seen at
/// every step: a second driver of the same joint may begin to differ.
bool Simulation::leftOutRowsHold() {
  if (leftOut_.empty()) return true;
  const double limit = kContradiction * tolerance();
  leftOutGap_ = 0;
  const int holonomic = system_.holonomicCount();
  system_.moveTo(state_.t, state_.q, state_.v);
  system_.constraints(gap_);
  for (const int row : leftOut_) {
    if (row >= holonomic) break;
    leftOutGap_ = std::max(leftOutGap_, std::abs(gap_[row]) / rowSize_[row]);
    if (!(std::abs(gap_[row]) <= limit * rowSize_[row])) contradicted_ = row;
  }
  if (leftOut_.back() >= holonomic && contradicted_ < 0) {
    double speed = std::max(1 / system_.timeScale(), scaledSize(state_.v, scale_));
    // velocities carry the error of the positions over a step
    if (options_.index == 3) speed += 1 / record_.h;
    system_.constraintJacobian(jacobian_.data());
    system_.constraintTimeDerivative(gap_);
    addProduct(system_.constraintPattern(), jacobian_.data(), state_.v, 1, gap_);
    for (const int row : leftOut_)
      if (row >= holonomic && !(std::abs(gap_[row]) <= limit * speed * rowSize_[row])) contradicted_ = row;
  }
  return contradicted_ < 0;
}

double Simulation::tolerance() const { return std::max(usedRtol(options_), usedAtol(options_)); }

std::string Simulation::describeContradiction() const {
  char text[96];
  std::snprintf(text, sizeof text, "At t = %.9g s the constraints contradict each other: ", state_.t);
  std::string message =
      text + system_.constraintName(contradicted_) + ", which followed from the others before";
  constexpr int kMostRows = 400;
  if (system_.constraintCount() <= kMostRows) {
    std::vector<double> jacobian(jacobian_.size());
    system_.constraintJacobian(jacobian.data());
    const std::vector<int> others =
        rowsThatImply(system_.constraintPattern(), jacobian, scale_, contradicted_, selection_->rows());
    if (!others.empty()) message += ", and " + namesOf(system_, others);
  }
  return message + " cannot hold together any longer. Remove one of them or make the data agree.";
}

/// Between the ends of a leap: a polynomial of a long step, and therefore brought back onto the constraints
/// where they allow it.
void Simulation::interpolateLeap(double t, State& out) const {
  interpolateAlong(t, out);
  if (integrated_->holonomicCount() < integrated_->constraintCount()) return;
  const Vector q = out.q, v = out.v;
  const Vector weight = scale_.array().square().inverse();
  if (!projectPositions(*integrated_, t, v, weight, q, out.q) ||
      !(scaledSize(out.q - q, scale_) < kLongestCorrection)) {
    out.q = q;
    return;
  }
  if (!projectVelocitiesByMass(*integrated_, out, v)) out.v = v;
}

void Simulation::interpolateAlong(double t, State& out) const {
  if (crossing_) {
    State inner = crossing_->state();
    crossing_->interpolate(t, inner);
    return copyWithAllRows(crossedSelection_.get(), inner, out);
  }
  const double s = (t - leapFrom_.t) / (state_.t - leapFrom_.t);
  quinticHermite(leapFrom_, state_, t, out.q);
  quinticHermiteRate(leapFrom_, state_, t, out.v);
  out.a = (1 - s) * leapFrom_.a + s * state_.a;
  out.lambda = (1 - s) * leapFrom_.lambda + s * state_.lambda;
}

void Simulation::addSingularWarnings(std::vector<std::string>& warnings) const {
  constexpr std::size_t kMostLines = 4;
  const std::vector<SingularPoint>& points = guard_.points();
  for (std::size_t i = 0; i < std::min(points.size(), kMostLines); ++i) warnings.push_back(points[i].text);
  if (points.size() > kMostLines)
    warnings.push_back("And " + std::to_string(points.size() - kMostLines) +
                       " more such places, the last: " + points.back().text);
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/passage.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "solvers/analyses/departure.h"
#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/scales.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/explicit/explicit_method.h"
#include "solvers/integrators/implicit_runge_kutta/collocation.h"

namespace holonom {
namespace {

constexpr std::array kClear{0.08, 0.03, 0.01};  // σ, of its largest value
constexpr double kNearSingular = 0.1;           // σ, of its largest value: near a singular configuration
constexpr double kLongestLeap = 0.5, kLongestExtrapolated = 1.5;  // rad, or parts of the model's size
// of the longest: what so short a leap does not reach beyond, no leap does
constexpr double kShortest = 1e-4;

}  // namespace

Passage::Passage(Course& course, Events events) : course_(course), events_(std::move(events)) {}

std::optional<Assembly> Passage::departure(Assembly& start, std::string& failure) {
  DaeSystem& system = course_.system;
  if (start.immovable) {
    failure = tr("Nothing can move from the start position. {}", start.warnings.front());
    return std::nullopt;
  }
  const State at = start.state;
  // At a regular place near the start the guard learns how large σ usually is.
  if (auto regular = holonom::departure(system, start)) {
    RowSelection rows(system, start.independentRows);
    guard_.start(rows, system, at);
    return regular;
  }
  for (const NearbyStart& nearby : nearbyStarts(system, at.t, at.q)) {
    Assembly beside =
        assembleBeside(system, {.t = at.t, .q = nearby.q, .v = at.v, .exactQ = {}, .exactV = {}});
    if (!beside.consistent || beside.independentRows.size() <= start.independentRows.size()) continue;
    beside.warnings = start.warnings;
    beside.warnings.push_back(tr("The run starts beside the singular position: {}.", nearby.description));
    beside.singularStart = true;
    start = std::move(beside);
    return std::nullopt;
  }
  failure =
      tr("The start is a singular position, and no way out of it was found. Start from another position.");
  return std::nullopt;
}

Leap Passage::depart(const Assembly& regular) const {
  return {regular, Text("out of a singular configuration"),
          std::make_unique<LeapCurve>(course_.state, regular.state, nullptr, nullptr)};
}

void Passage::enter(const State& at) {
  guard_.start(course_.steps.rows(), course_.system, at);
  clear_.fill(at);
  triedCloseness_ = std::numeric_limits<double>::infinity();
}

bool Passage::accepted() {
  const std::size_t known = guard_.points().size();
  nearSingular_ = guard_.follow(course_.state);
  if (nearSingular_) beforePassage_ = clear_;
  if (nearSingular_ && guard_.points().size() > known) mark(guard_.points().back().t);
  for (std::size_t i = 0; i < clear_.size(); ++i) {
    if (guard_.closeness() <= kClear[i]) continue;
    clear_[i].t = course_.state.t;
    clear_[i].q = course_.state.q;
    clear_[i].v = course_.state.v;
  }
  return nearSingular_;
}

/// Steps that become shorter than the way to a singular configuration would end ever nearer to it, where what
/// they leave of the constraints spoils their velocities although nothing fails. Where the motion meets it
/// exactly, it goes straight on: then a leap is better than such steps. Where it may be missed, the steps
/// have to find the branch.
std::optional<Leap> Passage::leapAhead() {
  constexpr double kCloser = 0.5, kSteps = 2;
  if (course_.options.fixedStep > 0) return std::nullopt;
  const double near = course_.steps.properties().nearestToSingular, singular = guard_.expectedTime();
  if (guard_.closeness() >= near) triedCloseness_ = std::numeric_limits<double>::infinity();
  if (guard_.closeness() >= near || guard_.closeness() > kCloser * triedCloseness_) return std::nullopt;
  if (!(singular < course_.options.endTime) || course_.steps.plan().h > kSteps * (singular - course_.state.t))
    return std::nullopt;
  triedCloseness_ = guard_.closeness();
  return guard_.meetsExactly(course_.state) ? leapOver() : std::nullopt;
}

/// From the last state at a distance, where the state can be trusted fully; then from nearer ones, which
/// tight tolerances may need.
std::optional<Leap> Passage::leapOver() {
  const DaeSystem& system = course_.system;
  if (course_.options.fixedStep > 0) return std::nullopt;
  guard_.examine(course_.state);
  if (guard_.closeness() > kNearSingular || methodOf(course_.options).role == MethodRole::Prescribed)
    return std::nullopt;
  // Motions go on behind; an equation of a controller may end there, and the other side would be another of
  // its solutions.
  for (int i = 0; i < system.coordinateCount(); ++i)
    if (system.role(i) == DaeSystem::Role::Variable) return std::nullopt;
  for (std::size_t i = 0; i < clear_.size(); ++i) {
    if (i > 0 && clear_[i].t <= clear_[i - 1].t) continue;
    if (auto leap = leapFrom(clear_[i])) return leap;
  }
  return std::nullopt;
}

/// One step of a method of high order. Its nodes lie on both sides and need neither the multipliers, which
/// can grow without limit in between, nor a Newton iteration for them; the motion is smooth, and the error
/// test keeps it on the branch of its velocities. From the far side the chosen method starts afresh.
std::optional<Leap> Passage::leapFrom(const State& clear) {
  const double end = course_.options.endTime, singular = guard_.expectedTime(), remaining = end - clear.t;
  const double leastEnd = singular < end ? singular + 0.3 * (singular - clear.t) : course_.state.t;
  State from = clear;
  // those of an implicit method carry its iteration's errors
  if (!solveAccelerations(course_.steps.rows(), from)) return std::nullopt;
  const auto longest = [&](double way) {
    return std::min(way / std::max(guard_.speed(from), way / remaining), remaining);
  };
  const double least =
      std::max(std::max(leastEnd, course_.state.t) - clear.t, kShortest * longest(kLongestLeap));
  // Long leaps first: the farther the nodes lie from the singular configuration, the less they notice of it.
  // Where collocation does not converge, extrapolation may still arrive.
  constexpr double kShrink = 0.85;
  for (const bool wellKnown : {true, false})
    for (const bool extrapolated : {false, true})
      for (double h = longest(extrapolated ? kLongestExtrapolated : kLongestLeap); h > least; h *= kShrink)
        if (auto leap = tryLeap(from, h, extrapolated, wellKnown)) return leap;
  return std::nullopt;
}

/// At the tightest tolerances what interpolates a leap may swing, though its end is right.
bool Passage::staysOnConstraints(DaeSystem& rows, const Integrator& method, double t, double h) const {
  constexpr int kPlaces = 8;
  constexpr double kFar = 1e-5;  // of the size of the model, and of its speed
  State at = method.state();
  Vector level(rows.constraintCount());
  std::vector<double> jacobian(rows.constraintPattern().nonZeros());
  for (int k = 1; k < kPlaces; ++k) {
    method.interpolate(t + k * h / kPlaces, at);
    rows.moveTo(at.t, at.q, at.v);
    rows.constraintJacobian(jacobian.data());
    const Vector size = rowSizes(rows, jacobian, course_.scale);
    rows.constraints(level);
    if (!(level.cwiseQuotient(size).cwiseAbs().maxCoeff() <= kFar)) return false;
    rows.constraintTimeDerivative(level);
    addProduct(rows.constraintPattern(), jacobian.data(), at.v, 1, level);
    const double speed = scaledSize(at.v, course_.scale) + scaledSize(method.state().v, course_.scale);
    if (!(level.cwiseQuotient(size).cwiseAbs().maxCoeff() <= kFar * speed)) return false;
  }
  return true;
}

/// `wellKnown`: only one whose motion on the way its method can tell; else the polynomial of degree 5 may.
std::optional<Leap> Passage::tryLeap(const State& from, double h, bool extrapolated, bool wellKnown) {
  Stepping& steps = course_.steps;
  const IntegratorSettings settings{.rtol = usedRtol(course_.options), .atol = usedAtol(course_.options)};
  auto method = extrapolated ? makeGbs(steps.rows(), settings, steps.work())
                             : makeCollocation(steps.rows(), settings, steps.work());
  method->start(from, h);
  if (method->attempt(h).status != AttemptStatus::Success) return std::nullopt;
  method->accept();
  const bool staysOn = staysOnConstraints(steps.rows(), *method, from.t, h);
  if (wellKnown && !staysOn) return std::nullopt;
  State kept;
  if (events_(MethodCurve(*method, steps.selection().get(), kept, from.t))) return std::nullopt;
  if (guard_.expectedTime() < from.t + h) noteCrossing(from, *method);
  beforePassage_ = clear_;
  Leap leap{.to = {}, .reason = Text("over a singular configuration"), .curve = nullptr};
  leap.to.state = method->state();
  leap.to.state.lambda.resize(course_.system.constraintCount());
  steps.expand(method->state(), leap.to.state);
  leap.to.independentRows = steps.keptRows();
  leap.to.redundantRows = steps.leftOut();
  if (!staysOn) method.reset();
  leap.curve = std::make_unique<LeapCurve>(from, leap.to.state, std::move(method), steps.selection());
  return leap;
}

void Passage::noteCrossing(const State& from, const Integrator& method) {
  const double singular = guard_.expectedTime();
  mark(singular);
  State there = from;
  method.interpolate(singular, there);
  guard_.noteCrossing(singular, there.q, Text("the run stepped over {}"));
}

/// A passage is an event of the run to those who look at it: plots and the timeline mark it.
void Passage::mark(double t) {
  course_.journal.events().push_back(
      {t, guard_.dependentRows(), Text("depend on other constraints: a singular configuration")});
}

/// The energy balance of a passage cannot tell a wrong branch from a quadrature of powers that the pole of
/// the reactions spoils (those of drivers). Two unrelated ways to the same state can.
bool Passage::isConfirmed(double tolerance) {
  constexpr int kMostAttempts = 40;
  constexpr double kShrink = 0.7;
  DaeSystem& rows = course_.steps.rows();
  const State& state = course_.state;
  ErrorWeights weights(rows, tolerance, tolerance);
  weights.start(state.q, state.v);
  for (State& from : beforePassage_) {
    if (!(from.t < state.t) || !solveAccelerations(rows, from)) continue;
    const auto other =
        makeCollocation(rows, {.rtol = 0.1 * tolerance, .atol = 0.1 * tolerance}, course_.steps.work());
    double h = state.t - from.t;
    other->start(from, h);
    for (int attempts = 0; attempts < kMostAttempts && other->state().t < state.t; ++attempts) {
      if (other->attempt(std::min(h, state.t - other->state().t)).status == AttemptStatus::Success)
        other->accept();
      else h *= kShrink;
    }
    if (other->state().t < state.t * (1 - 1e-12)) continue;
    return weights.positionNorm(other->state().q - state.q) <= 1 &&
           weights.velocityNorm(other->state().v - state.v) <= 1;
  }
  return false;
}

bool Passage::leadsOn() {
  constexpr double kAhead = 1e-3;  // of the interval
  DaeSystem& rows = course_.steps.rows();
  const State& state = course_.state;
  if (rows.constraintCount() < course_.system.coordinateCount()) return true;
  const Vector weight = course_.scale.array().square().inverse(), rest = Vector::Zero(state.v.size());
  const double t = state.t + kAhead * course_.interval();
  Vector q = state.q;
  for (const State& from : beforePassage_)
    if (from.q.size() == q.size() && projectPositions(rows, t, rest, weight, from.q, q)) return true;
  return projectPositions(rows, t, rest, weight, state.q, q);
}

}  // namespace holonom

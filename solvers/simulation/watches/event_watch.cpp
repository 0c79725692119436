// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/event_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/text.h"
#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/scales.h"
#include "solvers/nonlinear/bracketed_root.h"
#include "solvers/simulation/loop/narration.h"
#include "solvers/simulation/watches/rates.h"

namespace holonom {
namespace {

constexpr double kRounding = 8 * kEpsilon;  // of the largest value of a function

}  // namespace

EventWatch::EventWatch(DaeSystem& system, double interval, double tolerance)
    : system_(system), switches_(system.offers().switches), stops_(system.offers().stops),
      samples_(system.offers().samples), interval_(interval), modes_(switches_.count(), 1),
      previousModes_(modes_), held_(Vector::Zero(samples_.count())), previousHeld_(held_),
      contacts_(system, tolerance), previousClosed_(modes_.size(), 0), fresh_(modes_.size(), 0),
      located_(modes_.size(), 0), struck_(modes_.size(), 0), isImpact_(modes_.size(), 0),
      ofTime_(modes_.size(), 0), times_(switches_, interval),
      search_(system, switches_.count(), StepSearch::kEvaluations,
              [this](const State& at, Vector& values) {
                evaluate(at);
                values = values_;
              }),
      values_(Vector::Zero(switches_.count())), normal_(Vector::Zero(system.coordinateCount())),
      scale_(coordinateScales(system)), positionWeight_(scale_.array().square().inverse()),
      recentTimes_(kCrowd, -std::numeric_limits<double>::infinity()) {
  probe_.q = probe_.v = probe_.a = Vector::Zero(system.coordinateCount());
  probe_.lambda = Vector::Zero(system.constraintCount());
  for (int i = 0; i < switches_.count(); ++i) ofTime_[i] = switches_.isOfTime(i);
  timed_ = std::isfinite(samples_.next(-std::numeric_limits<double>::max()));
}

EventWatch::~EventWatch() = default;

void EventWatch::useRows(DaeSystem& independent, const std::vector<int>& rows) {
  independent_ = used_ = &independent;
  rows_ = usedRows_ = rows;
  if (!contacts_.any()) return;
  contacts_.follow(rows);
  open_ = std::make_unique<RowSelection>(system_, contacts_.otherRows(rows));
}

/// Values of all functions. Of closed stops it is the force that holds them, from the equations and not from
/// the method, whose multipliers may carry errors of a lower order.
void EventWatch::evaluate(const State& state) {
  if (contacts_.holds()) {
    reaction_ = state;
    if (!solveAccelerations(*independent_, reaction_))
      reaction_.lambda.setOnes(independent_->constraintCount());
  }
  system_.moveTo(state.t, state.q, state.v);
  switches_.values(values_);
  contacts_.watch(reaction_.lambda, rows_, values_);
}

bool EventWatch::begin(State& state, double firstStep, std::vector<Event>& events) {
  switches_.setModes({});
  samples_.initial(held_);
  samples_.hold(held_);
  const bool sampled = takeSamples(state);
  evaluate(state);
  std::vector<int> zero;
  Vector normal(state.v.size());
  double restitution;
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
    isImpact_[i] = stops_.hits(i, normal, restitution);
    if (isImpact_[i] && values_[i] < -1e-6 * reach(normal, scale_))
      return fail(
          state.t,
          tr("{}: the mechanism, its joints closed, begins {} (m or rad) behind the stop. Move the stop or "
             "the start.",
             switches_.name(i), significant(-values_[i], 3)));
    modes_[i] = isImpact_[i] || values_[i] >= 0 ? 1 : -1;
    if (values_[i] == 0 && !isImpact_[i]) zero.push_back(i);
  }
  previousModes_ = modes_;
  previousHeld_ = held_;
  switches_.setModes(modes_);
  if (sampled && !settleSamples(state)) return false;
  if (!zero.empty()) {
    if (!solveAccelerations(*independent_, state))
      return fail(state.t, tr("the accelerations cannot be computed."));
    if (!chooseByDirection(state, kProbe * firstStep, zero)) return false;
  }
  if (!contacts_.any()) return true;
  openStops();
  return hit(state, events) && closeStops(state, &events);
}

/// Whether function i goes the way of its mode a little later.
bool EventWatch::goesOn(int i, const State& state, double probe) {
  probe_ = state;
  moveAlong(probe_, std::max(probe, 64 * kEpsilon * std::abs(state.t)));
  evaluate(probe_);
  return consistent(i, values_[i]);
}

/// A function that has just changed its sign, or begins at zero, goes the way of its new mode in the motion
/// of that mode; else it only touched zero and keeps the old one. Where the motion of either mode leads back,
/// the system cannot leave the border: it would switch without end.
bool EventWatch::chooseByDirection(State& state, double probe, const std::vector<int>& candidates) {
  for (const int i : candidates) {
    fresh_[i] = 1;
    if (goesOn(i, state, probe)) continue;
    modes_[i] = static_cast<signed char>(-modes_[i]);
    switches_.setModes(modes_);
    if (!settle(state)) return false;
    if (goesOn(i, state, probe)) continue;
    return fail(
        state.t,
        tr("{} switches to and fro without end: either branch leads back to the other, as dry friction does "
           "at rest. Give the change a width, for example tanh(x/width) instead of sign(x).",
           switches_.name(i)));
  }
  return true;
}

double EventWatch::nextTimeEvent(double t, double span) {
  double first = samples_.next(t);
  if (first > t + span + 4 * kEpsilon * std::max(std::abs(t + span), span)) first = SwitchTimes::kNever;
  return std::min(first, times_.next(t, std::min(t + span, first), modes_));
}

/// Rate of the distance from an ideal stop.
double EventWatch::rateAt(int i, double t, const StepCurve& step) {
  double restitution;
  step.at(t, probe_);
  system_.moveTo(t, probe_.q, probe_.v);
  stops_.hits(i, normal_, restitution);
  return normal_.dot(probe_.v);
}

/// Of the values of function i. The distance from an ideal stop has that of the coordinates, which may be
/// many times as large: an angle of 3.6 rad beside bounces of 1e-9 rad.
double EventWatch::roundingOf(int i, const StepCurve& step) {
  double size = search_.size(i);
  if (isImpact_[i] && !contacts_.isClosed(i)) {  // of a closed one it is the push
    rateAt(i, search_.left(), step);
    size = std::max(size, normal_.cwiseAbs().dot(probe_.q.cwiseAbs()));
  }
  return kRounding * size;
}

/// Where function i, with the sign of its mode at the begin of the present interval, has lost it at its end:
/// the place just behind, or exactly on it.
double EventWatch::locate(int i, bool first, double tolerance, const StepCurve& step) {
  const double left = search_.left(), right = search_.right(), atRight = search_.atRight()[i];
  if (atRight == 0) return right;
  double from = left, atLeft = search_.atLeft()[i];
  // Near the zero that it left at the last event the sign may be lost in rounding; it has the right one soon
  // after, however short its way out is: a step may hold many of the last bounces of a body.
  const double mode = modes_[i], rounding = first ? roundingOf(i, step) : 0;
  for (double fraction = std::min(1e-6, tolerance / (right - left));
       first && atLeft * mode <= rounding && fraction < 0.5; fraction *= 4) {
    const double at = left + fraction * (right - left), value = search_.at(i, at);
    if (value * mode <= std::max(atLeft * mode, 0.0)) continue;
    from = at;
    atLeft = value;
  }
  if (!(atLeft * modes_[i] > 0)) {
    const double out = isImpact_[i] && !contacts_.isClosed(i) ? rateAt(i, left, step) : 0;
    const double in = out > 0 ? rateAt(i, right, step) : 0;
    if (!(in < 0)) return left + 1e-6 * (right - left);
    // Never really in front of the stop: where it turns back.
    return narrowBracket([&](double t) { return rateAt(i, t, step); }, {left, right, out, in}, tolerance)
        .right;
  }
  return narrowBracket([&](double t) { return search_.at(i, t); }, {from, right, atLeft, atRight}, tolerance)
      .right;
}

/// The first change in an interval of the search, with its functions in located_; those within the tolerance
/// count as one.
void EventWatch::lookFor(bool atStart, double tolerance, const StepCurve& step,
                         std::optional<double>& first) {
  const Vector &atLeft = search_.atLeft(), &atRight = search_.atRight();
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
    const bool becomesZero = atRight[i] == 0 && atLeft[i] != 0;
    if (ofTime_[i] || (consistent(i, atRight[i]) && !becomesZero)) continue;
    // Behind an ideal stop by rounding, or by the errors of the positions, and on the way out: no impact.
    if (isImpact_[i] && atLeft[i] <= 0 &&
        (atRight[i] > atLeft[i] || (!contacts_.isClosed(i) && rateAt(i, search_.right(), step) > 0)))
      continue;
    const double at = locate(i, atStart, tolerance, step);
    if (first && at > *first + tolerance) continue;
    if (first && at < *first - tolerance) std::fill(located_.begin(), located_.end(), 0);
    first = first ? std::min(*first, at) : at;
    located_[i] = 1;
  }
}

std::optional<double> EventWatch::findStateEvent(const StepCurve& step) {
  if (modes_.empty()) return std::nullopt;
  const double t0 = step.from(), t1 = step.to(), h = t1 - t0,
               tolerance = std::max(1e-11 * h, 4 * kEpsilon * std::max(std::abs(t0), std::abs(t1)));
  std::fill(located_.begin(), located_.end(), 0);
  std::optional<double> first;
  search_.begin(step, &ofTime_);
  for (bool atStart = true; !first && search_.next(); atStart = false)
    lookFor(atStart, tolerance, step, first);
  std::fill(fresh_.begin(), fresh_.end(), 0);
  if (!first) contacts_.leave(search_.atLeft());  // of the end
  return first;
}

double EventWatch::timeToEvent(const State& near, double step, bool& lost) {
  constexpr double kBeside = 1e-4;  // of the step
  const double beside = kBeside * step;
  probe_ = near;
  evaluate(probe_);
  const Vector before = values_;
  moveAlong(probe_, beside);
  evaluate(probe_);
  double span = std::numeric_limits<double>::quiet_NaN();
  lost = false;
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
    if (!located_[i]) continue;
    lost = lost || !(before[i] * modes_[i] > 0);
    const double until = -beside * before[i] / (values_[i] - before[i]);
    if (!(span < until)) span = until;
  }
  return span;
}

bool EventWatch::fail(double t, const std::string& why) {
  failure_ = narration::at(t, why);
  return false;
}

}  // namespace holonom

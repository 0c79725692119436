// SPDX-License-Identifier: GPL-3.0-or-later
// How a run meets the events that the system declares.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "solvers/analyses/row_selection.h"
#include "solvers/simulation/event_watch.h"
#include "solvers/simulation/front_watch.h"
#include "solvers/simulation/mark_watch.h"
#include "solvers/simulation/method_factory.h"
#include "solvers/simulation/pole_watch.h"
#include "solvers/simulation/restart_past.h"
#include "solvers/simulation/simulation.h"

namespace holonom {
namespace {

constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();

}  // namespace

/// The modes of the equations at the start; the integrator stands there already.
bool Simulation::beginEvents() {
  watch_ = std::make_unique<EventWatch>(system_, options_.endTime - options_.startTime,
                                        std::min(usedRtol(options_), usedAtol(options_)));
  watch_->useRows(*integrated_, keptRows());
  poles_ = std::make_unique<PoleWatch>(system_);
  before_ = state_;
  eventState_ = integrator_->state();
  timeEvent_ = std::numeric_limits<double>::quiet_NaN();
  restartPending_ = false;
  events_.clear();
  allEvents_.clear();
  endedBy_.clear();
  marks_ = std::make_unique<MarkWatch>(system_);
  fronts_ = std::make_unique<FrontWatch>(system_);
  fronts_->begin(state_);
  searchedAt_ = -kStepsBetweenSearches;
  betweenSearches_ = kStepsBetweenSearches;
  restartedAt_ = -std::numeric_limits<double>::infinity();
  if (!watch_->active()) {
    marks_->begin(state_);
    return true;
  }
  if (!watch_->begin(eventState_, plan_.h, events_)) {
    finish(Termination::EventFailed, watch_->failure());
    return false;
  }
  if (watch_->rowsChanged() && !departure_) enterBehindEvent();
  integrator_->start(eventState_, plan_.h);
  if (!departure_) copyState(eventState_);
  marks_->begin(state_);
  return true;
}

/// Looks for an event in the step just accepted, and crosses it. False: the run cannot go on.
bool Simulation::watchEvents(double stepStart) {
  const double tolerance = kRounding * std::max(std::abs(state_.t), record_.h);
  const bool timeEvent = state_.t >= timeEvent_ - tolerance;
  const auto interpolate = [this](double t, State& out) { integrator_->interpolate(t, out); };
  const auto found = watch_->findStateEvent(stepStart, state_.t, interpolate);
  if (found) {
    const auto t = *found < state_.t ? endStepAtEvent(*found, stepStart) : found;
    return t ? crossEvent(*t, *t - stepStart) : cutStep(stepStart);
  }
  return !timeEvent || crossEvent(timeEvent_, timeEvent_ - stepStart);
}

/// A method without memory makes its step anew up to the event, which lies elsewhere by the error of its
/// dense output. Behind it the step has followed a branch that is held beyond its end, and across y^1.5 or
/// y^0.5 no formula interpolates at its order. Returns a time just behind the event, where functions have the
/// signs that follow; none where the error test lets the step end before it, or only its dense output led
/// there.
std::optional<double> Simulation::endStepAtEvent(double t, double stepStart) {
  constexpr int kTries = 4;
  constexpr double kNear = 1e-2;  // of the step
  const double h = t - stepStart, exact = std::max(1e-11 * h, kRounding * std::abs(t));
  for (int i = 0; i < kTries; ++i) {
    const auto end = integrator_->endStepAt(t);
    if (!end) break;
    if (*end < t - exact) return std::nullopt;
    const double later = watch_->timeToEvent(integrator_->state(), h);
    if (!(std::abs(later) < kNear * h) && watch_->isBeforeEvent()) return std::nullopt;
    if ((later <= 0 && later >= -2 * exact) || !(std::abs(later) < kNear * h)) return *end;
    t += later + exact;
  }
  return std::min(t, integrator_->state().t);
}

/// The step ends before the event for which it was looked at.
bool Simulation::cutStep(double stepStart) {
  copyState(integrator_->state());
  plan_.h = record_.h = state_.t - stepStart;
  record_.t = state_.t;
  return true;
}

/// How far it is to the first kink on which a step of size h should end. A kink of size Δ inside a step makes
/// an error of c Δ h² in v that the estimates of high orders hardly see, with c by its place; steps end on
/// kinks where this would count. They go on behind without a restart: a method without memory loses nothing
/// then, and one with memory finds its past continuous up to the accelerations and judges by its error
/// estimate what order that is worth (see resources/docs/theory/events.md).
double Simulation::nextKnot(double h) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity(), kCounts = 2e-3, kBeyond = 1.25;
  const double until = state_.t + kBeyond * h;
  if (!(offers_.kinks.next(state_.t).t < until)) return kInfinity;
  system_.moveTo(state_.t, state_.q, state_.v);
  double size = 0;
  for (auto kink = offers_.kinks.next(state_.t); kink.t < until; kink = offers_.kinks.next(kink.t)) {
    size += kink.size;
    if (kCounts * size * h * h * system_.timeScale() > tolerance()) return kink.t - state_.t;
  }
  return kInfinity;
}

bool Simulation::crossEvent(double t, double step) {
  if (t < state_.t) {
    integrator_->interpolate(t, eventState_);
    copyState(eventState_);
  } else {
    eventState_ = integrator_->state();
  }
  eventState_.t = state_.t = t;
  before_ = state_;
  record_.t = t;
  record_.h = step;
  restartPending_ = true;
  if (!watch_->cross(eventState_, step, events_)) return false;
  copyBehindEvent();
  return true;
}

/// The rows of the present integrator.
std::vector<int> Simulation::keptRows() const {
  if (selection_) return selection_->rows();
  std::vector<int> all(system_.constraintCount());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// λ behind an event may have other rows than the integrator, where stops close or open.
void Simulation::copyBehindEvent() {
  if (!watch_->rowsChanged()) return copyState(eventState_);
  state_ = eventState_;
  state_.lambda = Vector::Zero(system_.constraintCount());
  state_.lambda(watch_->rows()) = eventState_.lambda;
}

/// Other rows from here on: a new integrator for them, with the step of the old one.
void Simulation::enterBehindEvent() {
  Assembly behind;
  const double h = plan_.h;
  copyBehindEvent();
  behind.state = state_;
  behind.independentRows = watch_->rows();
  behind.redundantRows = leftOut_;
  enter(behind);
  plan_.h = h;
  eventState_ = integrator_->state();
}

/// Records the named events within the step just made; the steps stay as they are. True: one of them ends the
/// run, and the step has been cut there.
bool Simulation::markEvents(double stepStart) {
  const State& end = restartPending_ ? before_ : state_;
  const auto found = marks_->follow(
      stepStart, end, [this](double t, State& out) { interpolate(t, out); }, events_);
  if (found) {
    endAt(*found, stepStart);
    return true;
  }
  if (!restartPending_ || termination_ == Termination::EventFailed) return false;
  showSide(false);
  const bool ended = marks_->jump(state_, events_);
  if (ended) endedBy_ = events_.back().name;
  return ended;
}

void Simulation::endAt(double t, double stepStart) {
  endedBy_ = events_.back().name;
  termination_ = Termination::Stopped;
  if (restartPending_ && watch_->rowsChanged()) {
    watch_->undo();
    eventState_ = integrator_->state();
  }
  if (t < (restartPending_ ? before_.t : state_.t)) {
    interpolate(t, before_);
    if (!leapt_) {  // back onto the constraints
      integrator_->interpolate(t, eventState_);
      eventState_.t = t;
      const State asInterpolated = before_;
      if (watch_->settle(eventState_)) copyState(eventState_);
      else state_ = asInterpolated;
    } else {
      state_ = before_;
    }
    state_.t = t;
  } else if (restartPending_) {
    state_ = before_;
  }
  if (restartPending_) watch_->showBefore();
  restartPending_ = false;
  record_.t = t;
  record_.h = t - stepStart;
}

void Simulation::noteEvents() {
  for (const Event& event : events_)
    if (allEvents_.size() < Summary::kMostEvents) allEvents_.push_back(event);
  counts_.events += static_cast<long>(events_.size());
  record_.events = events_;
}

/// Begins anew behind an event: a method without memory with the step it had, one with memory at its lowest
/// order.
void Simulation::restart() {
  restartPending_ = false;
  watch_->showBehind();
  if (watch_->rowsChanged()) enterBehindEvent();
  beginning_ = true;
  double h = options_.fixedStep > 0 ? options_.fixedStep : plan_.h;
  if (startAtFixedOrder(eventState_, h)) return fronts_->begin(eventState_);
  // Of a jump that is not declared no branch can be held behind it.
  const bool declared = std::none_of(events_.begin(), events_.end(), [](const Event& event) {
    return event.what == std::string_view(EventWatch::kJumpFound) ||
           event.what == std::string_view(EventWatch::kTurnsOver);
  });
  if (declared && options_.fixedStep == 0 && beginsFromPast(options_) && usual_ > 0) {
    constexpr int kOrder = 4;
    constexpr double kOfUsual = 0.5;
    double step = kOfUsual * usual_;
    const int order = std::min(kOrder, options_.maxOrder);
    const auto past = pastBehindEvent(*integrated_, eventState_, step, order, tolerance());
    if (!past.empty()) {
      integrator_->startFrom(past, step, order);
      plan_ = {step, order, "restart behind an event"};
      return;
    }
  }
  if (!integrator_->startsItself())
    h = std::min(h, integrator_->defaultFirstStep(options_.endTime - options_.startTime));
  fronts_->begin(eventState_);
  integrator_->start(eventState_, h);
  plan_ = {h, 1, "restart behind an event"};
}

void Simulation::showSide(bool before) const {
  if (!restartPending_) return;
  if (before) watch_->showBefore();
  else watch_->showBehind();
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
// How a run meets events: those that the system declares, and jumps that it does not.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/row_sizes.h"
#include "solvers/simulation/event_watch.h"
#include "solvers/simulation/mark_watch.h"
#include "solvers/simulation/simulation.h"

namespace holonom {
namespace {

constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();

}  // namespace

/// The modes of the equations at the start; the integrator stands there already.
bool Simulation::beginEvents() {
  watch_ = std::make_unique<EventWatch>(system_, *integrated_, options_.endTime - options_.startTime);
  before_ = state_;
  eventState_ = integrator_->state();
  timeEvent_ = std::numeric_limits<double>::quiet_NaN();
  restartPending_ = false;
  events_.clear();
  allEvents_.clear();
  endedBy_.clear();
  marks_ = std::make_unique<MarkWatch>(system_);
  searchedAt_ = -kStepsBetweenSearches;
  restartedAt_ = -std::numeric_limits<double>::infinity();
  if (!watch_->active()) {
    marks_->begin(state_);
    return true;
  }
  if (!watch_->begin(eventState_, plan_.h)) {
    finish(Termination::EventFailed, watch_->failure());
    return false;
  }
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
  if (found) return crossEvent(*found, *found - stepStart);
  return !timeEvent || crossEvent(timeEvent_, timeEvent_ - stepStart);
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
  copyState(eventState_);
  return true;
}

/// Records the named events within the step just made; the steps stay as they are. True: one of them ends the run, and the
/// step has been cut there.
bool Simulation::markEvents(double stepStart) {
  const State& end = restartPending_ ? before_ : state_;
  const auto found = marks_->follow(stepStart, end, [this](double t, State& out) { interpolate(t, out); }, events_);
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

/// A step that fails again and again although it became as small as its error asked for may lie across a jump that nobody
/// declared (000 §5.3). The error estimate tells: as a function of the step size it is continuous, and at a jump it is not.
/// Bisection finds where it passes the tolerance; there the sides differ by much, or the step was only too large. The
/// step that ends before the jump is accepted, and the run restarts behind it.
Simulation::Search Simulation::searchJump(double h, double error) {
  constexpr double kContrast = 3;
  double before = 0, behind = h, errorBefore = 0;
  int coordinate = -1;
  const double width = std::max(1e-9 * h, kRounding * std::max(std::abs(state_.t), h));
  searchedAt_ = counts_.steps;
  while (behind - before > width) {
    const double middle = before + 0.5 * (behind - before);
    const Attempt attempt = integrator_->attempt(middle);
    record_.jacobians += attempt.jacobians;
    if (attempt.status == AttemptStatus::Success) {
      before = middle;
      errorBefore = attempt.error;
    } else if (attempt.status == AttemptStatus::ErrorTooLarge) {
      behind = middle;
      error = attempt.error;
      coordinate = attempt.coordinate;
    } else {
      return Search::NoJump;
    }
    if (behind - before < 1e-3 * h && error < kContrast * errorBefore) return Search::NoJump;
  }
  if (before == 0) return Search::NoJump;
  const Attempt last = integrator_->attempt(before);
  if (last.status != AttemptStatus::Success) return Search::NoJump;
  acceptStep(last);
  return crossJump(behind - before, coordinate) ? Search::Crossed : Search::Failed;
}

/// Over the last gap, far below what the tolerances see, along the present motion; then a and λ as they are behind. The
/// accelerations on both sides have the last word: an error estimate may also jump by itself (extrapolation methods).
bool Simulation::crossJump(double gap, int coordinate) {
  constexpr double kSmooth = 1e-4;
  State front = integrator_->state();
  if (!solveAccelerations(*integrated_, front)) return true;
  searchedAt_ = counts_.steps;
  const double widest = 1e-2 * record_.h;  // the method's own place of a jump in q differs a little from that of its end
  for (bool found = false; !found; gap *= 8) {
    if (gap > widest) return true;
    eventState_ = front;
    eventState_.t += gap;
    eventState_.q += gap * front.v + 0.5 * gap * gap * front.a;
    eventState_.v += gap * front.a;
    if (!watch_->settle(eventState_)) return false;
    found = differ(front, eventState_, std::max(kSmooth, 1e2 * gap / record_.h));
    if (found) break;
  }
  searchedAt_ -= kStepsBetweenSearches;
  before_ = state_;
  restartPending_ = true;
  events_.push_back({eventState_.t, coordinate >= 0 ? system_.coordinateName(coordinate) : "the motion", EventWatch::kJumpFound});
  copyState(eventState_);
  record_.h += gap;
  record_.t = state_.t;
  return true;
}

/// Whether the accelerations of the mechanism, or the rates and values of its controllers, differ by more than `contrast` of
/// their size. The second derivatives of controllers tell nothing: they carry errors divided by squares of time constants.
bool Simulation::differ(const State& one, const State& other, double contrast) const {
  const double least = usedAtol(options_) / system_.timeScale();
  double motionSize = least / system_.timeScale(), motion = 0, controlSize = least, control = 0;
  const auto raise = [](double& largest, double value) { largest = std::max(largest, std::abs(value)); };
  for (int i = 0; i < scale_.size(); ++i) {
    const bool isMotion = !isControl(i);
    const Vector &x = isMotion ? one.a : one.v, &y = isMotion ? other.a : other.v;
    raise(isMotion ? motionSize : controlSize, x[i] / scale_[i]);
    raise(isMotion ? motionSize : controlSize, y[i] / scale_[i]);
    raise(isMotion ? motion : control, (x[i] - y[i]) / scale_[i]);
  }
  return motion > contrast * motionSize || control > contrast * controlSize;
}

/// The last try where no step is small enough for its error: a jump at the very end of the last step, over which the search
/// by step sizes could not see, or one that this step has passed without noticing.
bool Simulation::forceJump(int coordinate) {
  const std::size_t known = events_.size();
  const double h = std::max(record_.h, rejections_.front().h);  // the size of the steps around here
  record_.h = h;
  if (!crossJump(kRounding * std::max(std::abs(state_.t), h), coordinate)) return false;
  if (events_.size() == known && !restartAtJump(coordinate)) return false;
  record_.h -= h;
  record_.rejections = rejections_;
  ++counts_.steps;
  return true;
}

/// The method still carries accelerations that the equations do not have any more.
bool Simulation::restartAtJump(int coordinate) {
  constexpr double kOther = 0.1;
  if (state_.t <= restartedAt_) return false;  // it did not help
  eventState_ = integrator_->state();
  const State carried = eventState_;
  if (!solveAccelerations(*integrated_, eventState_)) return false;
  if (!differ(carried, eventState_, kOther)) return false;
  restartedAt_ = state_.t;
  before_ = state_;
  restartPending_ = true;
  events_.push_back({state_.t, coordinate >= 0 ? system_.coordinateName(coordinate) : "the motion", EventWatch::kJumpFound});
  copyState(eventState_);
  return true;
}

/// Begins anew behind an event: a method without memory with the step it had, one with memory at its lowest order.
void Simulation::restart() {
  restartPending_ = false;
  watch_->showBehind();
  double h = plan_.h;
  if (!integrator_->startsItself()) h = std::min(h, integrator_->defaultFirstStep(options_.endTime - options_.startTime));
  integrator_->start(eventState_, h);
  plan_ = {h, 1, "restart behind an event"};
}

void Simulation::showSide(bool before) const {
  if (!restartPending_) return;
  if (before) watch_->showBefore();
  else watch_->showBehind();
}

}  // namespace holonom

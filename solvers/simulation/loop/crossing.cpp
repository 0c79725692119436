// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/crossing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/simulation/watches/event_watch.h"

namespace holonom {
namespace {

constexpr double kOfGap = 0.25;  // between two switches by time

}  // namespace

Crossing::Crossing(Course& course) : course_(course) {}
Crossing::~Crossing() = default;

void Crossing::forget() { watch_.reset(); }
bool Crossing::active() const { return watch_->active(); }
bool Crossing::keepsStops(const std::vector<int>& rows) const { return watch_->keepsStops(rows); }
bool Crossing::settle(State& state) { return watch_->settle(state); }
const std::string& Crossing::failure() const { return watch_->failure(); }

bool Crossing::start() {
  Stepping& steps = course_.steps;
  watch_ = std::make_unique<EventWatch>(course_.system, course_.interval(),
                                        std::min(usedRtol(course_.options), usedAtol(course_.options)));
  useRows();
  before_ = course_.state;
  behind_ = steps.method().state();
  timeEvent_ = std::numeric_limits<double>::quiet_NaN();
  pending_ = false;
  course_.journal.forgetEvents();
  return !watch_->active() || watch_->begin(behind_, steps.plan().h, course_.journal.events());
}

void Crossing::useRows() {
  if (watch_) watch_->useRows(course_.steps.rows(), course_.steps.keptRows());
}

/// Steps end on kinks, too, which the estimates of high orders hardly see. They go on behind without a
/// restart: a method without memory loses nothing then, and one with memory finds its past continuous up to
/// the accelerations and judges by its error estimate what order that is worth.
StepLimit Crossing::limit(double h) {
  StepLimit limit;
  const double t = course_.state.t;
  if (watch_->active()) {
    timeEvent_ = watch_->nextTimeEvent(t, std::min(2 * h, course_.toGo()));
    limit.place = timeEvent_ - t;
    // What begins at one switch and ends at the next may be zero at both: the first step looks inside.
    if (course_.options.fixedStep == 0 && course_.steps.beginning() && course_.journal.counts().steps > 0 &&
        !course_.offers.samples.isDue(timeEvent_))
      limit.size = kOfGap * limit.place;
  }
  limit.place = std::min(limit.place, course_.offers.kinks.next(t) - t);
  return limit;
}

Verdict Crossing::judgeMade(const StepCurve& step) {
  if (!watch_->active() || course_.steps.beginning()) return {};
  const double from = step.from(), to = step.to();
  if (const auto found = watch_->findStateEvent(step)) {
    const auto t = *found < to ? endStepAt(*found, from) : found;
    return t ? Verdict{.kind = Verdict::Kind::Cross, .t = *t} : endBefore(from);
  }
  if (to < timeEvent_ - course_.rounding(to - from)) return {};
  return {.kind = Verdict::Kind::Cross, .t = timeEvent_};
}

bool Crossing::isWithin(const StepCurve& step) const {
  if (!watch_->active()) return false;
  return watch_->nextTimeEvent(step.from(), step.to() - step.from()) < step.to() ||
         watch_->findStateEvent(step);
}

/// A method without memory makes its step anew up to the event, which lies elsewhere by the error of its
/// dense output. Behind it the step has followed a branch that is held beyond its end, and across y^1.5 or
/// y^0.5 no formula interpolates at its order. Returns a time just behind the event, where functions have the
/// signs that follow; none where the error test lets the step end before it, or only its dense output led
/// there.
std::optional<double> Crossing::endStepAt(double t, double from) {
  constexpr int kTries = 4;
  constexpr double kNear = 1e-2;  // of the step
  Integrator& method = course_.steps.method();
  const double h = t - from, exact = std::max(1e-11 * h, Course::kRounding * std::abs(t));
  for (int i = 0; i < kTries; ++i) {
    const auto end = method.endStepAt(t);
    if (!end) break;
    if (*end < t - exact) return std::nullopt;
    bool lost = false;
    const double later = watch_->timeToEvent(method.state(), h, lost);
    if (!(std::abs(later) < kNear * h)) return lost ? end : std::nullopt;
    if (later <= 0 && later >= -2 * exact) return end;
    t += later + exact;
  }
  return std::min(t, method.state().t);
}

/// The step has been made anew and ends before what was found in it.
Verdict Crossing::endBefore(double from) {
  const State& end = course_.steps.method().state();
  course_.state.t = end.t;
  course_.take(end);
  course_.steps.planSize(end.t - from);
  course_.journal.endAt(end.t);
  return {.kind = Verdict::Kind::Shorten, .h = end.t - from};
}

bool Crossing::cross(const Verdict& found, const StepCurve& step) {
  const double t = found.t;
  Integrator& method = course_.steps.method();
  if (t < course_.state.t) {
    method.interpolate(t, behind_);
    course_.take(behind_);
  } else {
    behind_ = method.state();
  }
  behind_.t = course_.state.t = t;
  before_ = course_.state;
  course_.journal.endAt(t);
  pending_ = watch_->cross(behind_, t - step.from(), course_.journal.events());
  declared_ = true;
  if (pending_) copyBehind();
  else watch_->showBefore();
  return pending_;
}

void Crossing::jump(const State& behind, const Event& event) {
  before_ = course_.state;
  behind_ = behind;
  pending_ = true;
  declared_ = false;
  course_.journal.events().push_back(event);
  course_.state.t = behind.t;
  course_.take(behind);
  course_.journal.endAt(behind.t);
}

/// λ behind an event may have other rows than the method, where stops close or open.
void Crossing::copyBehind() {
  State& state = course_.state;
  if (!watch_->rowsChanged()) {
    state.t = behind_.t;
    return course_.take(behind_);
  }
  state = behind_;
  state.lambda = Vector::Zero(course_.system.constraintCount());
  state.lambda(watch_->rows()) = behind_.lambda;
}

std::optional<Assembly> Crossing::rowsBehind() {
  if (!watch_->rowsChanged()) return std::nullopt;
  copyBehind();
  Assembly rows;
  rows.state = course_.state;
  rows.independentRows = watch_->rows();
  rows.redundantRows = course_.steps.leftOut();
  return rows;
}

/// Of a jump that is not declared no branch can be held behind it.
void Crossing::restart() {
  constexpr double kOfUsual = 0.5;
  watch_->showBehind();
  pending_ = false;
  const double step = kOfUsual * course_.journal.usualStep();
  if (!declared_ || !course_.steps.restartFromPast(behind_, step, course_.tolerance()))
    course_.steps.restart(behind_, Text("behind an event"));
}

void Crossing::endAt(double t, const StepCurve& step) {
  if (t < course_.state.t) {
    State end = course_.steps.method().state();  // of the kept rows
    step.at(t, course_.state);
    end.t = t;
    end.q = course_.state.q;
    end.v = course_.state.v;
    if (watch_->settle(end)) course_.take(end);
  }
  course_.journal.endAt(t);
}

void Crossing::showBefore() const {
  if (pending_) watch_->showBefore();
}

void Crossing::showBehind() const {
  if (pending_) watch_->showBehind();
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
// The loop. How a run starts: simulation_start.cpp.
#include "solvers/simulation/loop/simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/simulation/loop/endings.h"
#include "solvers/simulation/loop/narration.h"
#include "solvers/simulation/watches/jump_watch.h"
#include "solvers/simulation/watches/mark_watch.h"
#include "solvers/simulation/watches/place_watch.h"
#include "solvers/simulation/watches/rates.h"

namespace holonom {
namespace {

constexpr int kMaxFailures = 50;  // attempts of one step
constexpr int kSearchCause = 4;   // failures of one step after which a singular configuration is looked for
// of the run's usual step: where an attempt this short still leads onto a pole, the motion ends there
constexpr double kOntoPole = 1e-6;
constexpr Text kStopped("Stopped before the end time.");

RejectionCause causeOf(AttemptStatus status) {
  switch (status) {
    case AttemptStatus::Success:
    case AttemptStatus::ErrorTooLarge: return RejectionCause::ErrorTest;
    case AttemptStatus::NewtonSlow: return RejectionCause::NewtonSlow;
    case AttemptStatus::NewtonDiverged: return RejectionCause::NewtonDivergence;
    case AttemptStatus::SingularMatrix: return RejectionCause::SingularMatrix;
    case AttemptStatus::NotFinite: return RejectionCause::NotFinite;
    case AttemptStatus::NotClosed: return RejectionCause::NotClosed;
  }
  return RejectionCause::NotFinite;
}

}  // namespace

Simulation::Advance Simulation::advance(const std::atomic<bool>* interrupt) {
  course_.journal.forgetRejections();
  if (const auto end = endingBetweenSteps(course_, pace_, passage_.guard(), *places_, marks_->endedBy()))
    return close(finish(end->termination, end->message));
  Deed deed = begin();
  for (int failures = 1; deed == Deed::Again; ++failures) {
    const Verdict verdict = attempt(plan());
    const bool stands = verdict.kind != Verdict::Kind::Fail && step_.mayStand(course_.options.fixedStep > 0);
    deed = stands ? accept(verdict) : react(verdict, failures);
    if (deed == Deed::Again && interrupt && interrupt->load(std::memory_order_relaxed))
      deed = finish(Termination::Stopped, kStopped);
  }
  return close(deed);
}

/// What comes before a step of the method: a new begin behind an event, other rows, other coordinates; or a
/// leap in its place.
Simulation::Deed Simulation::begin() {
  if (crossing_.pending()) restart();
  course_.journal.beginStep();
  if (departure_) {
    const Deed deed = leap(passage_.depart(*std::exchange(departure_, std::nullopt)));
    // Velocities that are possible only at the singular start are lost here, and their energy with them. That
    // is no sign of a wrong branch: the energy is not to be compared across this leap.
    passage_.forgetNearness();
    return deed;
  }
  reselect();
  if (charts_.changeWhereStrained()) {
    passage_.enter(course_.steps.method().state());
    crossing_.entered();
  }
  auto ahead = passage_.leapAhead();
  return ahead ? leap(std::move(*ahead)) : Deed::Again;
}

/// The planned size, within the limits, and so that places on which a step must end are met without a tiny
/// last step.
double Simulation::plan() {
  const double fixed = course_.options.fixedStep, most = course_.options.maxStep;
  StepLimit all{.size = fixed, .place = course_.toGo()};
  if (fixed == 0) all.size = passage_.guard().limit(course_.state.t, course_.steps.plan().h);
  if (most > 0) all.keep({.size = most});
  for (Watch* watch : watches_) all.keep(watch->limit(all.size));
  return fixed > 0 ? all.fixedSize() : all.chosenSize();
}

/// A step of this size, or a shorter one that all who watch steps let stand.
Verdict Simulation::attempt(double h) {
  tryStep(h);
  for (Watch* watch : watches_) {
    step_.shortened = 0;
    Verdict verdict = watch->judge(step_);
    for (; verdict.kind == Verdict::Kind::Shorten; verdict = watch->judge(step_)) {
      tryStep(verdict.h);
      ++step_.shortened;
    }
    if (verdict.kind != Verdict::Kind::Stands) return verdict;
  }
  return {};
}

void Simulation::tryStep(double h) {
  step_.h = h;
  step_.attempt = course_.steps.attempt(h);
  step_.from = &course_.steps.method().state();
  step_.to = course_.steps.method().attempted();
  course_.journal.attempt(step_.attempt);
}

/// A successful attempt becomes a step, as far as events and the rows left out let it.
Simulation::Deed Simulation::accept(const Verdict& verdict) {
  take();
  const Deed deed = cross(verdict);
  if (deed == Deed::Made && !leftOut_.hold())
    return finish(Termination::Locked, leftOut_.describeContradiction());
  return deed;
}

/// What a failed attempt leads to: nothing but another attempt, a step by other means, or the end of the run.
Simulation::Deed Simulation::react(const Verdict& verdict, int failures) {
  Attempt attempt = step_.attempt;
  if (verdict.kind == Verdict::Kind::Fail) attempt.status = AttemptStatus::NotFinite;
  const bool hopeless = !reject(attempt, step_.h, failures);
  if (hopeless || failures == kSearchCause)
    if (auto over = passage_.leapOver()) return leap(std::move(*over));
  return hopeless ? giveUp(attempt) : Deed::Again;
}

/// Records what happened within the step, whoever made it.
Simulation::Advance Simulation::close(Deed deed) {
  if (deed == Deed::Made) course_.journal.noteEvents();
  return deed == Deed::Made ? Advance::Accepted : Advance::Finished;
}

/// The method begins anew with the rows that `at` keeps, at its state.
void Simulation::enter(const Assembly& at) {
  course_.state = at.state;
  course_.keptRates.reset();
  made_.reset();
  course_.steps.enter(at);
  const State& here = course_.steps.method().state();
  Vector first;
  course_.rates().at(here, first);  // takes its memory
  kept_ = here;
  passage_.enter(here);
  leftOut_.useRows();
  crossing_.useRows();
}

void Simulation::reselect() {
  const auto allowed = [this](const std::vector<int>& rows) { return crossing_.keepsStops(rows); };
  if (const auto rows = leftOut_.reselect(allowed)) enter(*rows);
}

void Simulation::restart() {
  crossing_.showBehind();
  enterBehind();
  crossing_.restart();
}

/// Where stops have closed or opened: their rows, with the step as it was.
void Simulation::enterBehind() {
  const auto rows = crossing_.rowsBehind();
  if (!rows) return;
  const double h = course_.steps.plan().h;
  enter(*rows);
  course_.steps.planSize(h);
  crossing_.entered();
}

/// An accepted step that the chosen method did not make.
Simulation::Deed Simulation::leap(Leap leap) {
  course_.journal.leap(leap.reason, course_.state.t, leap.to.state.t);
  enter(leap.to);
  leap_ = std::move(leap.curve);
  leap_->keepOn(course_.steps.rows(), course_.scale);
  passage_.leapt();
  return cross({});
}

void Simulation::take() {
  const double from = course_.state.t;
  course_.journal.accept(step_.attempt, from, course_.steps);
  course_.state.t = course_.journal.record().t;
  course_.take(course_.steps.method().state());
  made_.emplace(course_.steps.method(), course_.steps.selection().get(), kept_, from);
  leap_.reset();
  for (Watch* watch : watches_) watch->accepted(course_.journal.record().h);
  if (passage_.accepted())
    course_.journal.explain({OrderReason::Kind::Passage, Text("passed a singular configuration")});
}

/// All look at the step just made, and what the first of them has found in it is crossed there: an event, a
/// mark that ends the run, or what was found in the attempt, at the end.
Simulation::Deed Simulation::cross(Verdict found) {
  Watch* finder = jumps_.get();
  found.t = course_.state.t;
  for (Watch* watch : watches_) {
    const StepPart step(curve(), std::min(found.t, course_.state.t));
    const Verdict verdict = watch->judgeMade(step);
    if (verdict.kind == Verdict::Kind::Stands) continue;
    found = verdict;
    finder = watch;
  }
  if (found.kind != Verdict::Kind::Cross) return Deed::Made;
  if (!finder->cross(found, curve())) return finish(Termination::EventFailed, crossing_.failure());
  if (crossing_.pending())
    for (Watch* watch : watches_) watch->begin(course_.state);
  return Deed::Made;
}

/// Notes the rejection and plans again; false when no smaller step makes sense.
bool Simulation::reject(const Attempt& attempt, double h, int failures) {
  Stepping& steps = course_.steps;
  course_.journal.reject(
      {course_.state.t, h, steps.plan().order, causeOf(attempt.status), attempt.error, unknownOf(attempt)});
  steps.reject(attempt, failures);
  course_.journal.countLowered(steps.plan().loweredForStability);
  const bool ontoPole = places_->meetsPole() && h < kOntoPole * course_.journal.usualStep();
  return failures < kMaxFailures && steps.plan().h > course_.rounding(course_.interval()) && !ontoPole &&
         course_.options.fixedStep == 0;
}

/// Where no step is small enough.
Simulation::Deed Simulation::giveUp(const Attempt& attempt) {
  passage_.guard().examine(course_.state);
  const Ending ending = endingOfFailure(attempt, course_, passage_.guard(), *places_);
  return finish(ending.termination, ending.message, ending.fact);
}

const StepCurve& Simulation::curve() const {
  if (leap_) return *leap_;
  return *made_;
}

void Simulation::interpolate(double t, State& out) const {
  out.t = t;
  if (!(made_ || leap_) || (crossing_.pending() && t >= course_.state.t)) {
    crossing_.showBehind();
    out = course_.state;
    return;
  }
  crossing_.showBefore();
  curve().at(t, out);
}

/// As Rejection::coordinate counts: coordinates, and behind them multipliers.
int Simulation::unknownOf(const Attempt& attempt) const {
  if (attempt.multiplier < 0) return attempt.coordinate;
  const auto kept = static_cast<std::size_t>(attempt.multiplier);
  const auto& selection = course_.steps.selection();
  const auto row = !selection                        ? kept
                   : kept < selection->rows().size() ? static_cast<std::size_t>(selection->rows()[kept])
                                                     : multiplierPlace_.size();
  const int place = row < multiplierPlace_.size() ? multiplierPlace_[row] : -1;
  return place < 0 ? attempt.coordinate : course_.system.coordinateCount() + place;
}

Simulation::Deed Simulation::finish(Termination termination, std::string message, std::string fact) {
  Ending ending = asTold({termination, std::move(message), std::move(fact)}, course_.state.t,
                         course_.journal.counts().steps, course_.options);
  termination_ = ending.termination;
  message_ = std::move(ending.message);
  return Deed::Over;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/simulation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/row_sizes.h"
#include "solvers/simulation/event_watch.h"
#include "solvers/simulation/front_watch.h"
#include "solvers/simulation/mark_watch.h"
#include "solvers/simulation/method_factory.h"
#include "solvers/simulation/motion_ahead.h"
#include "solvers/simulation/pole_watch.h"

namespace holonom {
namespace {

constexpr int kMaxFailures = 50;   // attempts of one step
constexpr int kSearchCause = 4;    // failures of one step after which a singular configuration is looked for
constexpr double kLooseLeap = 30;  // times the tolerance: the last try
constexpr double kLockedForSure = 1e-4;  // where numbers that are not finite come from the lock-up itself
constexpr double kSingularStart = 1e-4;  // σ
// of the time constant of a stabilisation: then it is what limits the steps
constexpr double kOfItsTime = 0.5;
constexpr double kOfUsual = 1e-6;  // of the usual step: where steps that still lead over a pole end
constexpr double kOfGap = 0.25;    // between two switches by time
constexpr double kFading = 0.95;   // of the usual step, per step
constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();

RejectionCause causeOf(AttemptStatus status) {
  switch (status) {
    case AttemptStatus::Success:
    case AttemptStatus::ErrorTooLarge: return RejectionCause::ErrorTest;
    case AttemptStatus::NewtonSlow: return RejectionCause::NewtonSlow;
    case AttemptStatus::NewtonDiverged: return RejectionCause::NewtonDivergence;
    case AttemptStatus::SingularMatrix: return RejectionCause::SingularMatrix;
    case AttemptStatus::NotFinite: return RejectionCause::NotFinite;
  }
  return RejectionCause::NotFinite;
}

std::string describeFixedFailure(double t, double h, RejectionCause cause) {
  char text[240];
  std::snprintf(text, sizeof text,
                "At t = %.9g s a step of the fixed size %.6g s cannot be made (%s). Choose a smaller fixed "
                "step, or let the error test choose the steps.",
                t, h, toString(cause));
  return text;
}

}  // namespace

Simulation::Simulation(DaeSystem& system, SimulationOptions options)
    : system_(system), offers_(system.offers()), options_(std::move(options)) {
  validate(options_);
  rejections_.reserve(kMaxFailures + 1);
}

Simulation::~Simulation() = default;

bool Simulation::start(const InitialGuess& guess) {
  offers_.switches.setModes({});
  offers_.stops.close({});
  Vector held(offers_.samples.count());
  offers_.samples.initial(held);
  offers_.samples.hold(held);
  scale_ = coordinateScales(system_);
  strained_.reset();
  departure_.reset();
  contradicted_ = -1;
  watch_.reset();
  integrator_.reset();
  pastRemarks_.clear();
  pastUntested_ = 0;
  assembly_ = assemble(system_, guess);
  if (!assembly_.consistent) {
    finish(Termination::AssemblyFailed, assembly_.failure);
    return false;
  }
  const std::string refusal = methodRefusal(
      options_, system_, static_cast<int>(assembly_.independentRows.size()), assembly_.singularStart);
  if (!refusal.empty()) {
    finish(Termination::AssemblyFailed, refusal);
    return false;
  }
  state_ = assembly_.state;
  guard_.setTolerance(std::max(usedRtol(options_), usedAtol(options_)));
  if (assembly_.singularStart && !startFromSingular()) return false;
  if (departure_) {  // the size of σ where the constraints are not singular
    RowSelection regular(system_, assembly_.independentRows);
    guard_.start(regular, system_, state_);
  }
  enter(departure_ ? *departure_ : assembly_);
  state_ = assembly_.state;
  if (const std::string warning = methodWarning(options_);
      !warning.empty() && integrated_->constraintCount() > 0)
    assembly_.warnings.push_back(warning);
  if (!assembly_.singularStart && guard_.sigma() < kSingularStart && integrated_->constraintCount() > 0)
    assembly_.warnings.push_back(
        "The start lies very close to a singular configuration, in which " + guard_.dependentRows() +
        " depend on other constraints: within the tolerances the mechanism can go on in more than one way.");
  if (!beginEvents()) return false;
  counts_ = {};
  row_ = 0;
  jumpAhead_.reset();
  looksInVain_ = suspectedInVain_ = 0;
  repeatsItself_ = false;
  usual_ = 0;
  creepingSince_ = 0;
  creepingCounts_ = {};
  creepingFrom_ = state_.t;
  creepingPositions_ = state_.q;
  record_ = {};
  record_.t = state_.t;
  noteEvents();
  termination_ = Termination::Stopped;
  message_ = "Stopped before the end time.";
  return true;
}

Simulation::Advance Simulation::advance(const std::atomic<bool>* interrupt) {
  const double stepStart = state_.t;
  const Advance result = step(interrupt);
  const bool moved = result == Advance::Accepted || termination_ == Termination::EventFailed;
  if (!moved) return result;
  const bool reached = marks_->active() && markEvents(stepStart);
  if (reached || result == Advance::Accepted) noteEvents();
  return reached ? Advance::Accepted : result;
}

Simulation::Advance Simulation::step(const std::atomic<bool>* interrupt) {
  poles_->forget();
  rejections_.clear();  // at an end between two steps none is left to tell of
  if (endsHere()) return Advance::Finished;
  if (restartPending_) restart();
  events_.clear();
  record_.events = {};
  record_.jacobians = 0;
  if (departure_) {
    const Assembly regular = std::move(*departure_);
    departure_.reset();
    leap(regular, "out of a singular configuration");
    nearSingular_ = false;  // velocities that only the start allowed end here, and with them their energy
    return Advance::Accepted;
  }
  reselectRows();
  if (offers_.charts.count() > 1) changeChart();
  if (options_.fixedStep == 0 && leapAhead()) return Advance::Accepted;
  for (int failures = 1;; ++failures) {
    double h = nextStep();
    Attempt attempt = integrator_->attempt(h);
    record_.jacobians += attempt.jacobians;
    if (options_.fixedStep > 0) return takeFixed(attempt, h);
    if (fronts_->active()) meetFronts(h, attempt);
    const Search search = meetPole(h, attempt);
    if (search == Search::Failed) return finish(Termination::EventFailed, watch_->failure());
    if (search == Search::Crossed) return Advance::Accepted;
    if (attempt.status == AttemptStatus::Success) return complete(attempt);
    if (poles_->noted() && h < kOfUsual * usual_) return finish(Termination::NotFinite, describePole());
    if (const auto otherwise = react(attempt, h, failures)) return *otherwise;
    if (interrupt && interrupt->load(std::memory_order_relaxed))
      return finish(Termination::Stopped, "Stopped before the end time.");
  }
}

/// What ends a run between two steps; finish() then knows why.
bool Simulation::endsHere() {
  if (!endedBy_.empty()) {
    finish(Termination::EventReached, "The " + endedBy_ + " ended the run.");
  } else if (atEnd()) {
    finish(Termination::ReachedEnd, "The end time was reached.");
  } else if (options_.maxSteps > 0 && counts_.steps >= options_.maxSteps) {
    finish(Termination::StepLimit, "The largest number of steps was reached.");
  } else if (hopelesslyStiff()) {
    finish(Termination::StepTooSmall,
           integrator_->imposedRate() * record_.h > kOfItsTime ? describeImposed() : describeStiff());
  } else {
    return endsForPace();
  }
  return true;
}

/// A successful attempt becomes a step, as far as events and the rows left out let it.
Simulation::Advance Simulation::complete(const Attempt& attempt) {
  const double stepStart = state_.t;
  acceptStep(attempt);
  if (watch_->active() && !watchEvents(stepStart)) return finish(Termination::EventFailed, watch_->failure());
  if (!leftOutRowsHold()) return finish(Termination::Locked, describeContradiction());
  return Advance::Accepted;
}

/// A step of a fixed size stands whatever its error; no other step takes the place of one that cannot be
/// made.
Simulation::Advance Simulation::takeFixed(const Attempt& attempt, double h) {
  const State* reached = integrator_->attempted();
  const bool made = !reached || reached->t > state_.t;
  if (made && (attempt.status == AttemptStatus::Success || attempt.status == AttemptStatus::ErrorTooLarge))
    return complete(attempt);
  rejectStep(attempt, h, 1);
  return finish(Termination::StepTooSmall, describeFixedFailure(state_.t, h, causeOf(attempt.status)));
}

/// What a failed attempt leads to: nothing but another attempt, a step by other means, or the end of the run.
std::optional<Simulation::Advance> Simulation::react(const Attempt& attempt, double h, int failures) {
  const bool hopeless = !rejectStep(attempt, h, failures),
             tooInaccurate = attempt.status == AttemptStatus::ErrorTooLarge;
  // rows that the looks between steps did not find weak in time
  if (failures == kSearchCause - 1 && !leftOut_.empty()) {
    leftOutGap_ = std::numeric_limits<double>::infinity();
    triedGap_ = 0;
    reselectRows();
    triedGap_ = leftOutGap_ = 0;
  }
  if ((hopeless || failures == kSearchCause) && passSingularity(1)) return Advance::Accepted;
  if (hopeless) {
    if (const std::string pole = describePole(); !pole.empty()) return finish(Termination::NotFinite, pole);
    if (passSingularity(kLooseLeap)) return Advance::Accepted;
    if (tooInaccurate && guard_.closeness() > kLocked && forceJump(attempt.coordinate))
      return Advance::Accepted;
    const bool notFinite = attempt.status == AttemptStatus::NotFinite;
    if (guard_.closeness() < (notFinite ? kLockedForSure : kLocked))
      return finish(Termination::Locked, describeLock());
    return finish(notFinite ? Termination::NotFinite : Termination::StepTooSmall, describeFailure(attempt));
  }
  if (tooInaccurate && jumpSuspected(h, failures)) {
    const Search search = searchJump(h, attempt.error);
    if (search == Search::Crossed) return Advance::Accepted;
    if (search == Search::Failed) return finish(Termination::EventFailed, watch_->failure());
  }
  return std::nullopt;
}

bool Simulation::atEnd() const {
  return state_.t >=
         options_.endTime - kRounding * std::max(std::abs(options_.endTime), std::abs(options_.startTime));
}

/// The planned size, within the limits, and so that the end, or an event that is known beforehand, is met
/// without a tiny last step.
double Simulation::nextStep() {
  const bool fixed = options_.fixedStep > 0;
  double h = fixed ? options_.fixedStep : limitedByJump(guard_.limit(state_.t, plan_.h));
  if (!fixed) h = std::min(h, fronts_->limit());
  if (options_.maxStep > 0) h = std::min(h, options_.maxStep);
  double remaining = options_.endTime - state_.t;
  if (watch_->active()) {
    timeEvent_ = watch_->nextTimeEvent(state_.t, std::min(2 * h, remaining));
    remaining = std::min(remaining, timeEvent_ - state_.t);
    // What begins at one switch and ends at the next may be zero at both: the first step looks inside.
    if (!fixed && beginning_ && counts_.steps > 0 && !offers_.samples.isDue(timeEvent_))
      h = std::min(h, kOfGap * (timeEvent_ - state_.t));
  }
  remaining = std::min(remaining, nextKnot(h));
  constexpr double kWhole = 1e-6;  // what sums of a fixed size may be beside the end
  if (fixed) return h >= remaining * (1 - kWhole) ? remaining : h;
  if (h >= remaining * (1 - 1e-10)) return remaining;
  return std::min(h, h > 0.5 * remaining ? 0.5 * remaining : h);
}

void Simulation::copyState(const State& kept) {
  state_.t = kept.t;
  copyWithAllRows(selection_.get(), kept, state_);
}

/// All but the time; `selection` (null: all rows) made the rows of `kept`.
void Simulation::copyWithAllRows(const RowSelection* selection, const State& kept, State& out) {
  out.q = kept.q;
  out.v = kept.v;
  out.a = kept.a;
  if (selection) selection->expand(kept.lambda, out.lambda);
  else out.lambda = kept.lambda;
}

void Simulation::acceptStep(const Attempt& attempt) {
  // of the plan that led to this step
  record_.orderReason = attempt.orderReason ? attempt.orderReason : plan_.reason;
  record_.loweredForStability = plan_.loweredForStability;
  record_.restarted = std::exchange(beginning_, false);
  record_.rate = attempt.rate;
  plan_ = integrator_->accept();
  counts_.loweredForStability += plan_.loweredForStability;
  const State& accepted = integrator_->state();
  record_.h = accepted.t - state_.t;
  copyState(accepted);
  record_.t = state_.t;
  record_.order = integrator_->order();
  record_.newtonIterations = attempt.newtonIterations;
  record_.error = attempt.error;
  counts_.errors += attempt.error;
  record_.dominantCoordinate = attempt.coordinate;
  record_.rejections = rejections_;
  ++counts_.steps;
  usual_ = std::max(record_.h, kFading * usual_);
  if (rejections_.empty()) row_ /= 2;
  if (fronts_->active()) fronts_->accept(record_.h);
  repeatsItself_ = repeatsItself_ || attempt.repeatedForError > 0;
  counts_.rejected += attempt.repeatedForError + attempt.repeatedForIteration;
  counts_.rejectedByCause[static_cast<int>(RejectionCause::ErrorTest)] += attempt.repeatedForError;
  counts_.rejectedByCause[static_cast<int>(RejectionCause::NewtonSlow)] += attempt.repeatedForIteration;
  counts_.jacobianReuses += attempt.jacobians == 0;
  counts_.residuals = work_.residuals;
  counts_.jacobians = work_.jacobians;
  counts_.factorizations = work_.factorizations;
  counts_.newtonIterations = work_.newtonIterations;
  leapt_ = false;
  crossing_.reset();
  crossedSelection_.reset();
  const long passed = guard_.passed();
  const std::size_t known = guard_.points().size();
  guard_.follow(state_);
  if (guard_.passed() > passed) record_.orderReason = "passed a singular configuration";
  nearSingular_ = guard_.passed() > passed;
  if (nearSingular_) {
    beforePassage_ = clear_;
    if (guard_.points().size() > known) markPassage(guard_.points().back().t);
  }
  keepClearState();
}

/// Notes the rejection and plans again; false when no smaller step makes sense.
bool Simulation::rejectStep(const Attempt& attempt, double h, int failures) {
  const RejectionCause cause = causeOf(attempt.status);
  rejections_.push_back({state_.t, h, plan_.order, cause, attempt.error, unknownOf(attempt)});
  ++counts_.rejected;
  ++counts_.rejectedByCause[static_cast<int>(cause)];
  if (cause == RejectionCause::ErrorTest && row_++ == 0) rowFrom_ = h;
  plan_ = integrator_->reject(attempt, failures);
  counts_.loweredForStability += plan_.loweredForStability;
  const double smallest = kRounding * std::max(std::abs(state_.t), options_.endTime - options_.startTime);
  return failures < kMaxFailures && plan_.h > smallest;
}

Simulation::Advance Simulation::finish(Termination termination, std::string message) {
  termination_ = termination;
  message_ = std::move(message);
  return Advance::Finished;
}

void Simulation::interpolate(double t, State& out) const {
  out.t = t;
  if (counts_.steps == 0 || (restartPending_ && t >= state_.t)) {
    showSide(false);
    out = state_;
    return;
  }
  if (leapt_) return interpolateLeap(t, out);
  showSide(true);
  integrator_->interpolate(t, interpolated_);
  copyWithAllRows(selection_.get(), interpolated_, out);
}

}  // namespace holonom

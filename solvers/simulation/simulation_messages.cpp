// SPDX-License-Identifier: GPL-3.0-or-later
// What a run has to say: warnings, remarks and causes of failure.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/simulation/event_watch.h"
#include "solvers/simulation/pole_watch.h"
#include "solvers/simulation/simulation.h"

namespace holonom {
namespace {

// σ, of its largest value: the constraints are not what stops the run
constexpr double kFarFromSingular = 0.05;
constexpr double kNear = 1e-6;              // of the interval: where the cause of tiny steps is looked for
constexpr double kAsLargeAsVelocities = 3;  // times: what index 3 leaves untested is no remark but a warning
constexpr double kLongStep = 1e6;           // time scales of the system

/// What a run without a safeguard that the user has switched off comes to; empty when all are there.
std::string safeguardSwitchedOff(const SimulationOptions& options) {
  if (options.method != "bdf" || options.index != 3 || options.projectionFilter) return {};
  return "the velocity error is judged without its filter (projection-filter off). At index 3 errors of the "
         "positions then count as errors of the velocities, divided by the step: the more, the smaller it "
         "is. "
         "That is the likely cause, not the model; switch the filter on.";
}

}  // namespace

std::vector<std::string> Simulation::warnings() const {
  std::vector<std::string> all = assembly_.warnings;
  int jumps = 0;
  for (const Event& event : allEvents_) {
    if (event.what != std::string_view(EventWatch::kJumpFound) || ++jumps > 5) continue;
    char text[200];
    std::snprintf(text, sizeof text,
                  "A jump was found at t = %.9g s, in %s. Nothing in the model declares it; step() or if() "
                  "in its expression "
                  "would let the run meet it.",
                  event.t, event.name.c_str());
    all.push_back(text);
  }
  if (const std::string cause = safeguardSwitchedOff(options_); jumps > 0 && !cause.empty())
    all.push_back("Of these jumps the model may know nothing: " + cause);
  if (const auto since = integrator_ ? integrator_->stiffSince() : std::nullopt) {
    char text[160];
    std::snprintf(text, sizeof text,
                  "From t = %.6g s on stability limits the step size, not accuracy. The problem looks stiff: "
                  "choose bdf.",
                  *since);
    all.push_back(text);
  }
  if (strained_) {
    char text[200];
    std::snprintf(text, sizeof text,
                  "From t = %.6g s on the coordinates are near a singularity of their parametrisation, and "
                  "the system offers no "
                  "others.",
                  *strained_);
    all.push_back(text);
  }
  addSingularWarnings(all);
  addErrorWarnings(all);
  return all;
}

/// Tolerances hold for each step; where nothing damps them, errors add up.
void Simulation::addErrorWarnings(std::vector<std::string>& warnings) const {
  constexpr double kMany = 1e4, kManyOfLowOrder = 2e3;  // tolerances
  if (!integrator_) return;
  if (options_.fixedStep > 0) {
    if (const double mean = counts_.errors / static_cast<double>(std::max(1L, counts_.steps)); mean > 1) {
      char text[160];
      std::snprintf(
          text, sizeof text,
          "Steps of a fixed size are not judged: their estimated errors are %.2g tolerances on average.",
          mean);
      warnings.push_back(text);
    }
  } else if (counts_.errors > (integrator_->order() > 2 ? kMany : kManyOfLowOrder)) {
    char text[240];
    std::snprintf(text, sizeof text,
                  "The errors of the %ld steps, each within its tolerance, can add up to %.1g tolerances "
                  "where nothing damps them. Compare "
                  "with a run at a tenth of the tolerance, or choose a method of higher order.",
                  counts_.steps, counts_.errors);
    warnings.push_back(text);
  }
  const double part = untestedErrors() * usedRtol(options_);
  if (part > kAsLargeAsVelocities) warnings.push_back(describeUntested(part));
}

/// Of the velocities at index 3 of the α family, in tolerances.
double Simulation::untestedErrors() const {
  return pastUntested_ + (integrator_ ? integrator_->untestedErrors() : 0);
}

std::string Simulation::describeUntested(double part) {
  char text[200];
  std::snprintf(text, sizeof text,
                "At index 3 this method tests positions, not velocities: by their estimates the errors of "
                "the velocities can add up to "
                "%.1g times their size. Index 2 tests both.",
                part);
  return text;
}

/// What the methods of the run have decided on their own.
std::vector<std::string> Simulation::choices() const {
  std::vector<std::string> all = pastRemarks_;
  if (integrator_)
    for (const std::string& remark : integrator_->remarks()) all.push_back(remark);
  return all;
}

std::vector<std::string> Simulation::remarks() const {
  constexpr double kWorthTelling = 1e3;  // tolerances
  std::vector<std::string> all = choices();
  const double untested = untestedErrors(), part = untested * usedRtol(options_);
  if (untested > kWorthTelling && !(part > kAsLargeAsVelocities)) all.push_back(describeUntested(part));
  return all;
}

/// The attempts went beyond the last accepted state; what fails there is searched along the motion, ever
/// farther, within a part of the interval. Empty when nothing does.
std::string Simulation::blamedForNumbers(double within) const {
  Vector q, v;
  const double interval = options_.endTime - state_.t,
               least = 1e-15 * (options_.endTime - options_.startTime);
  for (double h = 0; std::abs(h) <= within * std::abs(interval);
       h = h == 0 ? std::max(std::abs(plan_.h), least) : 4 * h) {
    q = state_.q + h * state_.v + 0.5 * h * h * state_.a;
    v = state_.v + h * state_.a;
    system_.moveTo(state_.t + h, q, v);
    const std::string part = system_.notFinitePart();
    if (!part.empty())
      return part +
             " is not a finite number there, or its derivative is not. Check this expression and its data.";
  }
  return {};
}

void Simulation::countMultipliers(const std::vector<int>& rows) {
  multiplierPlace_.assign(system_.constraintCount(), -1);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] >= 0 && rows[i] < system_.constraintCount()) multiplierPlace_[rows[i]] = static_cast<int>(i);
}

/// As Rejection::coordinate counts: coordinates, and behind them multipliers.
int Simulation::unknownOf(const Attempt& attempt) const {
  if (attempt.multiplier < 0) return attempt.coordinate;
  const auto kept = static_cast<std::size_t>(attempt.multiplier);
  const auto row = !selection_                        ? kept
                   : kept < selection_->rows().size() ? static_cast<std::size_t>(selection_->rows()[kept])
                                                      : multiplierPlace_.size();
  const int place = row < multiplierPlace_.size() ? multiplierPlace_[row] : -1;
  return place < 0 ? attempt.coordinate : system_.coordinateCount() + place;
}

bool Simulation::isControl(int coordinate) const {
  return coordinate >= 0 && system_.role(coordinate) != DaeSystem::Role::Motion;
}

/// A state of a controller that grows ever faster: at its present pace by so many times itself before the
/// end.
int Simulation::explodingControl(double times) const {
  const double left = options_.endTime - state_.t;
  for (int i = 0; i < system_.coordinateCount(); ++i)
    if (system_.role(i) == DaeSystem::Role::State && state_.q[i] * state_.v[i] > 0 &&
        state_.v[i] * state_.a[i] > 0 &&
        std::abs(state_.v[i]) * left > times * (std::abs(state_.q[i]) + scale_[i]) &&
        std::abs(state_.a[i]) * left > times * std::abs(state_.v[i]))
      return i;
  return -1;
}

std::string Simulation::describeExploding(int coordinate) const {
  char text[80];
  std::snprintf(text, sizeof text, "At t = %.9g s ", state_.t);
  return text + system_.coordinateName(coordinate) +
         ", a quantity of a controller, grows beyond all limits. Check the equations of the controller, or "
         "end the run before "
         "this time.";
}

/// The pole that the attempts of this step came upon, or that lies ahead within a part of the interval; empty
/// when there is none.
std::string Simulation::describePole() {
  if (!poles_->active()) return {};
  const double least = 1e-15 * (options_.endTime - options_.startTime);
  auto pole = poles_->noted();
  if (!pole)
    pole = poles_->ahead(state_, std::max(std::abs(plan_.h), least), kNear * (options_.endTime - state_.t));
  if (!pole) return {};
  char text[80];
  std::snprintf(text, sizeof text, "At t = %.9g s ", pole->t);
  return text + poles_->describe(*pole);
}

/// Where accelerations are judged they need more digits than rounding leaves them: a change of t, q and v in
/// their last digits moves them by more than the tolerance. Empty when this is not so.
std::string Simulation::describeRounding(int coordinate) {
  constexpr double kRounding = 1e-16, kCounts = 0.3;
  if (options_.index != 1 || coordinate < 0 || (options_.method != "bdf" && options_.method != "ida"))
    return {};
  State at = integrator_->state();
  if (!solveAccelerations(*integrated_, at)) return {};
  const double before = at.a[coordinate], time = system_.timeScale(), scale = scale_[coordinate];
  double change = 0;
  for (const double digits : {-2.0, -1.0, 1.0, 2.0}) {
    at = integrator_->state();
    at.t += digits * kRounding * std::abs(at.t);
    at.q += digits * kRounding * (at.q.cwiseAbs() + scale_);
    at.v += digits * kRounding * (at.v.cwiseAbs() + scale_ / time);
    if (solveAccelerations(*integrated_, at)) change = std::max(change, std::abs(at.a[coordinate] - before));
  }
  if (!(change >
        kCounts * (usedRtol(options_) * std::abs(before) + usedAtol(options_) * scale / (time * time))))
    return {};
  char text[400];
  std::snprintf(text, sizeof text,
                ", whose acceleration index 1 judges as well: rounding in the last digits of time, position "
                "and velocity changes it by "
                "%.2g, more than this tolerance allows, since a force or a motion jumps there or is very "
                "steep. Choose index 2 or 3, or "
                "loosen the tolerances.",
                change);
  return text;
}

std::string Simulation::describeFailure(const Attempt& attempt) {
  if (const int control = explodingControl(); control >= 0) return describeExploding(control);
  if (const std::string pole = describePole(); !pole.empty()) return pole;
  char text[160];
  std::snprintf(text, sizeof text, "At t = %.9g s the step became too small (%.2g s): ", state_.t, plan_.h);
  std::string message = text;
  if (const std::string cause = safeguardSwitchedOff(options_);
      !cause.empty() && attempt.status != AttemptStatus::NotFinite)
    return message + cause;
  switch (attempt.status) {
    case AttemptStatus::SingularMatrix:
      if (guard_.closeness() > kFarFromSingular)
        message +=
            "the equations cannot be solved within rounding, though the constraints are independent there. A "
            "body with next "
            "to no mass or inertia beside heavy ones does that: give it more, or choose bdf.";
      else
        message +=
            "the equations are singular there. The mechanism may lock or pass a dead point; change a length, "
            "start "
            "elsewhere, or end the run before this time.";
      break;
    case AttemptStatus::NotFinite:
      if (counts_.steps == 0 && options_.initialStep == 0 && plan_.h > kLongStep * system_.timeScale()) {
        std::snprintf(text, sizeof text,
                      "The run is so long (%.3g s) that even its first step, a small part of it, is longer "
                      "than the motion bears. ",
                      options_.endTime - options_.startTime);
        return std::string(text) +
               "Choose an end time that the motion can reach, or the size of the first step.";
      }
      message += blamedForNumbers(1);
      if (message == text)
        message +=
            "a force, a motion or a constraint is not a finite number. Check the expressions and data.";
      break;
    case AttemptStatus::ErrorTooLarge:
      message += "the error test keeps failing";
      if (attempt.coordinate >= 0) message += " in " + system_.coordinateName(attempt.coordinate);
      if (const std::string rounding = describeRounding(attempt.coordinate); !rounding.empty())
        return message + rounding;
      if (isControl(attempt.coordinate))
        return message +
               ", a quantity of a controller. It grows beyond all limits there, or jumps; check the "
               "equations of the "
               "controller, or end the run before this time.";
      if (guard_.closeness() > kFarFromSingular)
        message +=
            ". A force or a motion jumps there, or changes extremely fast; declare the place with step() or "
            "if() in its "
            "expression, give it a width, or loosen the tolerances.";
      else
        message +=
            ". The mechanism may lock there (a dead point that its drivers try to pass), or a motion jumps; "
            "check the "
            "lengths and the motions, or loosen the tolerances.";
      break;
    default:
      message +=
          "the equations of the step cannot be solved. The mechanism may lock or cannot follow its drivers; "
          "check "
          "the motion and the lengths, or loosen the tolerances.";
  }
  return message;
}

std::string Simulation::describeCreeping() {
  if (const std::string cause = safeguardSwitchedOff(options_); !cause.empty()) {
    char text[120];
    std::snprintf(text, sizeof text,
                  "At t = %.9g s the steps have become so small (%.2g s) that the end is out of reach: ",
                  state_.t, record_.h);
    return text + cause;
  }
  if (isControl(record_.dominantCoordinate)) {
    char text[160];
    std::snprintf(text, sizeof text,
                  "At t = %.9g s the steps have become so small (%.2g s) that the end is out of reach: ",
                  state_.t, record_.h);
    return text + system_.coordinateName(record_.dominantCoordinate) +
           ", a quantity of a controller, changes ever faster, or has no value beyond. Check the equations "
           "of the controller, "
           "loosen the tolerances, or end the run before.";
  }
  if (const std::string pole = describePole(); !pole.empty()) return pole;
  char text[320];
  std::snprintf(text, sizeof text,
                "At t = %.9g s the steps have become so small (%.2g s) that the end is out of reach. "
                "Something changes very "
                "quickly there, or the mechanism locks: look at the last accelerations, loosen the "
                "tolerances, or end the run "
                "before.",
                state_.t, record_.h);
  const std::string blamed = blamedForNumbers(kNear);
  return blamed.empty() ? text : text + (" " + blamed);
}

std::string Simulation::describeStiff() const {
  if (const int control = explodingControl(); control >= 0) return describeExploding(control);
  return "The problem is stiff: stability limits the explicit steps so much that the end is out of reach. "
         "Choose bdf.";
}

std::string Simulation::describeImposed() const {
  char text[400];
  std::snprintf(text, sizeof text,
                "The chosen stabilisation pulls back with a rate of %.3g 1/s, and this makes the equations "
                "so stiff that the steps "
                "of the method (%.2g s) leave the end out of reach. Give a smaller rate, or 0 to have it "
                "chosen; or let a "
                "projection hold the constraints.",
                integrator_->imposedRate(), record_.h);
  return text;
}

std::string Simulation::describeLockAhead() {
  constexpr double kAhead = 1e-3;  // of the interval
  if (integrated_->constraintCount() < system_.coordinateCount()) return {};
  const Vector weight = scale_.array().square().inverse(), rest = Vector::Zero(state_.v.size());
  const double t = state_.t + kAhead * (options_.endTime - options_.startTime);
  Vector q = state_.q;
  for (const State& from : beforePassage_)
    if (from.q.size() == q.size() && projectPositions(*integrated_, t, rest, weight, from.q, q)) return {};
  return projectPositions(*integrated_, t, rest, weight, state_.q, q) ? std::string() : describeLock();
}

std::string Simulation::describeLock() const {
  if (const int control = explodingControl(); control >= 0) return describeExploding(control);
  char text[80];
  if (guard_.dependentOnControls()) {
    std::snprintf(text, sizeof text, "At t = %.9g s the equations of a controller end: ", state_.t);
    return text + guard_.dependentRows() +
           " does not determine its quantity any more, and no solution was found beyond. Check the "
           "equations, which may have "
           "none there, or end the run before this time.";
  }
  std::string miss = guard_.nearMiss(state_.t, integrator_->state().q);
  if (!miss.empty())
    miss = " It comes " + miss +
           ". If it should turn off there, no step at this tolerance resolves it: which branch follows is "
           "not determined; tighten rtol, or keep away from the place.";
  std::snprintf(text, sizeof text, "At t = %.9g s the mechanism locks: ", state_.t);
  return std::string(text) +
         "no motion beyond keeps its joints and drivers together, and no way on was found. Where a driver "
         "leads to this dead "
         "point, change a length or its motion, or end the run before; if the mechanism should pass it, "
         "loosen the "
         "tolerances. Dependent on the other constraints there: " +
         guard_.dependentRows() + "." + miss;
}

}  // namespace holonom

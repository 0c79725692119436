// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/endings.h"

#include <algorithm>
#include <cmath>

#include "solvers/simulation/loop/narration.h"
#include "solvers/simulation/watches/pole_watch.h"

namespace holonom {
namespace {

using narration::at;
using narration::filled;

// σ of the constraints, of its largest value: at the end of a mechanism's way
constexpr double kLocked = 0.05;
constexpr double kLockedForSure = 1e-4;  // where numbers that are not finite come from the lock-up itself
constexpr double kNear = 1e-6;           // of the interval: where the cause of tiny steps is looked for
constexpr double kLongStep = 1e6;        // time scales of the system

/// Whether a coordinate belongs to a controller.
bool isControl(const DaeSystem& system, int coordinate) {
  return coordinate >= 0 && system.role(coordinate) != DaeSystem::Role::Motion;
}

/// What is not a finite number at the present state or, within a part of what is left of the run, ahead of
/// it, as a sentence; empty: nothing. The attempts went beyond the last accepted state; what fails there is
/// searched along the motion, ever farther.
std::string notFiniteAhead(const Course& course, double within) {
  const State& from = course.state;
  const double least = 1e-15 * course.interval();
  Vector q, v;
  for (double h = 0; std::abs(h) <= within * std::abs(course.toGo());
       h = h == 0 ? std::max(std::abs(course.steps.plan().h), least) : 4 * h) {
    q = from.q + h * from.v + 0.5 * h * h * from.a;
    v = from.v + h * from.a;
    course.system.moveTo(from.t + h, q, v);
    if (const std::string part = course.system.notFinitePart(); !part.empty())
      return part +
             " is not a finite number there, or its derivative is not. Check this expression and its data.";
  }
  return {};
}

/// Of a quantity of a controller that grows ever faster.
std::string describeExploding(const Course& course, int control) {
  return at(course.state.t) + course.system.coordinateName(control) +
         ", a quantity of a controller, grows beyond all limits. Check the equations of the controller, or "
         "end the run before this time.";
}

std::string describeStiff(const Course& course) {
  const int control = explodingControl(course);
  if (control >= 0) return describeExploding(course, control);
  return "The problem is stiff: stability limits the explicit steps so much that the end is out of reach. "
         "Choose bdf.";
}

std::string describeCreeping(const Course& course, PoleWatch& poles) {
  const StepRecord& last = course.journal.record();
  const std::string text =
      filled("At t = %.9g s the steps have become so small (%.2g s) that the end is out of reach",
             course.state.t, last.h);
  if (isControl(course.system, last.dominantCoordinate))
    return text + ": " + course.system.coordinateName(last.dominantCoordinate) +
           ", a quantity of a controller, changes ever faster, or has no value beyond. Check the equations "
           "of the controller, loosen the tolerances, or end the run before.";
  if (std::string pole = poleAhead(course, poles); !pole.empty()) return pole;
  const std::string notFinite = notFiniteAhead(course, kNear);
  return text +
         ". Something changes very quickly there, or the mechanism locks: look at the last accelerations, "
         "loosen the tolerances, or end the run before." +
         (notFinite.empty() ? "" : " " + notFinite);
}

std::string describeError(const Attempt& attempt, const Course& course, bool farFromSingular) {
  const int coordinate = attempt.coordinate;
  std::string text = "the error test keeps failing";
  if (coordinate >= 0) text += " in " + course.system.coordinateName(coordinate);
  if (isControl(course.system, coordinate))
    return text +
           ", a quantity of a controller. It grows beyond all limits there, or jumps; check the equations of "
           "the controller, or end the run before this time.";
  if (farFromSingular)
    return text +
           ". A force or a motion jumps there, or changes extremely fast; declare the place with step() or "
           "if() in its expression, give it a width, or loosen the tolerances." +
           (course.steps.properties().judgesAccelerations
                ? " Index 1 judges accelerations as well, which rounding alone can move that much where a "
                  "force is very steep: index 2 and 3 do not."
                : "");
  return text +
         ". The mechanism may lock there (a dead point that its drivers try to pass), or a motion jumps; "
         "check the lengths and the motions, or loosen the tolerances.";
}

std::string describeNotFinite(const Course& course) {
  const std::string part = notFiniteAhead(course, 1);
  return part.empty() ? "a force, a motion or a constraint is not a finite number. Check the expressions and "
                        "data."
                      : part;
}

std::string describeFailure(const Attempt& attempt, const Course& course, const ConfigurationGuard& guard,
                            PoleWatch& poles) {
  const double h = course.steps.plan().h;
  const bool farFromSingular = guard.closeness() > kLocked;
  if (const int control = explodingControl(course); control >= 0) return describeExploding(course, control);
  if (std::string pole = poleAhead(course, poles); !pole.empty()) return pole;
  if (attempt.status == AttemptStatus::NotFinite && course.journal.counts().steps == 0 &&
      course.options.initialStep == 0 && h > kLongStep * course.system.timeScale())
    return filled(
        "The run is so long (%.3g s) that even its first step, a small part of it, is longer than the motion "
        "bears. Choose an end time that the motion can reach, or the size of the first step.",
        course.interval());
  const std::string begin = filled("At t = %.9g s the step became too small (%.2g s): ", course.state.t, h);
  switch (attempt.status) {
    case AttemptStatus::SingularMatrix:
      return begin +
             (farFromSingular
                  ? "the equations cannot be solved within rounding, though the constraints are independent "
                    "there. A body with next to no mass or inertia beside heavy ones does that: give it "
                    "more, or choose bdf."
                  : "the equations are singular there. The mechanism may lock or pass a dead point; change "
                    "a length, start elsewhere, or end the run before this time.");
    case AttemptStatus::NotFinite: return begin + describeNotFinite(course);
    case AttemptStatus::ErrorTooLarge: return begin + describeError(attempt, course, farFromSingular);
    default:
      return begin +
             "the equations of the step cannot be solved. The mechanism may lock or cannot follow its "
             "drivers; check the motion and the lengths, or loosen the tolerances.";
  }
}

/// Of a run that gets nowhere; none when its pace is fine.
std::optional<Ending> endingByPace(Pace::Finding pace, const Course& course, ConfigurationGuard& guard,
                                   PoleWatch& poles) {
  switch (pace) {
    case Pace::Finding::Fine: return std::nullopt;
    case Pace::Finding::Stiff: return Ending{Termination::StepTooSmall, describeStiff(course)};
    case Pace::Finding::Creeping:
    case Pace::Finding::Failing: break;
  }
  guard.examine(course.state);
  if (guard.closeness() < kLocked) return Ending{Termination::Locked, describeLock(course, guard)};
  return Ending{Termination::StepTooSmall, describeCreeping(course, poles)};
}

}  // namespace

std::optional<Ending> endingBetweenSteps(const Course& course, Pace& pace, ConfigurationGuard& guard,
                                         PoleWatch& poles, const std::string& event) {
  const long most = course.options.maxSteps;
  if (!event.empty()) return Ending{Termination::EventReached, "The " + event + " ended the run."};
  if (course.atEnd()) return Ending{Termination::ReachedEnd, "The end time was reached."};
  if (most > 0 && course.journal.counts().steps >= most)
    return Ending{Termination::StepLimit, "The largest number of steps was reached."};
  return endingByPace(pace.look(), course, guard, poles);
}

Ending endingOfFailure(const Attempt& attempt, const Course& course, const ConfigurationGuard& guard,
                       PoleWatch& poles) {
  const bool notFinite = attempt.status == AttemptStatus::NotFinite;
  if (guard.closeness() < (notFinite ? kLockedForSure : kLocked))
    return {Termination::Locked, describeLock(course, guard)};
  return {notFinite ? Termination::NotFinite : Termination::StepTooSmall,
          describeFailure(attempt, course, guard, poles)};
}

Ending asTold(Ending ending, double t, long steps, const SimulationOptions& options) {
  const Termination how = ending.termination;
  if (how != Termination::StepTooSmall && how != Termination::NotFinite && how != Termination::Locked &&
      how != Termination::Unresolved)
    return ending;
  const std::vector<Overruling> by = overruling(options, steps);
  return by.empty() ? ending
                    : Ending{Termination::StepTooSmall,
                             at(t) + "the run cannot go on. " + narration::blame(by, options)};
}

std::string describeLock(const Course& course, const ConfigurationGuard& guard) {
  if (const int control = explodingControl(course); control >= 0) return describeExploding(course, control);
  const std::string here = at(course.state.t), rows = guard.dependentRows();
  if (guard.dependentOnControls())
    return here + "the equations of a controller end: " + rows +
           " does not determine its quantity any more, and no solution was found beyond. Check the "
           "equations, which may have none there, or end the run before this time.";
  const std::string nearMiss = guard.nearMiss(course.state.t, course.steps.method().state().q);
  return here +
         "the mechanism locks: no motion beyond keeps its joints and drivers together, and no way on was "
         "found. Where a driver leads to this dead point, change a length or its motion, or end the run "
         "before; if the mechanism should pass it, loosen the tolerances. Dependent on the other "
         "constraints there: " +
         rows + "." +
         (nearMiss.empty()
              ? ""
              : " It comes " + nearMiss +
                    ". If it should turn off there, no step at this tolerance resolves it: which "
                    "branch follows is not determined; tighten rtol, or keep away from the "
                    "place.");
}

std::string poleAhead(const Course& course, PoleWatch& poles) {
  if (!poles.active()) return {};
  const double least = std::max(std::abs(course.steps.plan().h), 1e-15 * course.interval());
  auto pole = poles.noted();
  if (!pole) pole = poles.ahead(course.state, least, kNear * course.toGo());
  if (!pole) return {};
  return at(pole->t) + course.offers.poles.name(pole->pole) +
         " becomes infinite there: what it divides by passes zero, and no motion leads across. Keep the "
         "motion "
         "away from this place, end the run before, or write a formula that stays finite; if the motion "
         "should turn back before, tighten the tolerances.";
}

}  // namespace holonom

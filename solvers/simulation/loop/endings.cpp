// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/endings.h"

#include <algorithm>
#include <cmath>

#include "solvers/simulation/loop/narration.h"
#include "solvers/simulation/watches/place_watch.h"

namespace holonom {
namespace {

using narration::at;
using narration::filled;

// σ of the constraints, of its largest value: at the end of a mechanism's way
constexpr double kLocked = 0.05;
constexpr double kLockedForSure = 1e-4;  // where numbers that are not finite come from the lock-up itself
constexpr double kNear = 1e-6;           // of the interval: where the cause of tiny steps is looked for

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

/// Why steps become ever smaller, most likely, where they do so for a coordinate (−1: unknown), and what can
/// be done about it.
std::string likelyCause(const Course& course, int coordinate, bool farFromSingular) {
  const bool known = coordinate >= 0;
  const std::string name = known ? course.system.coordinateName(coordinate) : "";
  if (known && course.system.role(coordinate) != DaeSystem::Role::Motion)
    return name +
           ", a quantity of a controller, grows beyond all limits, jumps, or has no value beyond. Check the "
           "equations of the controller, or end the run before this time.";
  const std::string seen = known ? " (seen most in " + name + ")" : "";
  if (!farFromSingular)
    return "The mechanism may lock there (a dead point that its drivers try to pass), or a motion jumps" +
           seen +
           ". Check the lengths and the motions, loosen the tolerances, or end the run before this time.";
  return "A force or a motion jumps there, or changes extremely fast" + seen +
         ". Declare the place with step() or if() in its expression, give it a width, loosen the tolerances, "
         "or "
         "end the run before." +
         (course.steps.properties().judgesAccelerations ? " Index 1 judges accelerations as well, which "
                                                          "rounding alone can move that much where a force "
                                                          "is very steep: index 2 and 3 do not."
                                                        : "");
}

std::string describeStiff(const Course& course) {
  if (const int control = explodingControl(course); control >= 0)
    return at(course.state.t) + likelyCause(course, control, true);
  return "The problem is stiff: stability limits the explicit steps so much that the end is out of reach. "
         "Choose bdf.";
}

std::string describeCreeping(const Course& course, PlaceWatch& places) {
  if (std::string pole = places.poleAhead(kNear * course.toGo()); !pole.empty()) return pole;
  const StepRecord& last = course.journal.record();
  return filled("At t = %.9g s the steps have become so small (%.2g s) that the end is out of reach. ",
                course.state.t, last.h) +
         likelyCause(course, last.dominantCoordinate, true) + ' ' + notFiniteAhead(course, kNear);
}

std::string describeFailure(const Attempt& attempt, const Course& course, const ConfigurationGuard& guard) {
  const double h = course.steps.plan().h;
  const bool farFromSingular = guard.closeness() > kLocked;
  if (const int control = explodingControl(course); control >= 0)
    return at(course.state.t) + likelyCause(course, control, true);
  if (course.options.fixedStep > 0 && attempt.status != AttemptStatus::NotFinite)
    return filled("At t = %.9g s the fixed step (%.2g s) is too large: ", course.state.t, h) +
           (attempt.status == AttemptStatus::ErrorTooLarge
                ? "its error is beyond all measure, the method is unstable there. "
                : "its equations cannot be solved. ") +
           "Give a smaller one, or let the error test choose the steps.";
  const std::string begin = filled("At t = %.9g s the step became too small (%.2g s). ", course.state.t, h);
  if (attempt.status == AttemptStatus::NotFinite) {
    const std::string part = notFiniteAhead(course, 1);
    return begin + (part.empty() ? "A force, a motion or a constraint is not a finite number. Check the "
                                   "expressions and data."
                                 : part);
  }
  if (attempt.status == AttemptStatus::SingularMatrix && farFromSingular)
    return begin +
           "The equations cannot be solved within rounding, though the constraints are independent there. A "
           "body with next to no mass or inertia beside heavy ones does that: give it more, or choose bdf.";
  return begin + likelyCause(course, attempt.coordinate,
                             farFromSingular && attempt.status == AttemptStatus::ErrorTooLarge);
}

/// Of a run that gets nowhere; none when its pace is fine.
std::optional<Ending> endingByPace(Pace::Finding pace, const Course& course, ConfigurationGuard& guard,
                                   PlaceWatch& places) {
  switch (pace) {
    case Pace::Finding::Fine: return std::nullopt;
    case Pace::Finding::Stiff: return Ending{Termination::StepTooSmall, describeStiff(course)};
    case Pace::Finding::Creeping: break;
  }
  guard.examine(course.state);
  if (guard.closeness() < kLocked) return Ending{Termination::Locked, describeLock(course, guard)};
  return Ending{Termination::StepTooSmall, describeCreeping(course, places)};
}

}  // namespace

std::optional<Ending> endingBetweenSteps(const Course& course, Pace& pace, ConfigurationGuard& guard,
                                         PlaceWatch& places, const std::string& event) {
  const long most = course.options.maxSteps;
  if (!event.empty()) return Ending{Termination::EventReached, "The " + event + " ended the run."};
  if (course.atEnd()) return Ending{Termination::ReachedEnd, "The end time was reached."};
  if (most > 0 && course.journal.counts().steps >= most)
    return Ending{Termination::StepLimit, "The largest number of steps was reached."};
  return endingByPace(pace.look(), course, guard, places);
}

Ending endingOfFailure(const Attempt& attempt, const Course& course, const ConfigurationGuard& guard,
                       PlaceWatch& places) {
  const bool notFinite = attempt.status == AttemptStatus::NotFinite;
  if (const std::string pole = places.poleAhead(kNear * course.toGo()); !pole.empty())
    return {Termination::NotFinite, pole};
  if (guard.closeness() < (notFinite ? kLockedForSure : kLocked))
    return {Termination::Locked, describeLock(course, guard)};
  return {notFinite ? Termination::NotFinite : Termination::StepTooSmall,
          describeFailure(attempt, course, guard)};
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
  if (const int control = explodingControl(course); control >= 0)
    return at(course.state.t) + likelyCause(course, control, true);
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

}  // namespace holonom

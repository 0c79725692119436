// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/endings.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "solvers/simulation/loop/narration.h"
#include "solvers/simulation/watches/place_watch.h"

namespace holonom {
namespace {

using narration::at;

// σ of the constraints, of its largest value: at the end of a mechanism's way
constexpr double kLocked = 0.05;
constexpr double kLockedForSure = 1e-4;  // where numbers that are not finite come from the lock-up itself
constexpr double kStepsAhead = 2;        // within which a singular configuration is the cause of a failure
constexpr double kLookAhead = 1e-6;      // of the interval: where the cause of tiny steps is looked for
constexpr long kBehindTheStart = 1000;   // steps, of which the first one is no cause any more
constexpr double kNearPole = 5e-2;       // the same, of a pole that the time leads to

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
      return tr(
          "{} is not a finite number there, or its derivative is not. Check this expression and its data.",
          part);
  }
  return {};
}

bool isDriven(const DaeSystem& system) {
  return std::ranges::any_of(system.layout().rows,
                             [](const ConstraintRow& row) { return row.part.kind == PartRef::Kind::Driver; });
}

/// Why steps become ever smaller, most likely, where they do so for a coordinate (−1: unknown), and what can
/// be done about it.
std::string likelyCause(const Course& course, int coordinate, bool farFromSingular) {
  constexpr double kNextToRounding = 5e-13;
  if (course.tolerance() < kNextToRounding)
    return tr(
        "At so tight a tolerance rounding decides on the steps. Loosen rtol and atol to 1e-12 or more.");
  const bool known = coordinate >= 0;
  const std::string name = known ? course.system.coordinateName(coordinate) : "";
  if (known && coordinate >= course.system.coordinateCount() - course.system.layout().counts)
    return tr(
        "{}, the angle of a joint, turns ever faster or jumps. The first and the last angle of a ball joint "
        "do "
        "so where the middle one comes to a right angle: give its points axes by which the motion keeps away "
        "from there, or end the run before this time.",
        name);
  if (known && course.system.role(coordinate) != DaeSystem::Role::Motion)
    return tr(
        "{}, a quantity of a controller, grows beyond all limits, jumps, or has no value beyond. Check "
        "the equations of the controller, or end the run before this time.",
        name);
  const std::string seen = known ? tr(" (seen most in {})", name) : "";
  if (!farFromSingular && !isDriven(course.system))
    return tr(
        "The mechanism may lock there (a position that its joints do not lead out of), or a motion jumps{}. "
        "Check lengths and axes, loosen the tolerances, or end the run before this time.",
        seen);
  if (!farFromSingular)
    return tr(
        "The mechanism may lock there (a dead point that its drivers try to pass), or a motion jumps{}. "
        "Check the lengths and the motions, loosen the tolerances, or end the run before this time.",
        seen);
  const std::string cause = tr(
      "A force or a motion jumps there, or changes extremely fast{}. Declare the place with step() or if() "
      "in its expression, give it a width, loosen the tolerances, or end the run before.",
      seen);
  if (!course.steps.properties().judgesAccelerations) return cause;
  return tr(
      "{} Index 1 judges accelerations as well, which rounding alone can move that much where a force is "
      "very steep: index 2 and 3 do not.",
      cause);
}

std::string describeStiff(const Course& course) {
  if (const int control = explodingControl(course); control >= 0)
    return at(course.state.t, likelyCause(course, control, true));
  if (!course.steps.properties().bearsDamping)
    return tr("The steps become so short that the end is out of reach. {}", narration::growsWithAnyStep());
  return tr(
      "The problem is stiff: stability limits the explicit steps so much that the end is out of reach. "
      "Choose bdf.");
}

std::string describeCreeping(const Course& course, PlaceWatch& places) {
  if (std::string pole = places.poleAhead(kLookAhead * course.toGo()); !pole.empty()) return pole;
  const StepRecord& last = course.journal.record();
  return tr("At t = {} s the steps have become so small ({} s) that the end is out of reach. {} {}",
            significant(course.state.t, 9), significant(last.h, 2),
            likelyCause(course, last.dominantCoordinate, true), notFiniteAhead(course, kLookAhead));
}

std::string causeOfFailure(const Attempt& attempt, const Course& course, bool farFromSingular) {
  if (attempt.status == AttemptStatus::NotFinite) {
    const std::string part = notFiniteAhead(course, 1);
    return part.empty() ? tr("A force, a motion or a constraint is not a finite number. Check the "
                             "expressions and data.")
                        : part;
  }
  if (attempt.status == AttemptStatus::SingularMatrix && farFromSingular)
    return tr(
        "The equations cannot be solved within rounding, though the constraints are independent there. A "
        "body with next to no mass or inertia beside heavy ones does that: give it more, or choose bdf.");
  if (const std::string part = notFiniteAhead(course, kLookAhead); !part.empty()) return part;
  return likelyCause(course, attempt.coordinate,
                     farFromSingular && attempt.status == AttemptStatus::ErrorTooLarge);
}

std::string describeFailure(const Attempt& attempt, const Course& course, const ConfigurationGuard& guard) {
  if (const int control = explodingControl(course); control >= 0)
    return at(course.state.t, likelyCause(course, control, true));
  return tr("At t = {} s the step became too small ({} s). {}", significant(course.state.t, 9),
            significant(course.steps.plan().h, 2),
            causeOfFailure(attempt, course, guard.closeness() > kLocked));
}

/// What a step came to that cannot be made: its size is no cause of its own where it is fixed.
std::string factOf(AttemptStatus status, double h) {
  const std::string size = significant(h, 3);
  switch (status) {
    case AttemptStatus::Success: return {};
    case AttemptStatus::ErrorTooLarge: return tr("the error of a step of {} s is beyond all measure.", size);
    case AttemptStatus::NewtonSlow:
    case AttemptStatus::NewtonDiverged:
      return tr("the iteration for the equations of a step of {} s does not converge.", size);
    case AttemptStatus::SingularMatrix: return tr("the matrix of a step of {} s is singular.", size);
    case AttemptStatus::NotFinite: return tr("a step of {} s leads to values that are not finite.", size);
    case AttemptStatus::NotClosed:
      return tr("what a step of {} s leads to is too far from the constraints to be brought back.", size);
  }
  return {};
}

/// Of a run that gets nowhere; none when its pace is fine.
std::optional<Ending> endingByPace(Pace::Finding pace, const Course& course, ConfigurationGuard& guard,
                                   PlaceWatch& places) {
  switch (pace) {
    case Pace::Finding::Fine: return std::nullopt;
    case Pace::Finding::Slow:
      if (const std::string pole = poleOfTimeNear(course, places); !pole.empty())
        return Ending{Termination::NotFinite, pole};
      return std::nullopt;
    case Pace::Finding::Stiff: return Ending{Termination::StepTooSmall, describeStiff(course)};
    case Pace::Finding::Creeping: break;
  }
  guard.examine(course.state);
  if (guard.closeness() < kLocked) return Ending{Termination::Locked, describeLock(course, guard)};
  return Ending{Termination::StepTooSmall, describeCreeping(course, places)};
}

}  // namespace

std::string poleOfTimeNear(const Course& course, PlaceWatch& places) {
  return places.poleOfTime(kNearPole * course.toGo());
}

std::optional<Ending> endingBetweenSteps(const Course& course, Pace& pace, ConfigurationGuard& guard,
                                         PlaceWatch& places, const std::string& event) {
  const long most = course.options.maxSteps;
  if (!event.empty()) return Ending{Termination::EventReached, tr("The {} ended the run.", event)};
  if (course.atEnd()) return Ending{Termination::ReachedEnd, tr("The end time was reached.")};
  if (most > 0 && course.journal.counts().steps >= most)
    return Ending{Termination::StepLimit, tr("The largest number of steps was reached.")};
  return endingByPace(pace.look(), course, guard, places);
}

Ending endingOfFailure(const Attempt& attempt, const Course& course, const ConfigurationGuard& guard,
                       PlaceWatch& places) {
  const bool notFinite = attempt.status == AttemptStatus::NotFinite;
  const double fixed = course.options.fixedStep, h = fixed > 0 ? fixed : course.steps.plan().h;
  std::string fact = factOf(attempt.status, h);
  if (course.options.fixedStep > 0 && !notFinite &&
      (guard.closeness() < kLocked || guard.expectedTime() < course.state.t + kStepsAhead * h))
    fact += ' ' + tr("There is a singular configuration near, in which {} depend on other constraints: steps "
                     "that the error test chooses are made to go over it.",
                     guard.dependentRows());
  if (const std::string pole = places.poleAhead(kLookAhead * course.toGo()); !pole.empty())
    return {Termination::NotFinite, pole};
  if (const std::string pole = poleOfTimeNear(course, places); !pole.empty())
    return {Termination::NotFinite, pole};
  if (guard.closeness() < (notFinite ? kLockedForSure : kLocked))
    return {Termination::Locked, describeLock(course, guard), fact};
  return {notFinite ? Termination::NotFinite : Termination::StepTooSmall,
          describeFailure(attempt, course, guard), fact};
}

Ending asTold(Ending ending, double t, long steps, const SimulationOptions& options) {
  const Termination how = ending.termination;
  if (how != Termination::StepTooSmall && how != Termination::NotFinite && how != Termination::Locked &&
      how != Termination::Unresolved)
    return ending;
  const std::vector<Overruling> by = overruling(options, steps);
  if (by.empty()) return ending;
  const std::string fact = ending.fact.empty() ? tr("the run cannot go on.") : ending.fact;
  return {options.fixedStep > 0 ? Termination::StepFailed : Termination::StepTooSmall,
          at(t, fact + ' ' + narration::blame(by, options))};
}

Ending endingOfExplosion(double t, const Runaway& energy, const SimulationOptions& options,
                         const MethodProperties& method) {
  return {
      Termination::Exploded,
      at(t, tr("the motion has exploded: it has {} J that nothing supplied, beyond all the energy that it "
               "had before. {}",
               significant(energy.unexplained(), 2), causeOfGrowth(options, method)))};
}

Ending endingOfGrowth(double t, const std::string& growth, const SimulationOptions& options) {
  const std::vector<Overruling> by = overruling(options, kBehindTheStart);
  if (by.empty()) return {Termination::Exploded, at(t, growth)};
  return {Termination::Exploded,
          at(t, tr("the motion grows without bound. {}", narration::blame(by, options)))};
}

std::string causeOfGrowth(const SimulationOptions& options, const MethodProperties& method) {
  if (!method.bearsDamping) return narration::growsWithAnyStep();
  const bool bearsStiffness = methodOf(options).stiff == StiffSteps::Long;
  if (const auto by = overruling(options, kBehindTheStart); !by.empty()) {
    const std::string cause = narration::blame(by, options);
    return bearsStiffness ? cause
                          : cause + ' ' +
                                tr("Where springs or dampers are stiff, the steps of this method must be "
                                   "short beside them; an implicit one such as bdf bears longer ones.");
  }
  return bearsStiffness
             ? tr("The errors of its steps, each within the tolerance, have added up: tighten rtol, or "
                  "choose bdf with index 2.")
             : tr("Springs or dampers are too stiff for the stability of this method, and its error test "
                  "lets grow what each step adds: choose an implicit method such as bdf, or tighten rtol.");
}

std::string describeLock(const Course& course, const ConfigurationGuard& guard) {
  const double t = course.state.t;
  if (const int control = explodingControl(course); control >= 0)
    return at(t, likelyCause(course, control, true));
  const std::string rows = guard.dependentRows();
  if (guard.dependentOnControls())
    return at(t, tr("the equations of a controller end: {} does not determine its quantity any more, and no "
                    "solution was found beyond. Check the equations, which may have none there, or end the "
                    "run before this time.",
                    rows));
  const std::string lock =
      tr("the mechanism locks: no motion beyond keeps its joints and drivers together, and no way on was "
         "found. Where a driver leads to this dead point, change a length or its motion, or end the run "
         "before; if the mechanism should pass it, loosen the tolerances. Dependent on the other "
         "constraints there: {}.",
         rows);
  const std::string nearMiss = guard.nearMiss(t, course.steps.method().state().q);
  if (nearMiss.empty()) return at(t, lock);
  return at(t, tr("{} It comes {}. If it should turn off there, no step at this tolerance resolves it: which "
                  "branch follows is not determined; tighten rtol, or keep away from the place.",
                  lock, nearMiss));
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/narration.h"

#include <cstdio>

namespace holonom::narration {
namespace {

/// A text with numbers in it, as printf writes them.
template <class... Numbers>
std::string filled(const char* format, Numbers... numbers) {
  char text[480];
  std::snprintf(text, sizeof text, format, numbers...);
  return text;
}

std::string at(double t) { return filled("At t = %.9g s ", t); }

/// "The run was told fixed-step 0.5 (no step is judged by its error) …"
std::string blame(const std::vector<Overruling>& by, const SimulationOptions& options) {
  std::string told;
  for (std::size_t i = 0; i < by.size(); ++i) {
    told += (i == 0 ? "" : ", ") + by[i].field->name + ' ' + by[i].field->get(options);
    const bool saidNext = i + 1 < by.size() && by[i + 1].without == by[i].without;
    if (!saidNext) told += std::string(" (") + by[i].without + ')';
  }
  return "The run was told " + told +
         ": that alone can be the cause. Leave it out before you look for one in the model.";
}

std::string errorTooLarge(const Failure& failure) {
  std::string message = "the error test keeps failing";
  if (!failure.coordinate.empty()) message += " in " + failure.coordinate;
  if (failure.roundedAcceleration > 0)
    return message + filled(
                         ", whose acceleration index 1 judges as well: rounding in the last digits of time, "
                         "position and velocity changes it by %.2g, more than this tolerance allows, since a "
                         "force or a motion jumps there or is very steep. Choose index 2 or 3, or loosen the "
                         "tolerances.",
                         failure.roundedAcceleration);
  if (failure.ofController)
    return message +
           ", a quantity of a controller. It grows beyond all limits there, or jumps; check the "
           "equations of the controller, or end the run before this time.";
  if (failure.farFromSingular)
    return message +
           ". A force or a motion jumps there, or changes extremely fast; declare the place with "
           "step() or if() in its expression, give it a width, or loosen the tolerances.";
  return message +
         ". The mechanism may lock there (a dead point that its drivers try to pass), or a motion "
         "jumps; check the lengths and the motions, or loosen the tolerances.";
}

}  // namespace

std::string stiff() {
  return "The problem is stiff: stability limits the explicit steps so much that the end is out of reach. "
         "Choose bdf.";
}

std::string exploding(double t, const std::string& control) {
  return at(t) + control +
         ", a quantity of a controller, grows beyond all limits. Check the equations of the controller, or "
         "end "
         "the run before this time.";
}

std::string creeping(double t, double h, const std::string& notFinitePart) {
  const std::string text = filled(
      "At t = %.9g s the steps have become so small (%.2g s) that the end is out of reach. Something "
      "changes very quickly there, or the mechanism locks: look at the last accelerations, loosen the "
      "tolerances, or end the run before.",
      t, h);
  return notFinitePart.empty() ? text : text + " " + notFinite(notFinitePart);
}

std::string creepingControl(double t, double h, const std::string& control) {
  return filled("At t = %.9g s the steps have become so small (%.2g s) that the end is out of reach: ", t,
                h) +
         control +
         ", a quantity of a controller, changes ever faster, or has no value beyond. Check the equations of "
         "the "
         "controller, loosen the tolerances, or end the run before.";
}

std::string infinite(double t, const std::string& pole) {
  return at(t) + pole +
         " becomes infinite there: what it divides by passes zero, and no motion leads across. Keep the "
         "motion "
         "away from this place, end the run before, or write a formula that stays finite; if the motion "
         "should "
         "turn back before, tighten the tolerances.";
}

std::string notFinite(const std::string& part) {
  return part +
         " is not a finite number there, or its derivative is not. Check this expression and its data.";
}

std::string locked(double t, const std::string& rows, const std::string& nearMiss) {
  std::string text =
      at(t) +
      "the mechanism locks: no motion beyond keeps its joints and drivers together, and no way on "
      "was found. Where a driver leads to this dead point, change a length or its motion, or end "
      "the run before; if the mechanism should pass it, loosen the tolerances. Dependent on the "
      "other constraints there: " +
      rows + ".";
  if (!nearMiss.empty())
    text +=
        " It comes " + nearMiss +
        ". If it should turn off there, no step at this tolerance resolves it: which branch follows is not "
        "determined; tighten rtol, or keep away from the place.";
  return text;
}

std::string controllerEnds(double t, const std::string& rows) {
  return at(t) + "the equations of a controller end: " + rows +
         " does not determine its quantity any more, and no solution was found beyond. Check the equations, "
         "which may have none there, or end the run before this time.";
}

std::string contradiction(double t, const std::string& row, const std::string& others) {
  return at(t) + "the constraints contradict each other: " + row + ", which followed from the others before" +
         (others.empty() ? "" : ", and " + others) +
         " cannot hold together any longer. Remove one of them or make the data agree.";
}

std::string energyJumps(double t, double energy) {
  return filled(
      "At t = %.9g s the energy jumps by %.3g J in a step near a singular configuration: the passage "
      "was not resolved, and which branch follows is not determined at this tolerance. Tighten rtol, "
      "or keep away from the place.",
      t, energy);
}

std::string runTooLong(double interval) {
  return filled(
      "The run is so long (%.3g s) that even its first step, a small part of it, is longer than the "
      "motion bears. Choose an end time that the motion can reach, or the size of the first step.",
      interval);
}

std::string overruled(double t, const std::vector<Overruling>& by, const SimulationOptions& options) {
  return at(t) + "the run cannot go on. " + blame(by, options);
}

std::string failed(const Failure& failure) {
  const std::string begin =
      filled("At t = %.9g s the step became too small (%.2g s): ", failure.t, failure.h);
  switch (failure.status) {
    case AttemptStatus::SingularMatrix:
      return begin +
             (failure.farFromSingular
                  ? "the equations cannot be solved within rounding, though the constraints are independent "
                    "there. "
                    "A body with next to no mass or inertia beside heavy ones does that: give it more, or "
                    "choose "
                    "bdf."
                  : "the equations are singular there. The mechanism may lock or pass a dead point; change a "
                    "length, start elsewhere, or end the run before this time.");
    case AttemptStatus::NotFinite:
      return begin +
             (failure.notFinite.empty()
                  ? "a force, a motion or a constraint is not a finite number. Check the expressions and "
                    "data."
                  : notFinite(failure.notFinite));
    case AttemptStatus::ErrorTooLarge: return begin + errorTooLarge(failure);
    default:
      return begin +
             "the equations of the step cannot be solved. The mechanism may lock or cannot follow its "
             "drivers; check the motion and the lengths, or loosen the tolerances.";
  }
}

std::string startsNearSingular(const std::string& rows) {
  return "The start lies very close to a singular configuration, in which " + rows +
         " depend on other constraints: within the tolerances the mechanism can go on in more than one way.";
}

std::string rowsSelectedAnew(const std::string& leftOut, const std::string& insteadOf) {
  return "the redundant constraints were selected anew: " + leftOut + " are left out instead of " + insteadOf;
}

std::string jumpFound(const Event& event) {
  return filled("A jump was found at t = %.9g s, in ", event.t) + event.name +
         ". Nothing in the model declares it; step() or if() in its expression would let the run meet it.";
}

std::string stiffSince(double t) {
  return filled(
      "From t = %.6g s on stability limits the step size, not accuracy. The problem looks stiff: choose "
      "bdf.",
      t);
}

std::string doubtful(const std::vector<Overruling>& by, const SimulationOptions& options) {
  return "A jump, stiffness or a singular configuration that seems to be there need not be. " +
         blame(by, options);
}

std::string strainedSince(double t) {
  return filled(
      "From t = %.6g s on the coordinates are near a singularity of their parametrisation, and the "
      "system offers no others.",
      t);
}

std::string errorsAddUp(long steps, double tolerances) {
  return filled(
      "The errors of the %ld steps, each within its tolerance, can add up to %.1g tolerances where "
      "nothing damps them. Compare with a run at a tenth of the tolerance, or choose a method of higher "
      "order.",
      steps, tolerances);
}

std::string errorsNotJudged(double tolerances) {
  return filled(
      "Steps of a fixed size are not judged: their estimated errors are %.2g tolerances on average.",
      tolerances);
}

std::string untestedVelocities(double part) {
  return filled(
      "At index 3 this method tests positions, not velocities: by their estimates the errors of the "
      "velocities can add up to %.1g times their size. Index 2 tests both.",
      part);
}

}  // namespace holonom::narration

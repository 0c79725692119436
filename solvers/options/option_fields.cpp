// SPDX-License-Identifier: GPL-3.0-or-later
// The one list of options: command line, solver panel, summary and documentation are made from it.
#include <algorithm>

#include "core/base/text.h"
#include "solvers/options/field_makers.h"
#include "solvers/options/options.h"

namespace holonom {
namespace {

using namespace fields;
using Kind = OptionField::Kind;
using S = SimulationOptions;
using Fields = std::vector<OptionField>;

OptionField method() {
  std::vector<std::string> names;
  for (const MethodDescriptor& method : methods()) names.push_back(method.name);
  return {.name = "method",
          .label = Text("Method"),
          .help = Text("Integration method; 'holonom methods' says when to choose which."),
          .kind = Kind::Choice,
          .choices = names,
          .get = [](const S& o) { return o.method; },
          .set = [](S& o, const std::string& text) { selectMethod(o, text); }};
}

OptionField index() {
  return {.name = "index",
          .label = Text("Index"),
          .help = Text("Form of the constraints: 3 closes joints at position level only (cheapest, noisy "
                       "reactions), 2 also at velocity level (smooth reactions), 1 also at acceleration "
                       "level (accelerations fit as well; explicit methods project)."),
          .kind = Kind::Choice,
          .minimum = 1,
          .maximum = 3,
          .choices = {"1", "2", "3"},
          .get = [](const S& o) { return std::to_string(o.index); },
          .set = [](S& o, const std::string& text) { o.index = parse<int>("index", text); }};
}

Fields ofForm() {
  return {method(), index(),
          tolerance("rtol", Text("Relative tolerance"),
                    Text("Local error allowed per step, relative to the size of the motion; smaller is more "
                         "accurate and slower."),
                    &S::rtol),
          tolerance("atol", Text("Absolute tolerance"),
                    Text("Error allowed where a quantity is near zero: rad for angles, times the size of the "
                         "model for lengths."),
                    &S::atol)};
}

Fields ofDamping() {
  return {only(integer("max-order", Text("Highest order"),
                       Text("Highest BDF order; 2 for strongly vibrating models, 5 otherwise."), 1, 5,
                       &S::maxOrder),
               MethodOption::MaxOrder),
          only(number("rho", Text("Damping ρ"), "",
                      Text("Spectral radius at high frequency: 1 damps nothing, 0 damps vibrations faster "
                           "than the step at once."),
                      0, 1, &S::rho),
               MethodOption::Rho),
          only(number("alpha", Text("Damping α"), "",
                      Text("HHT: 0 damps nothing, 1/3 damps vibrations faster than the step most."), 0,
                      1.0 / 3, &S::alpha),
               MethodOption::Alpha),
          only(number("gamma", Text("Damping γ"), "",
                      Text("Newmark: 0.5 damps nothing and has second order, larger values damp and have "
                           "first order."),
                      0.5, 1, &S::gamma),
               MethodOption::Gamma)};
}

Fields ofTimes() {
  return {
      number("t-start", Text("Start time"), "s", Text("Time at which the run begins."), -1e12, 1e12,
             &S::startTime),
      number("t-end", Text("End time"), "s", Text("Time at which the run ends."), -1e12, 1e12, &S::endTime),
      withZero(number("initial-step", Text("First step"), "s", Text("Size of the first step; 0 chooses it."),
                      0, 1e12, &S::initialStep),
               Text("automatic")),
      withZero(number("max-step", Text("Largest step"), "s",
                      Text("Upper limit of the step size; 0 sets none."), 0, 1e12, &S::maxStep),
               Text("unlimited")),
      withZero(integer("max-steps", Text("Step limit"),
                       Text("Stop after this many accepted steps; 0 sets no limit."), 0, 1e15, &S::maxSteps),
               Text("none"))};
}

/// Steps in pace with the clock.
Fields ofRealTime() {
  const OptionField on = onOff(
      "real-time", Text("Real time"),
      Text("Each step is made when its time has come by the clock; steps that are late are counted. Needs "
           "a fixed step."),
      &S::realTime);
  const OptionField speed =
      number("speed", Text("Speed in real time"), "",
             Text("Seconds of the model per second of the clock: 0.1 shows the motion ten times slower."),
             1e-6, 1e6, &S::speed);
  return {only(on, MethodOption::FixedStep), only(speed, MethodOption::FixedStep)};
}

/// To be set for looking at a method.
Fields ofStudies() {
  const OptionField step = number(
      "fixed-step", Text("Fixed step"), "s",
      Text("Every step has this size, whatever its error; only events and the end make single ones shorter. "
           "For seeing how the error of a method goes with the step; 0 lets the error test choose."),
      0, 1e12, &S::fixedStep);
  const OptionField order = integer("fixed-order", Text("Fixed order"),
                                    Text("The only order used: 1 to 6 of BDF, 1 to 12 of Adams, 4, 6 … 18 of "
                                         "the extrapolation, 5, 9, 13 of Radau; 0 lets the method choose."),
                                    0, 18, &S::fixedOrder);
  const OptionField iteration = number(
      "newton-tolerance", Text("Newton tolerance"), "",
      Text("What the iteration may leave undone, in parts of the tolerance of a step; smaller ones show the "
           "error of the method alone, at loose tolerances too; 0 takes what suits the method."),
      0, 1, &S::newtonTolerance);
  return {only(withZero(step, Text("none")), MethodOption::FixedStep),
          only(withZero(order, Text("none")), MethodOption::FixedOrder),
          only(withZero(iteration, Text("automatic")), MethodOption::NewtonTolerance)};
}

OptionField stepCorrection() {
  return {.name = "step-correction",
          .label = Text("Correct for unequal steps"),
          .help = Text(
              "Keeps second order while the step size changes; auto: at index 2 and 1, not at index 3, where "
              "it enlarges the noise of reactions. Off at index 2 takes far more steps for a tolerance."),
          .kind = Kind::Choice,
          .choices = {"auto", "on", "off"},
          .words = {Text("automatic"), Text("on"), Text("off")},
          .get =
              [](const S& o) {
                return std::string(!o.stepCorrection ? "auto" : *o.stepCorrection ? "on" : "off");
              },
          .set =
              [](S& o, const std::string& text) {
                if (text == "auto") o.stepCorrection.reset();
                else o.stepCorrection = parseSwitch("step-correction", text);
              }};
}

Fields ofImplicitMethods() {
  return {only(onOff("projection-filter", Text("Filter velocity error"),
                     Text("Index 3: judge the velocity error along the constraints only. Off shows how the "
                          "step size collapses without it."),
                     &S::projectionFilter),
               MethodOption::ProjectionFilter),
          only(stepCorrection(), MethodOption::StepCorrection),
          only(onOff("reuse-jacobian", Text("Reuse Jacobian"),
                     Text("Keep the factorised Newton matrix over several steps. Off shows what full Newton "
                          "iteration costs."),
                     &S::reuseJacobian),
               MethodOption::ReuseJacobian),
          only(choice("order-strategy", Text("Order strategy"),
                      Text("How the order is chosen and high orders are kept stable: combined (default), "
                           "difsub (no guard), dassl, skelboe or stewart."),
                      kOrderStrategies, &S::orderStrategy,
                      {Text("combined – guarded rise, forced fall"), Text("DIFSUB – no guard"),
                       Text("DASSL – guarded rise"), Text("Skelboe – forced fall"),
                       Text("Stewart – guarded rise")}),
               MethodOption::OrderStrategy),
          only(choice("bdf-form", Text("Form of BDF"),
                      Text("Coefficients of the unequal steps themselves (variable, the sturdier one), or "
                           "constant ones on a past moved to the new step (quasi-constant)."),
                      kBdfForms, &S::bdfForm,
                      {Text("variable – of the steps themselves"), Text("quasi-constant – on a moved past")}),
               MethodOption::BdfForm)};
}

Fields ofStages() {
  return {
      only(
          onOff("end-projection", Text("Project ends of steps"),
                Text("Radau and L-stable blocks, index 3 and 1: the end of a step is brought to the joints' "
                     "equations, with the accelerations and reactions there. Off leaves what the step found: "
                     "rougher at index 3, drifting from the joints at index 1."),
                &S::endProjection),
          MethodOption::EndProjection),
      only(integer("block-stages", Text("Stages"),
                   Text("L-stable blocks: stages of a step; more of them have a higher order and larger "
                        "systems."),
                   2, 6, &S::blockStages),
           MethodOption::BlockShape),
      only(choice("block-nodes", Text("Places of the stages"),
                  Text("L-stable blocks: at equal distances, or at the zeros of a polynomial, which are "
                       "denser at the ends of the step (radau-iia with one-less: Radau IIA)."),
                  kBlockNodes, &S::blockNodes,
                  {Text("at equal distances"), Text("zeros of Chebyshev's polynomial"),
                   Text("zeros of Legendre's polynomial"), Text("those of Radau IIA")}),
           MethodOption::BlockShape),
      only(choice("block-numerator", Text("Numerator"),
                  Text("L-stable blocks: degree of the numerator of the stability function, one or two "
                       "less than that of its denominator; two-less damps fast parts more."),
                  kBlockNumerators, &S::blockNumerator, {Text("degree one less"), Text("degree two less")}),
           MethodOption::BlockShape),
      only(choice(
               "local-rule", Text("Rule"),
               Text("Local equivalence: how the local coordinates are integrated; trapezoidal (default) and "
                    "midpoint do not damp, bdf2 and bdf (of variable order) damp fast parts."),
               kLocalRules, &S::localRule,
               {Text("trapezoidal rule"), Text("midpoint rule"), Text("BDF of order 2"),
                Text("BDF of variable order")}),
           MethodOption::LocalRule),
      only(choice(
               "null-space", Text("Null space"),
               Text("Local equivalence: how the velocities that the constraints leave are found, by Gaussian "
                    "elimination, which keeps what is sparse, or orthogonal (QR), which is better "
                    "conditioned."),
               kNullSpaces, &S::nullSpace, {Text("Gaussian elimination"), Text("orthogonal (QR)")}),
           MethodOption::LocalRule)};
}

/// What keeps explicit methods on the constraints.
Fields ofDrift() {
  const OptionField alpha = number("baumgarte-alpha", Text("Baumgarte α"), "1/s",
                                   Text("How fast violated constraints come back: too small lets them drift, "
                                        "too large makes the equations stiff; 0 chooses 0.1 per step."),
                                   0, 1e12, &S::baumgarteAlpha);
  const OptionField beta =
      number("baumgarte-beta", Text("Baumgarte β"), "1/s",
             Text("The same for positions; equal to α (chosen by 0) returns without swinging over."), 0, 1e12,
             &S::baumgarteBeta);
  const OptionField penalty =
      number("penalty", Text("Penalty χ"), "1/s",
             Text("Rate at which violated constraints fade; should lie above all rates of the motion and "
                  "costs stages; 0 chooses four times the largest eigenvalue."),
             0, 1e15, &S::penalty);
  return {only(choice("stabilisation", Text("Drift"),
                      Text("projection returns every step to the constraints; baumgarte pulls back by added "
                           "terms, whose α and β change the reactions; none shows the drift; tangent-space "
                           "and partitioning integrate local coordinates, which cannot drift."),
                      kStabilisations, &S::stabilisation,
                      {Text("projection – back after every step"), Text("Baumgarte's terms – pulled back"),
                       Text("none – shows the drift"), Text("tangent space – cannot drift"),
                       Text("partitioning – cannot drift")}),
               MethodOption::Stabilisation),
          only(withZero(alpha, Text("automatic")), MethodOption::Stabilisation),
          only(withZero(beta, Text("automatic")), MethodOption::Stabilisation),
          only(withZero(penalty, Text("automatic")), MethodOption::Penalty)};
}

Fields ofCoordinates() {
  return {choice("rotations", Text("Rotations in space"),
                 Text("Coordinates for rotations of bodies in space: euler, four parameters that are never "
                      "singular, or cardan, three angles that are changed where they become so."),
                 kRotations, &S::rotations,
                 {Text("Euler parameters – four, never singular"), Text("Cardan angles – three")})};
}

Fields makeFields() {
  Fields all;
  for (const auto group : {ofForm, ofDamping, ofTimes, ofStudies, ofRealTime, ofImplicitMethods, ofStages,
                           ofDrift, ofCoordinates})
    for (OptionField& field : group()) all.push_back(std::move(field));
  return all;
}

}  // namespace

const std::vector<OptionField>& optionFields() {
  static const std::vector<OptionField> kFields = makeFields();
  return kFields;
}

bool isReadBy(const OptionField& field, const std::string& method) {
  return field.methods.empty() ||
         std::find(field.methods.begin(), field.methods.end(), method) != field.methods.end();
}

}  // namespace holonom

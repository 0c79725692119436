// SPDX-License-Identifier: GPL-3.0-or-later
// The one list of options: command line, solver panel, summary and documentation are made from it.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/error.h"
#include "core/base/units.h"
#include "solvers/reference/ida.h"
#include "solvers/simulation/options.h"

namespace holonom {
namespace {

using Kind = OptionField::Kind;

template <class Number>
Number parse(const std::string& name, const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(static_cast<double>(value)))
    throw InputError(
        "option '" + name + "'",
        "'" + text + "' is not a " + (std::is_integral_v<Number> ? "whole " : "") + "number",
        std::is_integral_v<Number> ? "Write a whole number such as 3." : "Write a number such as 1e-6.");
  return value;
}

bool parseSwitch(const std::string& name, const std::string& text) {
  if (text == "on" || text == "true" || text == "1" || text == "yes") return true;
  if (text == "off" || text == "false" || text == "0" || text == "no") return false;
  throw InputError("option '" + name + "'", "'" + text + "' is neither on nor off");
}

OptionField number(std::string name, std::string label, std::string unit, std::string help, double minimum,
                   double maximum, double SimulationOptions::*member) {
  return {name,
          label,
          unit,
          help,
          Kind::Number,
          minimum,
          maximum,
          {},
          {},
          [=](const SimulationOptions& o) { return numberText(o.*member); },
          [=](SimulationOptions& o, const std::string& text) { o.*member = parse<double>(name, text); }};
}

OptionField tolerance(std::string name, std::string label, std::string help,
                      std::optional<double> SimulationOptions::*member) {
  return {name,
          label,
          "",
          help,
          Kind::Number,
          1e-14,
          1,
          {},
          {},
          [=](const SimulationOptions& o) { return o.*member ? numberText(*(o.*member)) : std::string(); },
          [=](SimulationOptions& o, const std::string& text) {
            if (text.empty()) (o.*member).reset();
            else o.*member = parse<double>(name, text);
          }};
}

template <class Integer>
OptionField integer(std::string name, std::string label, std::string help, double minimum, double maximum,
                    Integer SimulationOptions::*member) {
  return {name,
          label,
          "",
          help,
          Kind::Integer,
          minimum,
          maximum,
          {},
          {},
          [=](const SimulationOptions& o) { return std::to_string(o.*member); },
          [=](SimulationOptions& o, const std::string& text) { o.*member = parse<Integer>(name, text); }};
}

OptionField onOff(std::string name, std::string label, std::string help, bool SimulationOptions::*member) {
  return {name,
          label,
          "",
          help,
          Kind::Switch,
          0,
          1,
          {},
          {},
          [=](const SimulationOptions& o) { return std::string(o.*member ? "on" : "off"); },
          [=](SimulationOptions& o, const std::string& text) { o.*member = parseSwitch(name, text); }};
}

OptionField method() {
  std::vector<std::string> names;
  for (const MethodInfo& info : methods()) names.push_back(info.name);
  return {"method",
          "Method",
          "",
          "Integration method; 'holonom methods' says when to choose which.",
          Kind::Choice,
          0,
          0,
          names,
          {},
          [](const SimulationOptions& o) { return o.method; },
          [](SimulationOptions& o, const std::string& text) { selectMethod(o, text); }};
}

OptionField index() {
  return {"index",
          "Index",
          "",
          "Form of the constraints: 3 closes joints at position level only (cheapest, noisy reactions), 2 "
          "also at velocity "
          "level (smooth reactions), 1 also at acceleration level (accelerations fit as well; explicit "
          "methods project).",
          Kind::Choice,
          1,
          3,
          {"1", "2", "3"},
          {},
          [](const SimulationOptions& o) { return std::to_string(o.index); },
          [](SimulationOptions& o, const std::string& text) { o.index = parse<int>("index", text); }};
}

OptionField stepCorrection() {
  using S = SimulationOptions;
  return {"step-correction",
          "Correct for unequal steps",
          "",
          "Keeps second order while the step size changes; auto: at index 2 and 1, not at index 3, where it "
          "enlarges the noise "
          "of reactions. Off at index 2 takes far more steps for a tolerance.",
          Kind::Choice,
          0,
          0,
          {"auto", "on", "off"},
          {},
          [](const S& o) {
            return std::string(!o.stepCorrection ? "auto" : *o.stepCorrection ? "on" : "off");
          },
          [](S& o, const std::string& text) {
            if (text == "auto") o.stepCorrection.reset();
            else o.stepCorrection = parseSwitch("step-correction", text);
          }};
}

/// A field whose values are the names of an enumeration: a list of pairs (value, name).
template <class Value, class Names>
OptionField choice(std::string name, std::string label, std::string help, const Names& names,
                   Value SimulationOptions::*member) {
  std::vector<std::string> choices;
  for (const auto& [value, text] : names) choices.push_back(text);
  const auto get = [&names, member](const SimulationOptions& o) -> std::string {
    for (const auto& [value, text] : names)
      if (value == o.*member) return text;
    return {};
  };
  const auto set = [&names, member, name, choices](SimulationOptions& o, const std::string& wanted) {
    for (const auto& [value, text] : names)
      if (wanted == text) {
        o.*member = value;
        return;
      }
    std::string known;
    for (const std::string& text : choices) known += (known.empty() ? "" : ", ") + text;
    throw InputError("option '" + name + "'", "there is no choice '" + wanted + "'",
                     "Choose one of " + known + ".");
  };
  return {name, label, "", help, Kind::Choice, 0, 0, choices, {}, get, set};
}

OptionField only(OptionField field, std::vector<std::string> methods) {
  field.methods = std::move(methods);
  return field;
}

OptionField withZero(OptionField field, std::string meaning) {
  field.zero = std::move(meaning);
  return field;
}

std::vector<std::string> withIda(std::vector<std::string> methods) {
  if (kHasIda) methods.push_back("ida");
  return methods;
}

std::vector<OptionField> makeFields() {
  using S = SimulationOptions;
  const std::vector<std::string> projecting = {"dop853", "dopri5", "rk4", "adams", "gbs"};
  return {
      method(),
      index(),
      tolerance("rtol", "Relative tolerance",
                "Local error allowed per step, relative to the size of the motion; smaller is more accurate "
                "and slower.",
                &S::rtol),
      tolerance("atol", "Absolute tolerance",
                "Error allowed where a quantity is near zero: rad for angles, times the size of the model "
                "for lengths.",
                &S::atol),
      only(integer("max-order", "Highest order",
                   "Highest BDF order; 2 for strongly vibrating models, 5 otherwise.", 1, 5, &S::maxOrder),
           withIda({"bdf"})),
      only(number("rho", "Damping ρ", "",
                  "Spectral radius at high frequency: 1 damps nothing, 0 damps vibrations faster than the "
                  "step at once.",
                  0, 1, &S::rho),
           {"generalized-alpha"}),
      only(number("alpha", "Damping α", "",
                  "HHT: 0 damps nothing, 1/3 damps vibrations faster than the step most.", 0, 1.0 / 3,
                  &S::alpha),
           {"hht"}),
      only(number("gamma", "Damping γ", "",
                  "Newmark: 0.5 damps nothing and has second order, larger values damp and have first order.",
                  0.5, 1, &S::gamma),
           {"newmark"}),
      number("t-start", "Start time", "s", "Time at which the run begins.", -1e12, 1e12, &S::startTime),
      number("t-end", "End time", "s", "Time at which the run ends.", -1e12, 1e12, &S::endTime),
      withZero(number("initial-step", "First step", "s", "Size of the first step; 0 chooses it.", 0, 1e12,
                      &S::initialStep),
               "automatic"),
      withZero(number("max-step", "Largest step", "s", "Upper limit of the step size; 0 sets none.", 0, 1e12,
                      &S::maxStep),
               "unlimited"),
      withZero(integer("max-steps", "Step limit", "Stop after this many accepted steps; 0 sets no limit.", 0,
                       1e15, &S::maxSteps),
               "none"),
      only(withZero(
               number(
                   "fixed-step", "Fixed step", "s",
                   "Every step has this size, whatever its error; only events and the end make single ones "
                   "shorter. For seeing how the error of a method goes with the step; 0 lets the error test "
                   "choose.",
                   0, 1e12, &S::fixedStep),
               "none"),
           {"bdf", "generalized-alpha", "hht", "newmark", "trapezoidal", "dop853", "dopri5", "rk4", "adams",
            "gbs", "rkc", "eserk4", "kinematics"}),
      only(withZero(
               integer(
                   "fixed-order", "Fixed order",
                   "The only order used: 1 to 5 of BDF, 1 to 12 of Adams, 4, 6 … 18 of the extrapolation; 0 "
                   "lets the method choose.",
                   0, 18, &S::fixedOrder),
               "none"),
           {"bdf", "adams", "gbs"}),
      only(
          withZero(
              number("newton-tolerance", "Newton tolerance", "",
                     "What the iteration may leave undone, in parts of the tolerance of a step; smaller ones "
                     "show "
                     "the error of the method alone, at loose tolerances too; 0 takes what suits the method.",
                     0, 1, &S::newtonTolerance),
              "automatic"),
          {"bdf", "generalized-alpha", "hht", "newmark", "trapezoidal"}),
      only(onOff("projection-filter", "Filter velocity error",
                 "Index 3: judge the velocity error along the constraints only. Off shows how the step size "
                 "collapses "
                 "without it.",
                 &S::projectionFilter),
           {"bdf"}),
      only(stepCorrection(), {"generalized-alpha", "hht"}),
      onOff(
          "reuse-jacobian", "Reuse Jacobian",
          "Keep the factorised Newton matrix over several steps. Off shows what full Newton iteration costs.",
          &S::reuseJacobian),
      only(choice("order-strategy", "Order strategy",
                  "How the order is chosen and high orders are kept stable: combined (default), difsub (no "
                  "guard), dassl, "
                  "skelboe or stewart.",
                  kOrderStrategies, &S::orderStrategy),
           {"bdf"}),
      only(choice("bdf-form", "Form of BDF",
                  "Coefficients of the unequal steps themselves (variable, the sturdier one), or constant "
                  "ones on a past moved to "
                  "the new step (quasi-constant).",
                  kBdfForms, &S::bdfForm),
           {"bdf"}),
      only(choice("stabilisation", "Drift",
                  "projection returns every step to the constraints; baumgarte pulls back by added terms, "
                  "whose α and β change "
                  "the reactions; none shows the drift.",
                  kStabilisations, &S::stabilisation),
           projecting),
      only(withZero(
               number(
                   "baumgarte-alpha", "Baumgarte α", "1/s",
                   "How fast violated constraints come back: too small lets them drift, too large makes the "
                   "equations stiff; 0 "
                   "chooses 0.1 per step.",
                   0, 1e12, &S::baumgarteAlpha),
               "automatic"),
           projecting),
      only(withZero(number("baumgarte-beta", "Baumgarte β", "1/s",
                           "The same for positions; equal to α (chosen by 0) returns without swinging over.",
                           0, 1e12, &S::baumgarteBeta),
                    "automatic"),
           projecting),
      only(withZero(
               number("penalty", "Penalty χ", "1/s",
                      "Rate at which violated constraints fade; should lie above all rates of the motion and "
                      "costs stages; 0 "
                      "chooses four times the largest eigenvalue.",
                      0, 1e15, &S::penalty),
               "automatic"),
           {"rkc", "eserk4"}),
  };
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

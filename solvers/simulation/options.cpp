// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/error.h"
#include "solvers/reference/ida.h"

namespace holonom {
namespace {

const MethodInfo& infoOf(const std::string& name) {
  for (const MethodInfo& info : methods())
    if (info.name == name) return info;
  std::string known;
  for (const MethodInfo& info : methods()) known += (known.empty() ? "" : ", ") + info.name;
  if (name == "ida")
    throw InputError("option 'method'", "this program was built without SUNDIALS, so it has no method 'ida'",
                     "Install libsundials-dev and build again, or choose one of " + known + ".");
  throw InputError("option 'method'", "there is no method '" + name + "'", "Known methods: " + known + ".");
}

constexpr double kLargestHhtAlpha = 1.0 / 3;

template <class Number>
std::string formatted(Number value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

template <class Number>
void require(bool holds, const std::string& option, const std::string& rule, Number value) {
  if (!holds) throw InputError("option '" + option + "'", rule + ", is " + formatted(value));
}

std::string join(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

}  // namespace

namespace {

std::vector<MethodInfo> makeMethods() {
  std::vector<MethodInfo> all = {
      {"bdf",
       "BDF",
       "BDF (variable order 1–5)",
       {2, 3, 1},
       1e-4,
       "The default: large steps on smooth motion and stiff forces; index 2 for smooth reactions, index 3 "
       "for the least "
       "work per step, index 1 when accelerations must be as accurate as the motion."},
      {"auto",
       "Automatic",
       "Automatic choice",
       {2},
       1e-5,
       "When you do not know: measures on the model how stiff and how smooth its motion is, picks an "
       "explicit method, BDF or "
       "generalized-α, says which and why, and changes it when the motion changes."},
      {"generalized-alpha",
       "Generalized-α",
       "Generalized-α (second order)",
       {3, 2, 1},
       1e-6,
       "For vibrating and less smooth models: robust second order with adjustable damping of high "
       "frequencies, index 2 for "
       "smooth reactions and velocities (index 3 tests positions only: where accelerations matter, give it a "
       "tolerance about a hundred times tighter than BDF), index 1 when accelerations must fit the joints, "
       "too."},
      {"hht",
       "HHT",
       "HHT (second order)",
       {3, 2, 1},
       1e-6,
       "Like generalized-α, with its damping set by α; for comparison with the many programs that offer "
       "HHT."},
      {"newmark",
       "Newmark",
       "Newmark (first or second order)",
       {3, 2, 1},
       1e-6,
       "The classic of structural dynamics, for comparison and teaching: γ = ½ keeps energy but not the "
       "noise of "
       "reactions away, larger γ damps at the price of first order and many steps: not for tight tolerances, "
       "whose errors add up."},
      {"trapezoidal",
       "Trapezoidal rule",
       "Trapezoidal rule (second order)",
       {1, 2},
       1e-6,
       "The classic of circuit simulation, for comparison and teaching: second order, no damping at all; "
       "vibrations keep their amplitude, and at index 2 noise in the reactions does, too."},
      {"dop853",
       "Dormand–Prince 8(5,3)",
       "Dormand–Prince 8(5,3), explicit",
       {1},
       1e-8,
       "For smooth motion without stiff springs or dampers at high accuracy (tolerances of 1e-7 and below): "
       "few, large "
       "steps."},
      {"dopri5",
       "Dormand–Prince 5(4)",
       "Dormand–Prince 5(4), explicit",
       {1},
       1e-6,
       "For smooth motion without stiff springs or dampers at medium accuracy; joints are closed by "
       "projection in every "
       "step."},
      {"rk4",
       "Runge–Kutta 4",
       "Runge–Kutta 4, explicit",
       {1},
       1e-5,
       "The classical method, for teaching and comparison; dopri5 needs less work for the same accuracy."},
      {"adams",
       "Adams",
       "Adams predictor–corrector (variable order 1–12), explicit",
       {1},
       1e-7,
       "For smooth motion without stiffness when evaluations are expensive (large models): two per step at "
       "any order."},
      {"gbs",
       "Gragg–Bulirsch–Stoer",
       "Gragg–Bulirsch–Stoer extrapolation, explicit",
       {1},
       1e-10,
       "For smooth motion without stiffness at the highest accuracy (1e-10 and below): order and step both "
       "adapt."},
      {"rkc",
       "RKC",
       "Runge–Kutta–Chebyshev (second order), explicit, stabilised",
       {1},
       1e-5,
       "For moderately stiff dampers in large models at low accuracy: no Newton iteration, and stages that "
       "grow only with the "
       "root of the stiffness; not for stiff undamped springs nor tight tolerances. The penalty form keeps "
       "the joints closed to tolerance."},
      {"eserk4",
       "ESERK4",
       "Extrapolated stabilised Runge–Kutta (fourth order), explicit",
       {1},
       1e-6,
       "Like rkc where medium accuracy is wanted (1e-6 and below)."},
      {"kinematics",
       "Kinematics",
       "Kinematic analysis (no degrees of freedom)",
       {1},
       1e-4,
       "When drivers prescribe the whole motion: positions, velocities, accelerations and reactions from the "
       "constraints "
       "alone, exact at every point and without integration."},
  };
  if (kHasIda)
    all.push_back({"ida",
                   "IDA",
                   "IDA of SUNDIALS (variable order 1–5), for reference",
                   {2, 1},
                   1e-4,
                   "To check a result with a well-known code of independent make, on the same equations; bdf "
                   "needs less work. Positions and velocities are held to the "
                   "tolerance; reactions are not tested and can be far off in single steps."});
  return all;
}

}  // namespace

const std::vector<MethodInfo>& methods() {
  static const std::vector<MethodInfo> kMethods = makeMethods();
  return kMethods;
}

namespace {

const OptionField& fieldOf(const std::string& option) {
  return *std::find_if(optionFields().begin(), optionFields().end(),
                       [&](const OptionField& known) { return known.name == option; });
}

bool reads(const std::string& method, const std::string& option) {
  const std::vector<std::string>& methods = fieldOf(option).methods;
  return std::find(methods.begin(), methods.end(), method) != methods.end();
}

/// Those that another method does not look at or has other values of.
void forgetStepOptions(SimulationOptions& options) {
  if (!reads(options.method, "fixed-step")) options.fixedStep = 0;
  if (!reads(options.method, "newton-tolerance")) options.newtonTolerance = 0;
  options.fixedOrder = 0;
}

}  // namespace

void selectMethod(SimulationOptions& options, const std::string& name) {
  const MethodInfo& info = infoOf(name);
  const bool another = options.method != name;
  options.method = name;
  if (another) forgetStepOptions(options);
  if (another || std::find(info.indices.begin(), info.indices.end(), options.index) == info.indices.end())
    options.index = info.indices.front();
}

namespace {

/// Options that a method does not look at do no harm, but a run without the steps or the order asked for
/// would tell something else than it seems to.
void requireReader(const SimulationOptions& o, const std::string& option) {
  if (reads(o.method, option)) return;
  std::string known;
  for (const std::string& method : fieldOf(option).methods) known += (known.empty() ? "" : ", ") + method;
  throw InputError("option '" + option + "'", "the method '" + o.method + "' has no such option",
                   "Leave it out, or choose one of " + known + ".");
}

void requireStepOptions(const SimulationOptions& o, bool stepUsable) {
  require(stepUsable, "fixed-step", "must be 0 (chosen) or a time that is not lost beside the end time",
          o.fixedStep);
  if (o.fixedStep > 0) requireReader(o, "fixed-step");
  if (o.fixedOrder != 0) requireReader(o, "fixed-order");
  if (o.newtonTolerance != 0) requireReader(o, "newton-tolerance");
  require(o.newtonTolerance == 0 || (o.newtonTolerance >= 1e-12 && o.newtonTolerance <= 1),
          "newton-tolerance", "must be 0 (chosen) or lie between 1e-12 and 1", o.newtonTolerance);
  const bool gbs = o.method == "gbs";
  const int most = o.method == "adams" ? 12 : gbs ? 18 : 5;
  if (o.fixedOrder != 0)
    require(o.fixedOrder >= (gbs ? 4 : 1) && o.fixedOrder <= most && !(gbs && o.fixedOrder % 2),
            "fixed-order",
            gbs ? "must be 0 (chosen) or an even number from 4 to 18 for 'gbs'"
                : "must be 0 (chosen) or from 1 to " + std::to_string(most) + " for '" + o.method + "'",
            o.fixedOrder);
}

}  // namespace

void validate(const SimulationOptions& o) {
  const MethodInfo& info = infoOf(o.method);
  if (std::find(info.indices.begin(), info.indices.end(), o.index) == info.indices.end())
    throw InputError("option 'index'",
                     "the method '" + o.method + "' has no index " + std::to_string(o.index) + " form",
                     "It offers index " + join(info.indices) + ".");
  for (const auto& [name, value] : {std::pair("rtol", o.rtol), std::pair("atol", o.atol)})
    if (value) require(*value >= 1e-14 && *value <= 1, name, "must lie between 1e-14 and 1", *value);
  require(o.maxOrder >= 1 && o.maxOrder <= 5, "max-order", "must be 1, 2, 3, 4 or 5", o.maxOrder);
  require(o.rho >= 0 && o.rho <= 1, "rho", "must lie between 0 and 1", o.rho);
  require(o.alpha >= 0 && o.alpha <= kLargestHhtAlpha, "alpha", "must lie between 0 and 1/3", o.alpha);
  require(o.gamma >= 0.5 && o.gamma <= 1, "gamma", "must lie between 0.5 and 1", o.gamma);
  for (const auto& [name, rate] :
       {std::pair("baumgarte-alpha", o.baumgarteAlpha), std::pair("baumgarte-beta", o.baumgarteBeta),
        std::pair("penalty", o.penalty)})
    require(rate >= 0 && rate <= 1e15, name, "must be 0 (chosen) or a positive rate", rate);
  require(std::isfinite(o.startTime), "t-start", "must be a finite number of seconds", o.startTime);
  require(std::isfinite(o.endTime), "t-end", "must be a finite number of seconds", o.endTime);
  require(o.endTime > o.startTime, "t-end",
          "must lie after the start time, which is " + formatted(o.startTime) + " s", o.endTime);
  // below, t + h rounds to t
  const double smallest = 1e-13 * std::max(std::abs(o.endTime), std::abs(o.startTime));
  const auto usable = [&](double step) { return step == 0 || (step >= smallest && std::isfinite(step)); };
  require(usable(o.initialStep), "initial-step",
          "must be 0 (chosen) or a time that is not lost beside the end time", o.initialStep);
  require(usable(o.maxStep), "max-step",
          "must be 0 (no limit) or a time that is not lost beside the end time", o.maxStep);
  requireStepOptions(o, usable(o.fixedStep));
  require(o.maxSteps >= 0, "max-steps", "must be 0 (no limit) or a positive number", o.maxSteps);
}

double usedRtol(const SimulationOptions& options) {
  return options.rtol.value_or(infoOf(options.method).defaultRtol);
}
double usedAtol(const SimulationOptions& options) { return options.atol.value_or(usedRtol(options)); }

SimulationOptions optionsFor(const Mechanism& mechanism) {
  SimulationOptions options;
  const RunSettings& run = mechanism.run;
  if (run.method) selectMethod(options, *run.method);
  if (run.index) options.index = *run.index;
  options.rtol = run.rtol;
  options.atol = run.atol;
  if (run.maxOrder) options.maxOrder = *run.maxOrder;
  if (run.endTime) options.endTime = *run.endTime;
  return options;
}

RunSettings runSettingsOf(const SimulationOptions& options) {
  RunSettings run{.method = options.method,
                  .index = options.index,
                  .rtol = options.rtol,
                  .atol = options.atol,
                  .maxOrder = {},
                  .endTime = options.endTime};
  if (options.maxOrder != SimulationOptions{}.maxOrder) run.maxOrder = options.maxOrder;
  return run;
}

std::string shortLabel(const SimulationOptions& options) {
  if (options.method == "kinematics" || options.method == "auto")
    return infoOf(options.method).shortName;  // there is only one form, or the method chooses it
  return infoOf(options.method).shortName + ", index " + std::to_string(options.index);
}

}  // namespace holonom

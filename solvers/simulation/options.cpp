// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/error.h"

namespace holonom {
namespace {

const MethodInfo& infoOf(const std::string& name) {
  for (const MethodInfo& info : methods())
    if (info.name == name) return info;
  std::string known;
  for (const MethodInfo& info : methods()) known += (known.empty() ? "" : ", ") + info.name;
  throw InputError("option 'method'", "there is no method '" + name + "'", "Known methods: " + known + ".");
}

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

const std::vector<MethodInfo>& methods() {
  static const std::vector<MethodInfo> kMethods = {
      {"bdf", "BDF (variable order 1–5)", {2, 3}, 1e-4,
       "The default: large steps on smooth motion and stiff forces; index 2 for smooth reactions, index 3 for the least "
       "work per step."},
      {"generalized-alpha", "Generalized-α (second order)", {3}, 1e-6,
       "For vibrating and less smooth models: robust second order with adjustable damping of high frequencies; give it a "
       "tolerance about a hundred times tighter than BDF."},
  };
  return kMethods;
}

void selectMethod(SimulationOptions& options, const std::string& name) {
  const MethodInfo& info = infoOf(name);
  options.method = name;
  if (std::find(info.indices.begin(), info.indices.end(), options.index) == info.indices.end())
    options.index = info.indices.front();
}

void validate(const SimulationOptions& o) {
  const MethodInfo& info = infoOf(o.method);
  if (std::find(info.indices.begin(), info.indices.end(), o.index) == info.indices.end())
    throw InputError("option 'index'", "the method '" + o.method + "' has no index " + std::to_string(o.index) + " form",
                     "It offers index " + join(info.indices) + ".");
  for (const auto& [name, value] : {std::pair("rtol", o.rtol), std::pair("atol", o.atol)})
    if (value) require(*value >= 1e-14 && *value <= 1, name, "must lie between 1e-14 and 1", *value);
  require(o.maxOrder >= 1 && o.maxOrder <= 5, "max-order", "must be 1, 2, 3, 4 or 5", o.maxOrder);
  require(o.rho >= 0 && o.rho <= 1, "rho", "must lie between 0 and 1", o.rho);
  require(std::isfinite(o.startTime), "t-start", "must be a finite number of seconds", o.startTime);
  require(std::isfinite(o.endTime), "t-end", "must be a finite number of seconds", o.endTime);
  require(o.endTime > o.startTime, "t-end", "must lie after the start time, which is " + formatted(o.startTime) + " s",
          o.endTime);
  require(o.initialStep >= 0 && std::isfinite(o.initialStep), "initial-step", "must be 0 (chosen) or a positive time", o.initialStep);
  require(o.maxStep >= 0 && std::isfinite(o.maxStep), "max-step", "must be 0 (no limit) or a positive time", o.maxStep);
  require(o.maxSteps >= 0, "max-steps", "must be 0 (no limit) or a positive number", o.maxSteps);
}

double usedRtol(const SimulationOptions& options) { return options.rtol.value_or(infoOf(options.method).defaultRtol); }
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

SimulationOptions parseVariant(const std::string& text, const SimulationOptions& base) {
  SimulationOptions options = base;
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(':', start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  const std::string where = "variant '" + text + "'";
  const std::string hint = "Write METHOD:INDEX, for example bdf:3 or generalized-alpha:3:rtol=1e-8.";
  if (parts.size() < 2 || parts[0].empty()) throw InputError(where, "is not METHOD:INDEX", hint);
  options.rtol = base.method == parts[0] ? base.rtol : std::nullopt;
  options.atol = base.method == parts[0] ? base.atol : std::nullopt;
  selectMethod(options, parts[0]);
  const auto set = [&](const std::string& name, const std::string& value) {
    for (const OptionField& field : optionFields())
      if (field.name == name) return field.set(options, value);
    throw InputError(where, "there is no option '" + name + "'", hint);
  };
  set("index", parts[1]);
  for (std::size_t i = 2; i < parts.size(); ++i) {
    const auto equals = parts[i].find('=');
    if (equals == std::string::npos) throw InputError(where, "'" + parts[i] + "' is not NAME=VALUE", hint);
    set(parts[i].substr(0, equals), parts[i].substr(equals + 1));
  }
  validate(options);
  return options;
}

std::string shortLabel(const SimulationOptions& options) {
  const std::string name = options.method == "bdf" ? "BDF" : options.method == "generalized-alpha" ? "Generalized-α" : options.method;
  return name + ", index " + std::to_string(options.index);
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/controller.h"

#include "core/base/symbol_text.h"
#include "core/base/units.h"
#include "core/model/mechanism.h"

namespace holonom {
namespace {

/// Shortest text that reads back as the same number, in parentheses.
std::string factorText(double value) { return "(" + numberText(value) + ")"; }

ControlLaw lawOf(const Mechanism& mechanism, const std::string& name, const PidController& pid) {
  const std::string joint = mechanism.joints[static_cast<std::size_t>(pid.joint)].name;
  const std::string error = "(" + pid.setpoint + ")-" + joint + ".position";
  const std::string force = factorText(pid.proportional) + "*" + name + ".e+" + factorText(pid.integral) +
                            "*" + name + ".integral-" + factorText(pid.derivative) + "*" + joint +
                            ".velocity";
  return {{{"integral", 0, error, 1}}, {}, {{"e", error}, {"u", force}}};
}

/// The same with e, u and the integral as they are from a sample on.
SampledLaw sampledLawOf(const Mechanism& mechanism, const std::string& name, const PidController& pid) {
  const ControlLaw continuous = lawOf(mechanism, name, pid);
  SampledLaw law{*pid.sampling, {}, {}};
  for (const ControlSignal& signal : continuous.formulas)
    law.outputs.push_back({signal.name, 0, signal.formula});
  law.states = {{"integral", 0, name + ".integral+" + factorText(pid.sampling->period) + "*" + name + ".e"}};
  return law;
}

}  // namespace

ControlLaw lawOf(const Mechanism& mechanism, const Controller& controller) {
  if (const auto* law = std::get_if<ControlLaw>(&controller.kind)) return *law;
  if (sampledLawOf(mechanism, controller)) return {};
  return lawOf(mechanism, controller.name, std::get<PidController>(controller.kind));
}

std::optional<SampledLaw> sampledLawOf(const Mechanism& mechanism, const Controller& controller) {
  if (const auto* law = std::get_if<SampledLaw>(&controller.kind)) return *law;
  const auto* pid = std::get_if<PidController>(&controller.kind);
  if (pid && pid->sampling) return sampledLawOf(mechanism, controller.name, *pid);
  return std::nullopt;
}

/// Replaces names from the last signal to the first: a formula contains only signals before its own.
std::string withoutSignals(const Mechanism& mechanism, const std::string& text) {
  if (mechanism.controllers.empty()) return text;
  const std::vector<ControlQuantity> all = controlQuantities(mechanism);
  std::string result = text;
  for (auto signal = all.rbegin(); signal != all.rend(); ++signal)
    if (signal->kind == ControlQuantity::Kind::Signal)
      result = replaceSymbols(result, [&](std::string_view symbol) {
        return symbol == signal->symbol ? "(" + signal->formula + ")" : std::string(symbol);
      });
  return result;
}

std::vector<ControlQuantity> controlQuantities(const Mechanism& mechanism) {
  using Kind = ControlQuantity::Kind;
  std::vector<ControlQuantity> all;
  int coordinate = 0, place = 0, index = 0;
  std::size_t known = 0;
  for (const Controller& controller : mechanism.controllers) {
    const ControlLaw law = lawOf(mechanism, controller);
    const auto symbol = [&](const std::string& name) { return controller.name + "." + name; };
    for (const ControlState& state : law.states)
      all.push_back({Kind::State, symbol(state.name), coordinate++, state.rate, state.initial, state.scale});
    for (const ControlVariable& variable : law.variables)
      all.push_back({Kind::Variable, symbol(variable.name), coordinate++, variable.equation, variable.initial,
                     variable.scale});
    for (const ControlSignal& signal : law.formulas)
      all.push_back({Kind::Signal, symbol(signal.name), -1, signal.formula});
    const SampledLaw sampled = sampledLawOf(mechanism, controller).value_or(SampledLaw{});
    for (const auto* quantities : {&sampled.outputs, &sampled.states})
      for (const HeldQuantity& held : *quantities)
        all.push_back({Kind::Held, symbol(held.name), -1, held.formula, held.initial, 1, place++});
    while (known < all.size()) all[known++].controller = index;
    ++index;
  }
  return all;
}

}  // namespace holonom

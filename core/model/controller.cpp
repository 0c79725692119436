// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/controller.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/symbol_text.h"
#include "core/base/units.h"
#include "core/model/building.h"
#include "core/model/mechanism.h"
#include "core/model/part_references.h"
#include "core/model/turn_axes.h"

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

std::vector<CountedTurn> countedTurns(const Mechanism& mechanism) {
  if (mechanism.constraints.empty() && mechanism.controllers.empty() && mechanism.forces.empty() &&
      mechanism.events.empty() && mechanism.outputs.empty())
    return {};  // nobody reads
  std::map<std::string, CountedTurn> found;
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i)
    for (int coordinate = 0; coordinate < coordinateCount(mechanism.joints[i]); ++coordinate)
      if (const Joint& joint = mechanism.joints[i]; actsInSpace(mechanism, joint) &&
                                                    isDrivable(mechanism, joint, coordinate) &&
                                                    turnOf(mechanism, joint, coordinate))
        found.emplace(joint.name + coordinateSymbols(coordinate)[0], CountedTurn{int(i), coordinate});
  if (found.empty()) return {};
  std::set<CountedTurn> read;
  const auto lookIn = [&](const auto& part) {  // reads only
    using Part = std::remove_cvref_t<decltype(part)>;
    const PartReferences references = referencesOf(const_cast<Part&>(part));
    int coordinate = 0;
    if constexpr (requires { jointCoordinateOf(part); }) coordinate = jointCoordinateOf(part);
    for (const int* joint : references.joints) read.insert({*joint, coordinate});
    for (const std::string* text : references.expressions)
      replaceSymbols(*text, [&](std::string_view symbol) {
        if (const auto at = found.find(std::string(symbol)); at != found.end()) read.insert(at->second);
        return std::string(symbol);
      });
  };
  for (const Constraint& part : mechanism.constraints) lookIn(part);
  for (const Controller& part : mechanism.controllers) lookIn(part);
  for (const Force& part : mechanism.forces) lookIn(part);
  for (const NamedEvent& part : mechanism.events) lookIn(part);
  for (const Output& part : mechanism.outputs) lookIn(part);
  std::vector<CountedTurn> counted;
  for (const auto& [symbol, turn] : found)
    if (read.contains(turn)) counted.push_back(turn);
  std::ranges::sort(counted);
  return counted;
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
  constexpr double kCountScale = 100;  // rad: a count need not be accurate, only nearer than half a turn
  for (const auto& [joint, number] : countedTurns(mechanism)) {
    const Joint& hinge = mechanism.joints[std::size_t(joint)];
    const auto& [position, velocity] = coordinateSymbols(number);
    all.push_back({Kind::State, hinge.name + position, coordinate++, hinge.name + velocity,
                   jointCoordinate(mechanism, hinge, number), kCountScale});
    all.back().joint = joint;
  }
  return all;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/controller_kinds.h"

#include <algorithm>
#include <charconv>

#include "core/base/error.h"
#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/model/editing.h"

namespace holonom {
namespace {

constexpr Sampling kUsualSampling{0.01, 0};

/// The rate of a state whose next value is `next`: the part in brackets of "symbol + period*(rate)", where it
/// is of this form.
std::string rateOf(const std::string& symbol, const std::string& next, double period) {
  const std::string head = symbol + " + " + numberText(period) + "*(";
  if (next.starts_with(head) && next.ends_with(")")) {
    int depth = 1;
    std::size_t i = head.size();
    for (; i < next.size() && depth > 0; ++i) depth += (next[i] == '(') - (next[i] == ')');
    if (i == next.size()) return next.substr(head.size(), next.size() - head.size() - 1);
  }
  return "((" + next + ") - " + symbol + ")/" + numberText(period);
}

ControlLaw toEquations(const Mechanism& mechanism, Controller controller) {
  if (auto* pid = std::get_if<PidController>(&controller.kind)) {
    pid->sampling.reset();
    return lawOf(mechanism, controller);
  }
  const auto& sampled = std::get<SampledLaw>(controller.kind);
  ControlLaw law;
  for (const HeldQuantity& state : sampled.states)
    law.states.push_back(
        {state.name, state.initial,
         rateOf(controller.name + "." + state.name, state.formula, sampled.sampling.period)});
  for (const HeldQuantity& output : sampled.outputs) law.formulas.push_back({output.name, output.formula});
  return law;
}

SampledLaw toSampled(const Mechanism& mechanism, Controller controller) {
  if (auto* pid = std::get_if<PidController>(&controller.kind)) {
    if (!pid->sampling) pid->sampling = kUsualSampling;
    return *sampledLawOf(mechanism, controller);
  }
  const auto& law = std::get<ControlLaw>(controller.kind);
  if (!law.variables.empty())
    throw InputError(tr("Kind"),
                     tr("the algebraic variable '{}' is solved for at all times, which no sample does",
                        law.variables[0].name),
                     tr("delete it, or write a formula for it, first"));
  SampledLaw sampled{kUsualSampling, {}, {}};
  for (const ControlSignal& signal : law.formulas)
    sampled.outputs.push_back({signal.name, 0, signal.formula});
  for (const ControlState& state : law.states)
    sampled.states.push_back({state.name, state.initial,
                              controller.name + "." + state.name + " + " + numberText(kUsualSampling.period) +
                                  "*(" + state.rate + ")"});
  return sampled;
}

/// Reads "(60)" behind `head`, and leaves what follows it.
bool takeGain(std::string_view& text, std::string_view head, double& gain) {
  if (!text.starts_with(head) || !text.substr(head.size()).starts_with("(")) return false;
  text.remove_prefix(head.size() + 1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), gain);
  if (error != std::errc() || end == text.data() + text.size() || *end != ')') return false;
  text.remove_prefix(std::size_t(end - text.data()) + 1);
  return true;
}

const std::string* formulaOf(const Controller& controller, const char* name) {
  const auto find = [name](const auto& list, auto member) -> const std::string* {
    for (const auto& quantity : list)
      if (quantity.name == name) return &(quantity.*member);
    return nullptr;
  };
  if (const auto* law = std::get_if<ControlLaw>(&controller.kind))
    return find(law->formulas, &ControlSignal::formula);
  return find(std::get<SampledLaw>(controller.kind).outputs, &HeldQuantity::formula);
}

/// The PID controller that the equations were made of; none where they are others.
std::optional<PidController> formerPid(const Mechanism& mechanism, const Controller& controller) {
  const std::string *error = formulaOf(controller, "e"), *force = formulaOf(controller, "u");
  if (!error || !force) return std::nullopt;
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const std::string tail = ")-" + mechanism.joints[j].name + ".position";
    if (!isDrivable(mechanism, mechanism.joints[j]) || !error->starts_with("(") || !error->ends_with(tail))
      continue;
    PidController pid;
    pid.joint = int(j);
    pid.setpoint = error->substr(1, error->size() - tail.size() - 1);
    std::string_view rest = *force;
    if (!takeGain(rest, "", pid.proportional) ||
        !takeGain(rest, "*" + controller.name + ".e+", pid.integral) ||
        !takeGain(rest, "*" + controller.name + ".integral-", pid.derivative))
      continue;
    if (const auto* sampled = std::get_if<SampledLaw>(&controller.kind)) pid.sampling = sampled->sampling;
    const Controller again{controller.name, pid};
    if (pid.sampling ? sampledLawOf(mechanism, again) == sampledLawOf(mechanism, controller)
                     : lawOf(mechanism, again) == lawOf(mechanism, controller))
      return pid;
  }
  return std::nullopt;
}

/// A PID controller has other quantities: what other parts use must be among them.
void requireUnused(const Mechanism& mechanism, const Controller& controller) {
  for (const std::string& quantity : quantityNames(controller)) {
    if (quantity == "integral" || quantity == "e" || quantity == "u") continue;
    const std::string symbol = controller.name + "." + quantity;
    auto users = mentioning(mechanism, symbol);
    std::erase(users, controller.name);
    if (!users.empty())
      throw InputError(tr("Kind"),
                       tr("a PID controller has no '{}', which is used by {}", quantity, quotedList(users)),
                       tr("change their formulas first"));
  }
}

PidController toPid(const Mechanism& mechanism, const Controller& controller) {
  if (const auto former = formerPid(mechanism, controller)) return *former;
  requireUnused(mechanism, controller);
  const auto joint = std::ranges::find_if(
      mechanism.joints, [&](const Joint& candidate) { return isDrivable(mechanism, candidate); });
  if (joint == mechanism.joints.end())
    throw InputError(
        tr("Kind"), tr("a PID controller moves a {}, and there is none", drivableKinds(isSpatial(mechanism))),
        tr("add such a joint first"));
  PidController pid;
  pid.joint = int(joint - mechanism.joints.begin());
  pid.setpoint = "0";
  pid.proportional = 1;
  if (const auto* sampled = std::get_if<SampledLaw>(&controller.kind)) pid.sampling = sampled->sampling;
  return pid;
}

}  // namespace

std::vector<std::string> quantityNames(const Controller& controller) {
  std::vector<std::string> names;
  const auto add = [&](const auto& list) {
    for (const auto& quantity : list) names.push_back(quantity.name);
  };
  if (const auto* law = std::get_if<ControlLaw>(&controller.kind))
    add(law->states), add(law->variables), add(law->formulas);
  if (const auto* law = std::get_if<SampledLaw>(&controller.kind)) add(law->outputs), add(law->states);
  return names;
}

void changeControllerKind(Mechanism& mechanism, int index, int kind) {
  Controller& controller = mechanism.controllers[std::size_t(index)];
  if (kind == int(controller.kind.index())) return;
  switch (kind) {
    case 0: controller.kind = toEquations(mechanism, controller); break;
    case 1: controller.kind = toPid(mechanism, controller); break;
    default: controller.kind = toSampled(mechanism, controller);
  }
}

}  // namespace holonom

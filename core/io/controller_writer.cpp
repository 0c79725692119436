// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/described_json.h"
#include "core/io/writer_parts.h"
#include "core/model/part_values.h"

namespace holonom {
namespace {

struct ControllerWriter {
  const Mechanism& mechanism;
  JsonObject& object;

  void operator()(const ControlLaw& law) const {
    addList(object, "states", law.states, [](const ControlState& state, JsonObject& entry) {
      addUnless(entry, "initial", state.initial, 0.0);
      add(entry, "derivative", state.rate);
      addUnless(entry, "scale", state.scale, 1.0);
    });
    addList(object, "algebraic", law.variables, [](const ControlVariable& variable, JsonObject& entry) {
      addUnless(entry, "initial", variable.initial, 0.0);
      add(entry, "equation", variable.equation);
      addUnless(entry, "scale", variable.scale, 1.0);
    });
    addList(object, "signals", law.formulas,
            [](const ControlSignal& signal, JsonObject& entry) { add(entry, "expression", signal.formula); });
  }
  void operator()(const PidController& pid) const {
    add(object, "joint", mechanism.joints[static_cast<std::size_t>(pid.joint)].name);
    add(object, "setpoint", pid.setpoint);
    writeDescribed(object, mechanism, pid);
    if (pid.sampling) writeDescribed(object, mechanism, *pid.sampling);
  }
  void operator()(const SampledLaw& law) const {
    writeDescribed(object, mechanism, law.sampling);
    const auto writer = [](const char* formula) {
      return [formula](const HeldQuantity& quantity, JsonObject& entry) {
        addUnless(entry, "initial", quantity.initial, 0.0);
        add(entry, formula, quantity.formula);
      };
    };
    addList(object, "outputs", law.outputs, writer("expression"));
    addList(object, "states", law.states, writer("next"));
  }
};

}  // namespace

void writeController(const Mechanism& mechanism, const Controller& controller, JsonObject& object) {
  add(object, "type", controllerKinds()[controller.kind.index()].name);
  std::visit(ControllerWriter{mechanism, object}, controller.kind);
}

}  // namespace holonom

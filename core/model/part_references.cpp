// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/part_references.h"

namespace holonom {
namespace {

struct OfForce {
  PartReferences& found;
  void operator()(SpringDamper& law) const { ends(law); }
  void operator()(Actuator& law) const { ends(law), found.expressions.push_back(&law.value); }
  void operator()(ConstantForce& law) const { found.points.push_back(&law.at); }
  void operator()(ConstantTorque& law) const { turned(law); }
  void operator()(TorqueExpression& law) const { turned(law), found.expressions.push_back(&law.value); }
  void operator()(Hand& law) const {
    for (Hand::Grab& grab : law.grabs) found.bodies.push_back(&grab.body);
  }
  void operator()(ForceExpression& law) const {
    found.points.push_back(&law.at);
    for (std::string* text : {&law.x, &law.y}) found.expressions.push_back(text);
  }
  void operator()(Stop& law) const {
    if (law.joint >= 0) found.joints.push_back(&law.joint);
    else ends(law);
  }

  template <typename Law>
  void ends(Law& law) const {
    for (PointRef* end : {&law.a, &law.b}) found.points.push_back(end);
  }
  template <typename Law>
  void turned(Law& law) const {
    for (int* body : {&law.body, &law.reaction}) found.bodies.push_back(body);
  }
};

struct OfController {
  PartReferences& found;
  void operator()(PidController& pid) const {
    found.joints.push_back(&pid.joint);
    found.expressions.push_back(&pid.setpoint);
  }
  void operator()(ControlLaw& law) const {
    for (ControlState& state : law.states) found.expressions.push_back(&state.rate);
    for (ControlVariable& variable : law.variables) found.expressions.push_back(&variable.equation);
    for (ControlSignal& signal : law.formulas) found.expressions.push_back(&signal.formula);
  }
  void operator()(SampledLaw& law) const {
    for (auto* quantities : {&law.outputs, &law.states})
      for (HeldQuantity& held : *quantities) found.expressions.push_back(&held.formula);
  }
};

}  // namespace

PartReferences referencesOf(Joint& joint) {
  PartReferences found;
  std::visit([&](auto& kind) { found.points = {&kind.a, &kind.b}; }, joint.kind);
  return found;
}

PartReferences referencesOf(Driver& driver) { return {{}, {}, {&driver.joint}, {&driver.motion}}; }

PartReferences referencesOf(Controller& controller) {
  PartReferences found;
  std::visit(OfController{found}, controller.kind);
  return found;
}

PartReferences referencesOf(Force& force) {
  PartReferences found;
  std::visit(OfForce{found}, force.kind);
  return found;
}

PartReferences referencesOf(NamedEvent& event) { return {{}, {}, {}, {&event.condition}}; }

PartReferences referencesOf(Output& output) { return {{}, {}, {}, {&output.expression}}; }

}  // namespace holonom

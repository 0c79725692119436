// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/part_references.h"

#include "core/model/part_view.h"

namespace holonom {
namespace {

/// Those among the values that a part describes.
struct OfValue {
  PartReferences& found;
  void operator()(PointRef* point) const { found.points.push_back(point); }
  void operator()(const EndPoints<void>& ends) const {
    for (PointRef* end : {ends.a, ends.b}) found.points.push_back(end);
  }
  void operator()(const BodyIndex<void>& body) const { found.bodies.push_back(body.index); }
  void operator()(const JointIndex<void>& joint) const { found.joints.push_back(joint.index); }
  void operator()(const GivenAxes<void>& axes) const {
    if (*axes.point) found.points.push_back(&**axes.point);
  }
  void operator()(const Formulas<void>& formulas) const {
    for (std::string* text : formulas.where(true)) found.expressions.push_back(text);
  }
  void operator()(const auto&) const {}  // refers to nothing
};

PartReferences ofValues(const PartView& part) {
  PartReferences found;
  for (const PartValue& value : part.values)
    if (value.has) std::visit(OfValue{found}, value.member);
  return found;
}

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

PartReferences referencesOf(Constraint& constraint) { return ofValues(viewOf(constraint)); }

PartReferences referencesOf(Controller& controller) {
  PartReferences found;
  std::visit(OfController{found}, controller.kind);
  return found;
}

PartReferences referencesOf(Force& force) {
  PartReferences found = ofValues(viewOf(force));
  if (auto* hand = std::get_if<Hand>(&force.kind))
    for (Hand::Grab& grab : hand->grabs) found.bodies.push_back(&grab.body);
  return found;
}

PartReferences referencesOf(NamedEvent& event) { return {{}, {}, {}, {&event.condition}}; }

PartReferences referencesOf(Output& output) { return {{}, {}, {}, {&output.expression}}; }

}  // namespace holonom

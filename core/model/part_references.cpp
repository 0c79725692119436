// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/part_references.h"

namespace holonom {
namespace {

/// Those among the values that a kind of part describes.
template <typename Part>
struct OfDescribed {
  PartReferences& found;
  Part& part;
  void operator()(PointRef Part::*point) const { found.points.push_back(&(part.*point)); }
  void operator()(const EndPoints<Part>& ends) const {
    for (const auto end : {ends.a, ends.b}) found.points.push_back(&(part.*end));
  }
  void operator()(const BodyIndex<Part>& body) const { found.bodies.push_back(&(part.*body.index)); }
  void operator()(const JointIndex<Part>& joint) const { found.joints.push_back(&(part.*joint.index)); }
  void operator()(const GivenAxes<Part>& axes) const {
    if (auto& point = part.*axes.point) found.points.push_back(&*point);
  }
  void operator()(const Formulas<Part>& formulas) const {
    for (const auto text : formulas.where(true)) found.expressions.push_back(&(part.*text));
  }
  void operator()(const auto&) const {}  // refers to nothing
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

PartReferences referencesOf(Constraint& constraint) {
  PartReferences found;
  std::visit(
      [&]<typename Kind>(Kind& kind) {
        for (const Described<Kind>& value : applying(Kind::values(), kind))
          std::visit(OfDescribed<Kind>{found, kind}, value.member);
      },
      constraint.kind);
  return found;
}

PartReferences referencesOf(Controller& controller) {
  PartReferences found;
  std::visit(OfController{found}, controller.kind);
  return found;
}

PartReferences referencesOf(Force& force) {
  PartReferences found;
  std::visit(
      [&]<typename Kind>(Kind& kind) {
        for (const Described<Kind>& value : applying(Kind::values(), kind))
          std::visit(OfDescribed<Kind>{found, kind}, value.member);
        if constexpr (requires { kind.grabs; })
          for (auto& grab : kind.grabs) found.bodies.push_back(&grab.body);
      },
      force.kind);
  return found;
}

PartReferences referencesOf(NamedEvent& event) { return {{}, {}, {}, {&event.condition}}; }

PartReferences referencesOf(Output& output) { return {{}, {}, {}, {&output.expression}}; }

}  // namespace holonom

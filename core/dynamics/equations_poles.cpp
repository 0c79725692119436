// SPDX-License-Identifier: GPL-3.0-or-later
// Where forces and motions of a mechanism may be infinite, or jump, without a switching function.
#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/force_laws/spring_geometry.h"
#include "core/dynamics/mass_frame.h"

namespace holonom {

void EquationsOfMotion::collectPoles() {
  const auto add = [&](const PoleSource& source, StateFunction* function, JointConstraint* driver,
                       const std::string& part) {
    for (int i = 0; i < source.count(); ++i) poles_.push_back({&source, function, driver, i, part});
  };
  for (auto& element : constraints_)
    if (const PoleSource* source = element.law->poles())
      add(*source, nullptr, element.law.get(), "driver '" + element.law->name() + "'");
  for (std::size_t i = 0; i < expressionForces_.size(); ++i)
    if (expressionForces_[i])
      for (StateFunction* function : expressionForces_[i]->functions())
        add(function->poles(), function, nullptr, "force '" + mechanism_.forces[i].name + "'");
  if (controls_) {
    const std::vector<StateFunction*> functions = controls_->functions();
    for (int row = 0; row < controls_->count(); ++row)
      add(functions[row]->poles(), functions[row], nullptr, "'" + controls_->name(row) + "'");
  }
  const auto addLine = [&](const std::string& name, const PointRef& a, const PointRef& b) {
    lines_.push_back({a.body, b.body, fromCentre(mechanism_, a), fromCentre(mechanism_, b), Vector2::Zero(),
                      "force '" + name + "'"});
  };
  for (const Force& force : mechanism_.forces) {
    if (const auto* spring = std::get_if<SpringDamper>(&force.kind);
        spring && spring->stiffness * spring->freeLength != 0)
      addLine(force.name, spring->a, spring->b);
    if (const auto* actuator = std::get_if<Actuator>(&force.kind))
      addLine(force.name, actuator->a, actuator->b);
  }
}

Vector2 EquationsOfMotion::across(const Line& line) const {
  const PlanarPair pair = at_.pair(line.a, line.b);
  return pair.b.r + pair.b.turn(line.sb) - pair.a.r - pair.a.turn(line.sa);
}

void EquationsOfMotion::poleValues(VectorRef values) const {
  for (std::size_t i = 0; i < poles_.size(); i += poles_[i].source->count()) {
    const Pole& at = poles_[i];
    if (at.function) at.function->poleValues(at_, values.data() + i);
    else at.driver->poleValues(at_.t, values.data() + i);
  }
  for (std::size_t i = 0; i < lines_.size(); ++i)
    values[poles_.size() + i] = across(lines_[i]).dot(lines_[i].held);
}

double EquationsOfMotion::nearPole(int i) const {
  const int line = i - static_cast<int>(poles_.size());
  if (line >= 0) return across(lines_[line]).normalized().dot(lines_[line].held);
  const Pole& at = poles_[i];
  return at.function ? at.function->value(at_) : at.driver->motionAt(at_.t);
}

bool EquationsOfMotion::isLine(int i) const { return i >= static_cast<int>(poles_.size()); }

std::string EquationsOfMotion::poleName(int i) const {
  if (isLine(i)) return lines_[i - poles_.size()].name;
  return poles_[i].part + ": " + poles_[i].source->text(poles_[i].number);
}

void EquationsOfMotion::holdLines() {
  for (Line& line : lines_) line.held = across(line).normalized();
}

}  // namespace holonom

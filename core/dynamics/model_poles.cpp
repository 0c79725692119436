// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/model_poles.h"

#include "core/dynamics/mass_frame.h"

namespace holonom {

ModelPoles::ModelPoles(const Mechanism& mechanism, const ExpressionParts& parts, const Configuration& at)
    : at_(at) {
  for (const ExpressionPart& part : parts)
    for (int i = 0; i < part.poles().count(); ++i) poles_.push_back({part, i});
  for (const Force& force : mechanism.forces) {
    if (const auto* spring = std::get_if<SpringDamper>(&force.kind);
        spring && spring->stiffness * spring->freeLength != 0)
      addLine(mechanism, force.name, spring->a, spring->b);
    if (const auto* actuator = std::get_if<Actuator>(&force.kind))
      addLine(mechanism, force.name, actuator->a, actuator->b);
  }
}

void ModelPoles::addLine(const Mechanism& mechanism, const std::string& force, const PointRef& a,
                         const PointRef& b) {
  lines_.push_back({a.body, b.body, fromCentre(mechanism, a), fromCentre(mechanism, b), Vector2::Zero(),
                    "force '" + force + "'"});
}

Vector2 ModelPoles::across(const Line& line) const {
  const PlanarPair pair = at_.pair(line.a, line.b);
  return pair.b.r + pair.b.turn(line.sb) - pair.a.r - pair.a.turn(line.sa);
}

void ModelPoles::values(VectorRef values) const {
  for (std::size_t i = 0; i < poles_.size(); i += poles_[i].part.poles().count())
    poles_[i].part.poleValues(at_, values.data() + i);
  for (std::size_t i = 0; i < lines_.size(); ++i)
    values[poles_.size() + i] = across(lines_[i]).dot(lines_[i].held);
}

double ModelPoles::near(int i) const {
  if (!isLine(i)) return poles_[i].part.value(at_);
  const Line& line = lines_[i - poles_.size()];
  return across(line).normalized().dot(line.held);
}

std::string ModelPoles::name(int i) const {
  if (isLine(i)) return lines_[i - poles_.size()].name;
  return poles_[i].part.name + ": " + poles_[i].part.poles().text(poles_[i].number);
}

void ModelPoles::holdLines() {
  for (Line& line : lines_) line.held = across(line).normalized();
}

}  // namespace holonom

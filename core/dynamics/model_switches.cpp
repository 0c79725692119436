// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/model_switches.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/model/part_words.h"

namespace holonom {

ModelSwitches::ModelSwitches(const Mechanism& mechanism, const ExpressionParts& parts,
                             std::vector<ConstraintRows*> constraints, const Configuration& at)
    : constraints_(std::move(constraints)), at_(at) {
  for (const ExpressionPart& part : parts)
    for (int i = 0; i < part.switches().count(); ++i) switches_.push_back({part, i});
  addLimits(mechanism);
}

void ModelSwitches::addLimits(const Mechanism& mechanism) {
  std::size_t next = mechanism.joints.size() + mechanism.drivers.size();
  for (const Force& force : mechanism.forces) {
    const auto* stop = std::get_if<Stop>(&force.kind);
    if (!stop || !stop->restitution) continue;
    const std::string symbol = stop->joint < 0 ? force.name + ".length"
                                               : mechanism.joints[std::size_t(stop->joint)].name +
                                                     coordinateSymbols(stop->coordinate)[0];
    for (const StopLimit& limit : stopLimits(*stop)) {
      std::shared_ptr<StateQuantity> quantity = makeStateQuantity(symbol, mechanism);
      slopes_.resize(std::max(slopes_.size(), quantity->positions().size()));
      limits_.push_back({std::move(quantity), limit.upper ? -1.0 : 1.0, limit.value, *stop->restitution,
                         tr("stop '{}'", force.name) + ": " + limitWords(limit), constraints_[next++]});
    }
  }
}

void ModelSwitches::values(VectorRef s) const {
  for (std::size_t i = 0; i < switches_.size(); i += switches_[i].part.switches().count())
    switches_[i].part.switchValues(at_, s.data() + i);
  for (std::size_t i = 0; i < limits_.size(); ++i)
    s[switches_.size() + i] = limits_[i].sign * (limits_[i].quantity->value(at_) - limits_[i].limit);
}

void ModelSwitches::setModes(std::span<const signed char> modes) {
  for (std::size_t i = 0; i < switches_.size(); i += switches_[i].part.switches().count())
    switches_[i].part.switches().setModes(modes.empty() ? nullptr : modes.data() + i);
  for (ConstraintRows* element :
       constraints_)  // a driver evaluates its motion in moveTo(), for all that follows
    if (element->part.kind == PartRef::Kind::Driver) element->law->setTime(at_.t);
}

bool ModelSwitches::isOfTime(int i) const {
  return !limitOf(i) && switches_[i].part.switches().dependsOnTimeOnly(switches_[i].number);
}

double ModelSwitches::valueAt(int i, double t) const {
  return switches_[i].part.timeSwitch(switches_[i].number, t);
}

SwitchKind ModelSwitches::kind(int i) const {
  return limitOf(i) ? SwitchKind::Branch : switches_[i].part.switches().kind(switches_[i].number);
}

std::string ModelSwitches::name(int i) const {
  if (const Limit* limit = limitOf(i)) return limit->name;
  const Switch& at = switches_[i];
  return at.part.name + ": " + at.part.switches().text(at.number);
}

bool ModelSwitches::hits(int i, VectorRef n, double& restitution) const {
  const Limit* limit = limitOf(i);
  if (!limit) return false;
  limit->quantity->gradient(at_, slopes_.data(), nullptr);
  n.setZero();
  for (std::size_t k = 0; k < limit->quantity->positions().size(); ++k)
    n[limit->quantity->positions()[k]] += limit->sign * slopes_[k];
  restitution = limit->restitution;
  return true;
}

int ModelSwitches::row(int i) const {
  const Limit* limit = limitOf(i);
  return limit ? limit->element->firstRow : -1;
}

void ModelSwitches::close(std::span<const char> closed) {
  for (std::size_t i = 0; i < limits_.size(); ++i)
    limits_[i].element->open = closed.empty() || !closed[switches_.size() + i];
}

bool ModelSwitches::isOpen(int row) const {
  const auto limit =
      std::ranges::find_if(limits_, [row](const Limit& l) { return l.element->firstRow == row; });
  return limit != limits_.end() && limit->element->open;
}

}  // namespace holonom

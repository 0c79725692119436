// SPDX-License-Identifier: GPL-3.0-or-later
// The switching functions of a mechanism, the branches of its forces and drivers, and their fronts.
#include "core/dynamics/equations_of_motion.h"

#include <algorithm>

namespace holonom {
namespace {

std::string kindOf(const Force& force) { return std::holds_alternative<Stop>(force.kind) ? "stop" : "force"; }

}  // namespace

void EquationsOfMotion::collectSwitches() {
  const auto add = [&](SwitchSource& source, StateFunction* function, JointConstraint* driver,
                       const std::string& part) {
    for (int i = 0; i < source.count(); ++i) switches_.push_back({&source, function, driver, i, part});
    if (source.frontCount() > 0) fronts_.push_back({function, driver, source.frontCount()});
    frontCount_ += source.frontCount();
    bool ofState = false;
    for (int i = 0; i < source.count(); ++i) ofState |= !source.dependsOnTimeOnly(i);
    if (function && (ofState || function->poles().count() > 0)) addWaves(*function);
  };
  for (auto& element : constraints_)
    if (SwitchSource* source = element.law->switches())
      add(*source, nullptr, element.law.get(), "driver '" + element.law->name() + "'");
  for (std::size_t i = 0; i < expressionForces_.size(); ++i)
    if (expressionForces_[i])
      for (StateFunction* function : expressionForces_[i]->functions())
        add(function->switches(), function, nullptr,
            kindOf(mechanism_.forces[i]) + " '" + mechanism_.forces[i].name + "'");
  if (controls_) {
    const std::vector<StateFunction*> functions = controls_->functions();
    for (int row = 0; row < controls_->count(); ++row)
      add(functions[row]->switches(), functions[row], nullptr, "'" + controls_->name(row) + "'");
  }
  int element = static_cast<int>(mechanism_.joints.size() + mechanism_.drivers.size());
  for (const Force& force : mechanism_.forces) {
    const auto* stop = std::get_if<Stop>(&force.kind);
    if (!stop || !stop->restitution) continue;
    const std::string symbol =
        stop->joint < 0 ? force.name + ".length" : mechanism_.joints[stop->joint].name + ".position";
    for (const StopLimit& limit : stopLimits(*stop)) {
      std::shared_ptr<StateQuantity> quantity = makeStateQuantity(symbol, mechanism_);
      slopes_.resize(std::max(slopes_.size(), quantity->positions().size()));
      impacts_.push_back({std::move(quantity), limit.upper ? -1.0 : 1.0, limit.value, *stop->restitution,
                          "stop '" + force.name + "': " + limit.name(), element++});
    }
  }
}

void EquationsOfMotion::switchValues(VectorRef s) const {
  for (std::size_t i = 0; i < switches_.size();) {
    const Switch& at = switches_[i];
    const int count = at.source->count();
    if (at.function) at.function->switchValues(at_, s.data() + i);
    else
      for (int k = 0; k < count; ++k) s[i + k] = at.driver->timeSwitch(k, at_.t);
    i += count;
  }
  for (std::size_t i = 0; i < impacts_.size(); ++i)
    s[switches_.size() + i] = impacts_[i].sign * (impacts_[i].quantity->value(at_) - impacts_[i].limit);
}

void EquationsOfMotion::addWaves(const StateFunction& function) {
  if (function.switches().waveCount() == 0) return;
  waves_.push_back(&function);
  waveCount_ += function.switches().waveCount();
}

void EquationsOfMotion::waveValues(VectorRef values) const {
  int first = 0;
  for (const StateFunction* function : waves_) {
    function->waveValues(at_, values.data() + first);
    first += function->switches().waveCount();
  }
}

void EquationsOfMotion::frontValues(VectorRef w) const {
  int first = 0;
  for (const FrontSource& source : fronts_) {
    if (source.function) source.function->frontValues(at_, w.data() + first);
    else source.driver->fronts(at_.t, w.data() + first);
    first += source.count;
  }
}

bool EquationsOfMotion::hits(int i, VectorRef n, double& restitution) const {
  if (i < static_cast<int>(switches_.size())) return false;
  const Impact& impact = impacts_[i - switches_.size()];
  impact.quantity->gradient(at_, slopes_.data(), nullptr);
  n.setZero();
  for (std::size_t k = 0; k < impact.quantity->positions().size(); ++k)
    n[impact.quantity->positions()[k]] += impact.sign * slopes_[k];
  restitution = impact.restitution;
  return true;
}

int EquationsOfMotion::stopRow(int i) const {
  const int impact = i - static_cast<int>(switches_.size());
  return impact < 0 ? -1 : constraints_[impacts_[impact].element].firstRow;
}

void EquationsOfMotion::closeStops(std::span<const char> closed) {
  for (std::size_t i = 0; i < impacts_.size(); ++i)
    constraints_[impacts_[i].element].open = closed.empty() || !closed[switches_.size() + i];
}

bool EquationsOfMotion::isOpen(int row) const {
  for (const Impact& impact : impacts_)
    if (constraints_[impact.element].firstRow == row) return constraints_[impact.element].open;
  return false;
}

int EquationsOfMotion::rowOfStop(int force, int k) const {
  std::size_t element = mechanism_.joints.size() + mechanism_.drivers.size() + k;
  for (int i = 0; i < force; ++i)
    if (const auto* stop = std::get_if<Stop>(&mechanism_.forces[i].kind)) element += stopLimits(*stop).size();
  return constraints_[element].firstRow;
}

void EquationsOfMotion::setModes(std::span<const signed char> modes) {
  for (std::size_t i = 0; i < switches_.size(); i += switches_[i].source->count())
    switches_[i].source->setModes(modes.empty() ? nullptr : modes.data() + i);
  for (auto& element : constraints_)  // a driver evaluates its motion in moveTo(), for all that follows
    if (element.kind == ConstraintElement::Kind::Driver) element.law->setTime(at_.t);
}

bool EquationsOfMotion::isTimeSwitch(int i) const {
  if (i >= static_cast<int>(switches_.size())) return false;
  return switches_[i].source->dependsOnTimeOnly(switches_[i].number);
}

double EquationsOfMotion::timeSwitch(int i, double t) const {
  const Switch& at = switches_[i];
  return at.function ? at.function->timeSwitch(at.number, t) : at.driver->timeSwitch(at.number, t);
}

std::string EquationsOfMotion::switchName(int i) const {
  if (i >= static_cast<int>(switches_.size())) return impacts_[i - switches_.size()].name;
  return switches_[i].part + ": " + switches_[i].source->text(switches_[i].number);
}

}  // namespace holonom

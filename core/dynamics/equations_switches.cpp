// SPDX-License-Identifier: GPL-3.0-or-later
// The switching functions of a mechanism: the branches of its forces and drivers.
#include "core/dynamics/equations_of_motion.h"

namespace holonom {

void EquationsOfMotion::collectSwitches() {
  const auto add = [&](SwitchSource& source, StateFunction* function, JointConstraint* driver, const std::string& part) {
    for (int i = 0; i < source.count(); ++i) switches_.push_back({&source, function, driver, i, part});
  };
  for (auto& element : constraints_)
    if (SwitchSource* source = element.law->switches()) add(*source, nullptr, element.law.get(), "driver '" + element.law->name() + "'");
  for (std::size_t i = 0; i < expressionForces_.size(); ++i)
    if (expressionForces_[i])
      for (StateFunction* function : expressionForces_[i]->functions())
        add(function->switches(), function, nullptr, "force '" + mechanism_.forces[i].name + "'");
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
}

void EquationsOfMotion::setModes(std::span<const signed char> modes) {
  for (std::size_t i = 0; i < switches_.size(); i += switches_[i].source->count())
    switches_[i].source->setModes(modes.empty() ? nullptr : modes.data() + i);
  for (auto& element : constraints_)  // a driver evaluates its motion in moveTo(), for all that follows
    if (element.isDriver) element.law->setTime(at_.t);
}

bool EquationsOfMotion::isTimeSwitch(int i) const { return switches_[i].source->dependsOnTimeOnly(switches_[i].number); }

double EquationsOfMotion::timeSwitch(int i, double t) const {
  const Switch& at = switches_[i];
  return at.function ? at.function->timeSwitch(at.number, t) : at.driver->timeSwitch(at.number, t);
}

std::string EquationsOfMotion::switchName(int i) const {
  return switches_[i].part + ": " + switches_[i].source->text(switches_[i].number);
}

}  // namespace holonom

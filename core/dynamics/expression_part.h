// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/joint_constraints/joint_constraint.h"
#include "core/dynamics/state_function.h"

namespace holonom {

/// An expression that stands in the equations of a mechanism: a function of the state in a force or a
/// controller, or the motion of a driver, which is one of time. Its branches, poles and fronts are asked for
/// here, whichever it is.
struct ExpressionPart {
  StateFunction* function;  // null for a driver
  RowLaw* driver;           // null for a function of the state
  std::string name;         // "force 'jack'"

  SwitchSource& switches() const { return function ? function->switches() : *driver->switches(); }
  const PoleSource& poles() const { return function ? function->poles() : *driver->poles(); }
  double value(const Configuration& at) const {
    return function ? function->value(at) : driver->formulaAt(at.t);
  }
  void switchValues(const Configuration& at, double* out) const {
    if (function) return function->switchValues(at, out);
    for (int i = 0; i < switches().count(); ++i) out[i] = driver->timeSwitch(i, at.t);
  }
  double timeSwitch(int i, double t) const {
    return function ? function->timeSwitch(i, t) : driver->timeSwitch(i, t);
  }
  void poleValues(const Configuration& at, double* out) const {
    function ? function->poleValues(at, out) : driver->poleValues(at.t, out);
  }
  void frontValues(const Configuration& at, double* out) const {
    function ? function->frontValues(at, out) : driver->fronts(at.t, out);
  }
};

using ExpressionParts = std::vector<ExpressionPart>;

}  // namespace holonom

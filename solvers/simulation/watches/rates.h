// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/linear/saddle_point.h"

namespace holonom {

/// The state moved on by a span (s) along its present velocities and accelerations.
void moveAlong(State& state, double span);

/// Accelerations of the mechanism and, in their unit, rates of its controllers: what jumps where a force or a
/// rate does. The second derivatives of controllers tell nothing: they carry errors divided by squares of
/// time constants.
void takeRates(const DaeSystem& system, const State& state, Vector& rates);

/// Rates that the equations have at any state, on its constraints or a little beside. Takes memory at the
/// first look only, unless new pivots must be chosen.
class Rates {
 public:
  /// The rows must be independent. The system must outlive this object, and every look moves it.
  explicit Rates(DaeSystem& system);
  /// False where there are none.
  bool at(const State& state, Vector& rates);

 private:
  void takeRatesOfControllers();

  DaeSystem& system_;
  SaddlePoint saddle_;
  bool controlled_ = false;
  Vector x_;
  State at_;
};

}  // namespace holonom

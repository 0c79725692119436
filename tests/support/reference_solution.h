// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/dae_system.h"

namespace holonom {

struct MotionState {
  Vector q, v;
};

/// Solution at t1 from a consistent state at t0 by the classical Runge–Kutta method on the accelerations,
/// with both constraint levels restored after each of `steps` equal steps. Fourth order; dense and slow, and
/// shares no code with the solvers: for reference values of small non-stiff systems. C_q must have full rank
/// on the way.
MotionState solveByRungeKutta(DaeSystem& system, double t0, double t1, int steps, MotionState state);

/// Solutions with `steps` and 2 `steps` extrapolated by Richardson; fifth order.
MotionState extrapolatedRungeKutta(DaeSystem& system, double t0, double t1, int steps,
                                   const MotionState& state);

}  // namespace holonom

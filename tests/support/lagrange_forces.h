// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/dynamics/dae_system.h"

namespace holonom {

/// What the forces of a conservative system must be by its mass matrix and its potential energy (J, at the
/// state that the system was moved to):  Q = ∂T/∂q − (M v)_q v − ∂V/∂q  with T = ½ vᵀ M v; derivatives by
/// five-point differences. `step`: of a coordinate, times its scale. Independent of the system's own forces.
/// Leaves the system at (t, q, v).
Vector lagrangeForces(DaeSystem& system, const std::function<double()>& potentialEnergy, double t,
                      const Vector& q, const Vector& v, double step = 1e-3);

}  // namespace holonom

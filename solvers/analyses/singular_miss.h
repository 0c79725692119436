// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/dynamics/dae_system.h"

namespace holonom {

/// How far the constraints miss having an exactly singular configuration near q (at time t), in scales of the
/// coordinates. A motion through a singular configuration goes on along the branch of its velocities. Where
/// it only passes near one (a bar of a parallelogram is longer than the other by 1e-9), it turns sharply
/// before it, and steps that pass over that end on a branch that the mechanism cannot reach. With rows of
/// length one, A = R C_q S and u its left singular vector of the smallest value, Newton's method solves
///
///     R C(q*) = s u,   A(q*)ᵀ u = 0
///
/// for q* and the miss |s|; u is found anew at each iterate. Zero (to rounding) where the passage is a true
/// one. Where constraints move, the time is one more unknown and t where the search begins; the second
/// derivatives by it are left out: the rows of drivers have no part in a passage that goes on. Empty when no
/// such place lies within a tenth of the model's size. Leaves the system somewhere else.
std::optional<double> singularMiss(DaeSystem& system, double t, const Vector& q);

}  // namespace holonom

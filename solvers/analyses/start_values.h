// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/dynamics/dae_system.h"

namespace holonom {

class EquationsOfMotion;

/// Where assembly starts and what it should keep.
struct InitialGuess {
  double t = 0;
  Vector q, v;            ///< length n
  Vector exactQ, exactV;  ///< length n, 1 where the user knows the value; empty: nothing is known
};

/// The initial values of a mechanism, at time t.
InitialGuess initialGuess(const EquationsOfMotion& equations, double t);

/// What is not a finite number in the equations at the values as given, for a message; empty when all is. A
/// motion such as log(t) at t = 0 would otherwise look like joints that cannot be closed.
std::string notFiniteAt(DaeSystem& system, const InitialGuess& guess);

/// C_q v + C_t at (t, q, v), all rows (length m).
Vector velocityResidual(DaeSystem& system, double t, const Vector& q, const Vector& v);

}  // namespace holonom

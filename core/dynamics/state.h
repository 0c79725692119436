// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/types.h"

namespace holonom {

/// A point on a trajectory: time (s), coordinates, velocities, accelerations (length n), multipliers (length
/// m).
struct State {
  double t = 0;
  Vector q, v, a, lambda;
};

}  // namespace holonom

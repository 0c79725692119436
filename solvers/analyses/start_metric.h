// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/dae_system.h"

namespace holonom {

/// A symmetric W, by which changes of a start are measured: (q − q0)ᵀ W (q − q0).
struct StartMetric {
  SparsePattern pattern;  ///< n × n, with the whole diagonal
  std::vector<double> values;
};

enum class StartLevel { Position, Velocity };

/// The mass matrix at the state the system was moved to, as impulses would weigh changes, so that neither
/// units nor unused parts of a model matter. `exact` (length n, or empty): where it is 1, 1e6 times the
/// largest inertia of all coordinates is added, and no inertia shared with other coordinates moves it.
/// Coordinates without mass: their velocities follow from the others and weigh nothing when the mass pattern
/// leaves them out; otherwise they weigh a thousandth of the smallest inertia. `scale` as coordinateScales().
StartMetric startMetric(const DaeSystem& system, StartLevel level, const Vector& scale, const Vector& exact);

}  // namespace holonom

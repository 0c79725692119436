// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"

namespace holonom {

/// What a multistep method may take for its past where it begins anew: the motion on the branches that hold
/// from here on, continued backwards as if they had held before (Nordsieck's start, with values at past times
/// in the place of derivatives). The states are apart by `step` (s), the present one first, `order` + 2 of
/// them; Runge–Kutta steps of order 4 make them. A `step` over which a formula of this order would err by
/// more than a part of the tolerance (relative to the scales of the coordinates) is made smaller. Empty, with
/// the system's work for nothing, where that does not help soon: fast decays grow backwards.
std::vector<State> pastBehindEvent(DaeSystem& system, const State& present, double& step, int order,
                                   double tolerance);

/// The same with states apart by this `step`, whatever a formula would err by over it: the start of a method
/// with memory at an order that the user wants. As accurate as rounding lets it be worth. Empty where the
/// motion cannot be continued backwards.
std::vector<State> pastAtFixedOrder(DaeSystem& system, const State& present, double step, int order);

}  // namespace holonom

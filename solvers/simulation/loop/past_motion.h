// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"

namespace holonom {

/// What a multistep method takes for its past where it begins at an order that the user wants: the motion
/// continued backwards (Nordsieck's start, with values at past times in the place of derivatives). The states
/// are apart by `step` (s), the present one first, `order` + 2 of them, as accurate as rounding lets it be
/// worth. Empty where the motion cannot be continued backwards.
std::vector<State> pastMotion(DaeSystem& system, const State& present, double step, int order);

/// The same for steps that have one size, whatever their error: at the highest order up to `order` at which
/// the motion is smooth over the past. Empty where it is at none, as in a fast decay.
std::vector<State> smoothPast(DaeSystem& system, const State& present, double step, int order);

/// The same behind an event, on the branches that hold there: `step` becomes shorter where the motion changes
/// by more than the tolerance within it. Empty where no step of that kind will do, as in a fast decay.
std::vector<State> pastBehindEvent(DaeSystem& system, const State& present, double& step, int order,
                                   double tolerance);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/min_max_pyramid.h"

namespace holonom {

/// When a channel of a run that broke off began to run away: its values in the last steps exceed those before
/// by more than an order of magnitude, all within the last tenth of the run. +∞ where they do not.
double runawayTime(const Recording& recording, const MinMaxPyramid& pyramid);

}  // namespace holonom

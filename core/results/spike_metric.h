// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/recording.h"

namespace holonom {

/// How noisy (spiky) a recorded channel is: the largest deviation of a sample from the straight line through its two
/// neighbours in time, divided by the range that the channel covers apart from such spikes (5 %–95 % quantiles).
/// About h² x″ / range for a smooth curve, of order one and more when single samples stick out.
double spikeMetric(const Recording& recording, int channel);

/// The largest over all acceleration and multiplier channels that vary at all.
double spikeMetric(const Recording& recording);

}  // namespace holonom

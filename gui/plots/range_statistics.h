// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/recording.h"

namespace holonom {

/// What one channel does in a stretch of time. Mean and root mean square are integrals over time divided by
/// its length, so that many short steps count no more than one long one. NaN where nothing is recorded.
struct RangeStatistics {
  double minimum, timeOfMinimum;  ///< s
  double maximum, timeOfMaximum;
  double mean, rms;
  std::size_t rows = 0;  ///< accepted steps in the stretch
};

/// Reads every row of the stretch: not for the thread of the window. Between steps the channel is the
/// ChannelCurve that plots draw, the parts of steps at the ends of the stretch as well; a channel of the
/// steps themselves (order, size) keeps its value over the step.
RangeStatistics statisticsOf(const Recording& recording, int channel, double t0, double t1);

}  // namespace holonom

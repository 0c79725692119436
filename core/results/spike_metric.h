// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/recording.h"

namespace holonom {

/// How noisy (spiky) a recorded channel x(t) is: "noisy reactions" in a user's words. No unit.
///
/// Definition. For every sample i with two neighbours on each side
///
///     sᵢ = min( distance of xᵢ from the interval spanned by xᵢ₋₁ and xᵢ₊₁,
///               |xᵢ − p(tᵢ)|,  p the cubic through (t, x) at i−2, i−1, i+1, i+2 )
///
/// is how far the sample sticks out: a curve that its samples resolve follows the cubic whatever the step
/// sizes, and a jump (switched driver, stop) stays between its neighbours, so neither counts; an isolated
/// wrong sample fails both. Steps of order above 5 may span half a swing: samples at their ends say
/// nothing of noise and are passed over, unless there are samples within the step as well. The metric
/// is max sᵢ / R, with R the range between the 5 % and 95 % quantiles of the channel without its noise:
/// smoothed twice by ¼, ½, ¼ over neighbours. So neither single spikes enlarge R nor a run that swings
/// from sample to sample, ever wilder, whose noise is most of what it shows. R is at least 10⁻³ of the
/// largest magnitude (95 % quantile of the smoothed |x|) among the channels of the same kind and unit,
/// and 10⁻⁶ of that among all channels of the kind: a channel that is constant up to rounding beside
/// them does not count as noise; 10⁻⁶ of the channel's own magnitude as it is, and 10⁻⁹ of the largest
/// among accelerations and multipliers together: what forces leave where they cancel is rounding (a
/// structure at rest). The first 4 samples (at most a fifth of all) are left out, because a multistep
/// method starts with low order and tiny steps. Values that are not finite are passed over.
///
/// To read: ≪ 1 (10⁻² and below) a smooth curve; ≈ 0.1 visible ripples; ≳ 1 single samples stick out by as
/// much as the whole curve varies; 10³ and above nothing of the curve is left to be seen. Fewer than 8
/// finite samples give 0.
double spikeMetric(const Recording& recording, int channel);

/// The largest over all acceleration and multiplier channels.
double spikeMetric(const Recording& recording);

}  // namespace holonom

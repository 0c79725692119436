// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/results/recording.h"

namespace holonom {

struct SpectrumLine {
  double frequency;  ///< Hz
  double amplitude;  ///< of the sine at that frequency, in the unit of the channel
};

/// Values of a channel at n equal distances of [t0, t1), interpolated linearly where rows are sparse and
/// averaged over the distance where they are dense, so that what is too fast for the samples does not come
/// back as something slow.
std::vector<double> resampled(const Recording& recording, int channel, double t0, double t1, std::size_t n);

/// Amplitudes by FFT of the part of a channel that lies in [t0, t1], s, cut to what is recorded: its mean
/// taken off, resampled to equal distances (a power of two, at most 2^18), under a Hann window whose loss of
/// amplitude is made good. A sine of amplitude A gives a peak of height A (down to 0.85 A between two lines),
/// three lines wide. Empty for fewer than eight rows. Takes time in proportion to the rows: not for the
/// thread of the window.
std::vector<SpectrumLine> amplitudeSpectrum(const Recording& recording, int channel, double t0, double t1);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/range_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/results/channel_curve.h"

namespace holonom {

namespace {

/// Integrals of a curve and of its square. Gauss's rule of four points is exact for both where the curve is a cubic.
struct Integrals {
  double sum = 0, squares = 0, length = 0;

  void add(const ChannelCurve::Piece& piece, double from, double to) {
    constexpr double kNodes[] = {0.86113631159405258, 0.33998104358485626}, kWeights[] = {0.34785484513745386, 0.65214515486254614};
    const double half = 0.5 * (to - from), middle = 0.5 * (from + to);
    length += to - from;
    for (int i = 0; i < 2; ++i)
      for (const double node : {-kNodes[i], kNodes[i]}) {
        const double y = piece.at(middle + half * node);
        sum += half * kWeights[i] * y;
        squares += half * kWeights[i] * y * y;
      }
  }
};

}  // namespace

RangeStatistics statisticsOf(const Recording& recording, int channel, double t0, double t1) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  RangeStatistics result{kNone, kNone, kNone, kNone, kNone, kNone, 0};
  const std::size_t size = recording.size();
  if (size == 0 || !(t1 >= t0) || recording.time(0) > t1 || recording.time(size - 1) < t0) return result;
  const bool stairs = recording.channels()[static_cast<std::size_t>(channel)].kind == ChannelKind::Step;
  const ChannelCurve curve(recording, channel);
  Integrals integrals;
  double lastT = 0, lastY = kNone;
  bool any = false;
  for (std::size_t row = recording.rowAt(t0); row < size; ++row) {
    const double t = recording.time(row), y = recording.value(row, channel);
    if (std::isfinite(y) && t >= t0 && t <= t1 && !(stairs && row == 0)) {  // the first record has no step yet
      ++result.rows;
      if (!(result.minimum <= y)) result.minimum = y, result.timeOfMinimum = t;
      if (!(result.maximum >= y)) result.maximum = y, result.timeOfMaximum = t;
    }
    if (any && t > lastT && std::isfinite(y) && std::isfinite(lastY)) {
      const double from = std::max(lastT, t0), to = std::min(t, t1);
      if (to > from) integrals.add(curve.piece(row - 1), from, to);
    }
    any = true;
    lastT = t;
    lastY = y;
    if (t > t1) break;
  }
  if (integrals.length > 0) {
    result.mean = integrals.sum / integrals.length;
    result.rms = std::sqrt(integrals.squares / integrals.length);
  } else if (result.rows > 0) {
    result.mean = lastY;
    result.rms = std::abs(lastY);
  }
  return result;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/range_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {

RangeStatistics statisticsOf(const Recording& recording, int channel, double t0, double t1) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  RangeStatistics result{kNone, kNone, kNone, kNone, kNone, kNone, 0};
  const std::size_t size = recording.size();
  if (size == 0 || !(t1 >= t0) || recording.time(0) > t1 || recording.time(size - 1) < t0) return result;
  const bool stairs = recording.channels()[static_cast<std::size_t>(channel)].kind == ChannelKind::Step;
  double sum = 0, squares = 0, length = 0;
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
      const double from = std::max(lastT, t0), to = std::min(t, t1), h = to - from;
      const auto at = [&](double s) { return stairs ? y : lastY + (y - lastY) * (s - lastT) / (t - lastT); };
      if (h > 0) {
        const double a = at(from), b = at(to);
        sum += 0.5 * h * (a + b);
        squares += h * (a * a + a * b + b * b) / 3;
        length += h;
      }
    }
    any = true;
    lastT = t;
    lastY = y;
    if (t > t1) break;
  }
  if (length > 0) {
    result.mean = sum / length;
    result.rms = std::sqrt(squares / length);
  } else if (result.rows > 0) {
    result.mean = lastY;
    result.rms = std::abs(lastY);
  }
  return result;
}

}  // namespace holonom

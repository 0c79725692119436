// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/range_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/results/channel_curve.h"

namespace holonom {

namespace {

/// Integrals of a curve and of its square, and its extremes. Gauss's rule of four points is exact for both
/// where the curve is a cubic.
struct Gathered {
  RangeStatistics& result;
  double sum = 0, squares = 0, length = 0;

  void meet(double t, double y) {
    if (!(result.minimum <= y)) result.minimum = y, result.timeOfMinimum = t;
    if (!(result.maximum >= y)) result.maximum = y, result.timeOfMaximum = t;
  }

  /// Its ends, and where a cubic has a summit in between.
  void meetExtremes(const ChannelCurve::Piece& piece, double from, double to) {
    for (const double t : {from, to}) meet(t, piece.at(t));
    if (piece.form != ChannelCurve::Piece::Form::Cubic) return;
    const double rise = piece.to - piece.from, h = piece.length, m0 = h * piece.fromSlope,
                 m1 = h * piece.toSlope;
    // of the derivative by s = (t − start)/h
    const double a = 3 * (m0 + m1 - 2 * rise), b = 2 * (3 * rise - 2 * m0 - m1), c = m0;
    const double root = b * b - 4 * a * c;
    if (!(root >= 0)) return;
    const double q = -0.5 * (b + std::copysign(std::sqrt(root), b));
    for (const double s : {q / a, c / q})
      if (const double t = piece.start + s * h; t > from && t < to) meet(t, piece.at(t));
  }

  void add(const ChannelCurve::Piece& piece, double from, double to) {
    constexpr double kNodes[] = {0.86113631159405258, 0.33998104358485626},
                     kWeights[] = {0.34785484513745386, 0.65214515486254614};
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
  Gathered gathered{result};
  double lastT = 0, lastY = kNone;
  bool any = false;
  for (std::size_t row = recording.rowAt(t0); row < size; ++row) {
    const double t = recording.time(row), y = recording.value(row, channel);
    // the first record has no step yet
    if (std::isfinite(y) && t >= t0 && t <= t1 && !(stairs && row == 0)) {
      ++result.rows;
      gathered.meet(t, y);
    }
    if (any && t > lastT && std::isfinite(y) && std::isfinite(lastY)) {
      const double from = std::max(lastT, t0), to = std::min(t, t1);
      if (to > from) {
        const ChannelCurve::Piece piece = curve.piece(row - 1);
        gathered.add(piece, from, to);
        if (!stairs) gathered.meetExtremes(piece, from, to);
        else gathered.meet(to, y);
      }
    }
    any = true;
    lastT = t;
    lastY = y;
    if (t > t1) break;
  }
  if (gathered.length > 0) {
    result.mean = gathered.sum / gathered.length;
    result.rms = std::sqrt(gathered.squares / gathered.length);
  } else if (result.rows > 0) {
    result.mean = lastY;
    result.rms = std::abs(lastY);
  }
  return result;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/runaway.h"

#include <cmath>
#include <limits>

namespace holonom {

double runawayTime(const Recording& recording, const MinMaxPyramid& pyramid) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  constexpr double kFarMore = 20, kLittleMore = 2;  // times the range of what was before
  constexpr double kLatest = 0.1;                   // of the run
  constexpr double kRounding = 1e-12;               // in units of the channel: less is no motion
  constexpr std::size_t kLeastRows = 16;
  const std::size_t rows = pyramid.size();
  if (rows < kLeastRows) return kNone;
  const double start = recording.time(0), end = recording.time(rows - 1);
  const auto rowBefore = [&](double part) {
    return std::min(recording.rowAt(end - part * (end - start)) + 1, rows);
  };
  const auto spanTo = [&](std::size_t last) {
    const auto range = pyramid.range(0, last);
    return range.min <= range.max ? range.max - range.min : 0.0;
  };
  const double usual = spanTo(rowBefore(kLatest)), whole = spanTo(rows);
  if (!(whole > kFarMore * usual) || usual <= kRounding) return kNone;
  // As much of the end as still belongs to the motion.
  double part = kLatest;
  for (double less = part / 2; less > 1e-7 && spanTo(rowBefore(less)) <= kLittleMore * usual; less /= 2)
    part = less;
  return recording.time(rowBefore(part) - 1);
}

}  // namespace holonom

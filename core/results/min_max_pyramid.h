// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/results/recording.h"

namespace holonom {

/// Smallest and largest value of one channel over groups of 16, 16², … rows, so that any stretch of a long
/// run is summarised in logarithmic time and a one-sample spike survives every zoom level.
class MinMaxPyramid {
 public:
  struct Range {
    double min, max;
    std::size_t minRow, maxRow;
  };

  MinMaxPyramid(const Recording& recording, int channel) : recording_(&recording), channel_(channel) {}

  /// Takes in rows published since the last call, at most `maxRows` of them. Returns rows covered.
  std::size_t update(std::size_t maxRows = static_cast<std::size_t>(-1));
  std::size_t size() const { return size_; }

  /// Over rows [first, last), last ≤ size(), first < last. NaN are passed over; all-NaN gives min > max.
  Range range(std::size_t first, std::size_t last) const;

 private:
  const Recording* recording_;
  int channel_;
  std::size_t size_ = 0;
  std::vector<std::vector<Range>> levels_;  // levels_[k]: groups of 16^(k+1) rows
};

struct PlotPoint {
  double x, y;
};

/// At most four points per column of [t0, t1] split into `columns` columns (first, minimum, maximum, last, in
/// order of time), raw points where there are fewer. Includes the neighbours just outside, so that lines
/// reach the border.
void decimate(const Recording& recording, const MinMaxPyramid& pyramid, int channel, double t0, double t1,
              int columns, std::vector<PlotPoint>& out);

}  // namespace holonom

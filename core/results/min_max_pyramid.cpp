// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/min_max_pyramid.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace holonom {

namespace {

constexpr unsigned kGroupShift = 4;  // 16 rows or groups form a group of the next level
constexpr std::size_t kGroup = std::size_t{1} << kGroupShift;

using Range = MinMaxPyramid::Range;

Range emptyRange(std::size_t row) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {infinity, -infinity, row, row};
}

// A NaN fails both comparisons and is passed over.
void include(Range& range, double value, std::size_t row) {
  if (value < range.min) range.min = value, range.minRow = row;
  if (value > range.max) range.max = value, range.maxRow = row;
}

void include(Range& range, const Range& other) {
  if (other.min < range.min) range.min = other.min, range.minRow = other.minRow;
  if (other.max > range.max) range.max = other.max, range.maxRow = other.maxRow;
}

void includeRows(Range& range, const Recording& recording, int channel, std::size_t first, std::size_t last) {
  while (first < last) {
    const auto stretch = recording.stretch(first, last, channel);
    for (std::size_t i = 0; i < stretch.size(); ++i) include(range, stretch[i], first + i);
    first += stretch.size();
  }
}

}  // namespace

std::size_t MinMaxPyramid::update(std::size_t maxRows) {
  const std::size_t published = recording_->size();
  size_ += std::min(maxRows, published - size_);
  // complete ones only; range() reads the incomplete end from the rows
  std::size_t groups = size_ >> kGroupShift;
  for (std::size_t level = 0; groups > 0; ++level, groups >>= kGroupShift) {
    if (levels_.size() <= level) levels_.emplace_back();
    auto& ranges = levels_[level];
    for (std::size_t g = ranges.size(); g < groups; ++g) {
      Range range = emptyRange(g << (kGroupShift * (level + 1)));
      if (level == 0) {
        includeRows(range, *recording_, channel_, g * kGroup, (g + 1) * kGroup);
      } else {
        for (std::size_t k = g * kGroup; k < (g + 1) * kGroup; ++k) include(range, levels_[level - 1][k]);
      }
      ranges.push_back(range);
    }
  }
  return size_;
}

// Rows (or groups) that do not fill a group of the next level are taken one by one at both ends, the rest one
// level higher: at most 2·15 per level.
Range MinMaxPyramid::range(std::size_t first, std::size_t last) const {
  assert(first < last && last <= size_);
  Range range = emptyRange(first);
  const std::size_t head = std::min(last, (first + kGroup - 1) & ~(kGroup - 1));
  const std::size_t tail = std::max(head, last & ~(kGroup - 1));
  includeRows(range, *recording_, channel_, first, head);
  includeRows(range, *recording_, channel_, tail, last);

  std::size_t low = head >> kGroupShift, high = tail >> kGroupShift;  // groups of levels_[level]
  for (std::size_t level = 0; low < high; ++level) {
    const auto& ranges = levels_[level];
    while (low < high && (low & (kGroup - 1)) != 0) include(range, ranges[low++]);
    while (low < high && (high & (kGroup - 1)) != 0) include(range, ranges[--high]);
    low >>= kGroupShift;
    high >>= kGroupShift;
  }
  return range;
}

namespace {

// First row in [first, end) whose time is ≥ t, or end; looks near `first` before it looks far.
std::size_t firstRowFrom(const Recording& recording, std::size_t first, std::size_t end, double t) {
  std::size_t stride = 1, low = first, high = first;
  while (high < end && recording.time(high) < t) {
    low = high + 1;
    high += stride;
    stride *= 2;
  }
  high = std::min(high, end);
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (recording.time(middle) < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

struct Decimator {
  const Recording& recording;
  const MinMaxPyramid& pyramid;
  int channel;
  std::vector<PlotPoint>& out;

  void emit(std::size_t row) { out.push_back({recording.time(row), recording.value(row, channel)}); }

  // Rows [first, last) that fall into one column of pixels.
  void column(std::size_t first, std::size_t last) {
    if (last - first <= 4) {
      for (std::size_t row = first; row < last; ++row) emit(row);
      return;
    }
    const auto range = pyramid.range(first, last);
    std::array<std::size_t, 4> rows{first, range.minRow, range.maxRow, last - 1};
    std::sort(rows.begin(), rows.end());
    const auto end = std::unique(rows.begin(), rows.end());
    for (auto row = rows.begin(); row != end; ++row) emit(*row);
  }
};

}  // namespace

void decimate(const Recording& recording, const MinMaxPyramid& pyramid, int channel, double t0, double t1,
              int columns, std::vector<PlotPoint>& out) {
  out.clear();
  const std::size_t size = pyramid.size();
  if (size == 0 || columns <= 0 || !(t1 >= t0)) return;
  Decimator decimator{recording, pyramid, channel, out};
  std::size_t row = std::min(recording.rowAt(t0), size - 1);
  while (row > 0 && recording.time(row) >= t0) --row;   // equal times: the neighbour lies strictly outside
  if (recording.time(row) < t0) decimator.emit(row++);  // the neighbour on the left

  const double width = (t1 - t0) / columns;
  for (int k = 0; row < size && recording.time(row) <= t1;) {
    k = std::max(k, width > 0 ? std::min(columns - 1, static_cast<int>((recording.time(row) - t0) / width))
                              : columns - 1);
    const bool lastColumn = k == columns - 1;
    const double border =
        lastColumn ? std::nextafter(t1, std::numeric_limits<double>::infinity()) : t0 + width * (k + 1);
    const std::size_t next = firstRowFrom(recording, row, size, border);
    if (next > row) decimator.column(row, next);
    row = next;
    ++k;  // rounding of the border must not bring the same column back
  }
  if (row < size) decimator.emit(row);  // the neighbour on the right
}

}  // namespace holonom

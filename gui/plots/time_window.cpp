// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/time_window.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {

namespace {

constexpr double kAhead = 0.25;            // the time axis grows by this part beyond what is recorded
constexpr double kSmallestWindow = 1e-12;  // of the largest time seen

}  // namespace

AxisRange TimeWindow::wanted(const std::vector<PlottedRun>& runs) const {
  double first = std::numeric_limits<double>::infinity(), last = -first;
  for (const auto& run : runs) {
    const std::size_t size = run.recording ? run.recording->size() : 0;
    if (size == 0) continue;
    first = std::min(first, run.recording->time(0));
    last = std::max(last, run.recording->time(size - 1));
  }
  if (last < first) return expected_;
  if (expected_.span() <= 0) return {first, last};
  return {std::min(first, expected_.low), std::max(last, expected_.high)};
}

bool TimeWindow::follow(const std::vector<PlottedRun>& runs, bool running) {
  AxisRange range = wanted(runs);
  const bool beyond = range.high > expected_.high || expected_.span() <= 0;
  if (running && beyond) {
    const bool fits = whole_.low == range.low && whole_.high >= range.high &&
                      whole_.span() <= (1 + 2 * kAhead) * range.span();
    range = fits ? whole_ : AxisRange{range.low, range.high + kAhead * range.span()};
  }
  if (!(range.span() > kSmallestWindow * std::abs(range.high))) range.high = range.low + 1;
  if (range == whole_) return false;
  whole_ = range;
  return true;
}

bool TimeWindow::zoomTo(AxisRange wanted) {
  const AxisRange zoom{std::max(wanted.low, whole_.low), std::min(wanted.high, whole_.high)};
  if (!(zoom.span() > kSmallestWindow * std::max(std::abs(whole_.low), std::abs(whole_.high)))) return false;
  if (zoom == whole_) zoomed_.reset();
  else zoomed_ = zoom;
  return true;
}

}  // namespace holonom

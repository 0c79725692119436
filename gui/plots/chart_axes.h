// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include "gui/plots/chart_scene.h"
#include "gui/plots/value_axis.h"

namespace holonom {

class ChartContent;

/// What the user has chosen to see of one pane, apart from the window of time that all panes share.
struct AreaZoom {
  std::optional<AxisRange> horizontal, left, right;
  bool isEmpty() const { return !horizontal && !left && !right; }
  bool operator==(const AreaZoom&) const = default;
};

/// What an axis measures.
struct AxisWords {
  PlotScale scale = PlotScale::Linear;
  QString quantity, unit;
};

/// The axes of one pane: two value axes, and a horizontal one that is the time of all panes or the pane's
/// own. They fit themselves to the curves until the user chooses a range.
class ChartAxes {
 public:
  void describe(const AxisWords& horizontal, const AxisWords& left, const AxisWords& right);
  const ValueAxis& horizontal() const { return horizontal_; }
  const ValueAxis& values(int side) const { return values_[static_cast<std::size_t>(side)]; }

  bool setTime(AxisRange window);  ///< s; false: it is what it was
  AxisRange time() const { return time_; }
  AxisRange across(bool overTime) const { return overTime ? time_ : horizontal_.range; }
  ChartFrame frame(const QRectF& area, bool overTime) const {
    return {area, across(overTime), {values_[0].range, values_[1].range}};
  }

  AreaZoom zoom() const { return {horizontal_.chosen, values_[0].chosen, values_[1].chosen}; }
  void setZoom(const AreaZoom& zoom);
  /// Fits what is not chosen; `live` keeps it quiet while curves grow. `now` in s.
  void follow(const ChartContent& content, bool live, double now);

  // Choices of the user: false where the range would be too small or too large to be drawn.
  bool chooseHorizontal(AxisRange range) { return horizontal_.choose(range); }
  bool shiftHorizontal(double part) { return horizontal_.shift(part * horizontal_.range.span()); }
  void releaseHorizontal() { release(horizontal_); }
  bool chooseValues(int side, AxisRange range) { return at(side).choose(range); }
  bool shiftValues(int side, double part) { return at(side).shift(part * at(side).range.span()); }
  void releaseValues(int side) { release(at(side)); }
  /// Out of an automatic range that leaves something out of `whole` the way leads to all of it.
  bool zoomValues(int side, double factor, double about, AxisRange whole);

 private:
  ValueAxis& at(int side) { return values_[static_cast<std::size_t>(side)]; }
  static void release(ValueAxis& axis);

  AxisRange time_{0, 1};
  ValueAxis horizontal_;  // over time: only its words
  std::array<ValueAxis, 2> values_;
};

}  // namespace holonom

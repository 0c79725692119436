// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "gui/plots/axis_painter.h"
#include "gui/plots/axis_ticks.h"
#include "gui/plots/plot_spec.h"

namespace holonom {

/// An axis that fits itself to the data until the user chooses a range, which then stays.
struct ValueAxis {
  PlotScale scale = PlotScale::Linear;
  QString quantity, unit;
  AxisRange range{0, 1};            ///< axis coordinates (decimal logarithms on a logarithmic axis)
  std::optional<AxisRange> chosen;  ///< by the user

  /// Fits the range to `data` (low > high: nothing to show) unless the user has chosen one. `now` in s.
  void follow(AxisRange data, bool live, double now);
  /// What is shown from now on. A range that was chosen for another scale or another unit is given up; it
  /// stays when further units join.
  void describe(PlotScale newScale, const QString& newQuantity, const QString& newUnit);
  void refit() { quiet_.reset(); }  ///< the next follow() fits at once

  /// Choices of the user; false when the range would be too small or too large to be drawn, and nothing
  /// changes.
  bool choose(AxisRange wanted);
  bool zoom(double factor, double about);
  bool shift(double by) { return choose({range.low + by, range.high + by}); }

  AxisScale scaleOf() const { return {range, scale, quantity, unit}; }

 private:
  QuietRange quiet_;
};

}  // namespace holonom

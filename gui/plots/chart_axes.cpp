// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/chart_axes.h"

#include <algorithm>

#include "gui/plots/chart_content.h"

namespace holonom {

void ChartAxes::describe(const AxisWords& horizontal, const AxisWords& left, const AxisWords& right) {
  horizontal_.describe(horizontal.scale, horizontal.quantity, horizontal.unit);
  values_[0].describe(left.scale, left.quantity, left.unit);
  values_[1].describe(right.scale, right.quantity, right.unit);
}

bool ChartAxes::setTime(AxisRange window) {
  if (window == time_) return false;
  time_ = window;
  return true;
}

void ChartAxes::setZoom(const AreaZoom& zoom) {
  horizontal_.chosen = zoom.horizontal;
  values_[0].chosen = zoom.left;
  values_[1].chosen = zoom.right;
  for (ValueAxis* axis : {&horizontal_, &values_[0], &values_[1]}) axis->refit();
}

void ChartAxes::follow(const ChartContent& content, bool live, double now) {
  for (const int side : {0, 1}) at(side).follow(content.extent(side), live, now);
  if (content.form().overTime) return;
  const AxisRange extent = content.horizontalExtent();
  horizontal_.follow(extent, live, now);
  if (!horizontal_.chosen) horizontal_.range = content.drawing().shown(horizontal_.range, extent);
}

bool ChartAxes::zoomValues(int side, double factor, double about, AxisRange whole) {
  ValueAxis& axis = at(side);
  const bool leavesOut = !axis.chosen && (whole.low < axis.range.low || whole.high > axis.range.high);
  if (factor <= 1 || !leavesOut) return axis.zoom(factor, about);
  const double margin = 0.05 * whole.span();
  return axis.choose(
      {std::min(axis.range.low, whole.low - margin), std::max(axis.range.high, whole.high + margin)});
}

void ChartAxes::release(ValueAxis& axis) {
  axis.chosen.reset();
  axis.refit();
}

}  // namespace holonom

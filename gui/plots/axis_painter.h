// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QRectF>
#include <QString>
#include <optional>

#include "gui/plots/axis_ticks.h"
#include "gui/plots/plot_spec.h"

class QFontMetrics;
class QPainter;

namespace holonom {

/// Widths around the area of the curves. The same for every plot with the same font, so that time axes stand in line.
struct PlotMargins {
  int left, right, bottom;
};
PlotMargins plotMargins(const QFontMetrics& metrics, bool rightAxis = false);

/// One value axis as it is written: its range in axis coordinates, and what it measures.
struct AxisScale {
  AxisRange range;
  PlotScale scale = PlotScale::Linear;
  QString quantity, unit;
  bool blank = false;  ///< there is nothing to measure: no numbers
};

/// Grid, frame, tick labels and titles of one plot; all colours from the palette.
struct AxisPainter {
  QRectF area;
  AxisRange x;
  QString xQuantity, xUnit;  ///< "time", "s"
  AxisScale left;
  std::optional<AxisScale> right;
  QPalette palette;

  void drawGrid(QPainter& painter) const;     ///< below the curves
  void drawLabels(QPainter& painter) const;   ///< around them

 private:
  AxisTicks horizontalTicks(const QFontMetrics& metrics) const;
  AxisTicks valueTicks(const AxisScale& axis, const QFontMetrics& metrics) const;
  void drawValueAxis(QPainter& painter, const AxisScale& axis, bool onTheRight) const;
  void drawHorizontalAxis(QPainter& painter) const;
  double xOf(double v) const { return area.left() + (v - x.low) / x.span() * area.width(); }
  double yOf(double v, AxisRange y) const { return area.bottom() - (v - y.low) / y.span() * area.height(); }
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QRectF>
#include <QString>

#include "gui/plots/axis_ticks.h"
#include "gui/plots/plot_spec.h"

class QFontMetrics;
class QPainter;

namespace holonom {

/// Widths around the area of the curves. The same for every plot with the same font, so that time axes stand in line.
struct PlotMargins {
  int left, right, bottom;
};
PlotMargins plotMargins(const QFontMetrics& metrics);

/// Grid, frame, tick labels and titles of one plot; all colours from the palette.
struct AxisPainter {
  QRectF area;
  AxisRange time, y;
  PlotScale scale = PlotScale::Linear;
  QString quantity, unit;
  QPalette palette;

  void drawGrid(QPainter& painter) const;     ///< below the curves
  void drawLabels(QPainter& painter) const;   ///< around them

 private:
  AxisTicks timeTicks(const QFontMetrics& metrics) const;
  AxisTicks valueTicks(const QFontMetrics& metrics) const;
  double xOf(double t) const { return area.left() + (t - time.low) / time.span() * area.width(); }
  double yOf(double v) const { return area.bottom() - (v - y.low) / y.span() * area.height(); }
};

}  // namespace holonom

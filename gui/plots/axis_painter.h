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

/// Widths around the area of the curves, px. Without a right axis the same for every plot with the same font,
/// so that time axes stand in line; `rightAxis` is what one needs (AxisPainter::rightRoom()).
struct PlotMargins {
  int left, right, bottom;
};
PlotMargins plotMargins(const QFontMetrics& metrics, int rightAxis = 0);

/// Ticks of a horizontal axis with its title, which stands at its right end. As many as there is room for, at
/// least three with numbers where that is possible.
struct HorizontalTicks {
  AxisTicks ticks;
  QString title;     ///< "time in s"
  double titleLeft;  ///< numbers end before it, px
};
/// `area`: of the curves; `end`: how far to the right the title may reach, px.
HorizontalTicks horizontalTicks(AxisRange x, const QRectF& area, double end, const QString& quantity,
                                const QString& unit, const QFontMetrics& metrics);
/// Numbers and title in the line below the area.
void drawHorizontalTicks(QPainter& painter, const HorizontalTicks& axis, AxisRange x, const QRectF& area,
                         double baseline);

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
  double end = 0;  ///< right border of the plot, px

  /// Width that the numbers and the title of a right axis need.
  static int rightRoom(const AxisScale& axis, double height, const QFontMetrics& metrics);
  void drawGrid(QPainter& painter) const;    ///< below the curves
  void drawLabels(QPainter& painter) const;  ///< around them

 private:
  HorizontalTicks horizontal(const QFontMetrics& metrics) const {
    return horizontalTicks(x, area, end, xQuantity, xUnit, metrics);
  }
  static AxisTicks valueTicks(const AxisScale& axis, double height, const QFontMetrics& metrics);
  void drawValueAxis(QPainter& painter, const AxisScale& axis, bool onTheRight) const;
  double xOf(double v) const { return area.left() + (v - x.low) / x.span() * area.width(); }
  double yOf(double v, AxisRange y) const { return area.bottom() - (v - y.low) / y.span() * area.height(); }
};

}  // namespace holonom

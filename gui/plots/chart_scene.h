// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QPointF>
#include <QRectF>
#include <array>
#include <cmath>
#include <vector>

#include "gui/plots/event_marks.h"
#include "gui/plots/plot_curve.h"

namespace holonom {

/// Where the curves of a chart are and what their axes measure. Places are in px, values in axis coordinates;
/// side 0 is the left value axis, side 1 the right one.
struct ChartFrame {
  QRectF area;
  AxisRange x;
  std::array<AxisRange, 2> y;

  double placeAcross(double value) const { return area.left() + (value - x.low) / x.span() * area.width(); }
  double placeUp(double value, int side = 0) const {
    const AxisRange& axis = y[static_cast<std::size_t>(side)];
    return area.bottom() - (value - axis.low) / axis.span() * area.height();
  }
  QPointF placeOf(double across, double up, int side = 0) const {
    return {placeAcross(across), placeUp(up, side)};
  }
  double valueAcross(double place) const { return x.low + (place - area.left()) / area.width() * x.span(); }
  double valueUp(double place, int side = 0) const {
    const AxisRange& axis = y[static_cast<std::size_t>(side)];
    return axis.low + (area.bottom() - place) / area.height() * axis.span();
  }
};

/// The curves of a pane.
struct CurveSet {
  PlotCurves curves;
  PlotCurves abscissae;  ///< once for each recording, where curves are drawn against another channel

  /// The abscissa of the same recording; nullptr where there is none.
  const PlotCurve* abscissaOf(const PlotCurve& curve) const;
};

/// All that is to be seen of a chart at one moment.
struct ChartScene {
  const CurveSet& set;
  ChartFrame frame;
  const QPalette& palette;
  const EventMarks& events;
  std::vector<bool> strong;    ///< for each curve whether it stands out; empty where none does
  std::array<bool, 2> chosen;  ///< the user has chosen what is seen of the values
  double cursor, second;       ///< s; NaN for none
  bool onPaper;                ///< drawn into a file, without what is of the moment

  /// Two cursors measure something, which belongs into a file.
  bool showsCursors() const { return !onPaper || std::isfinite(second); }
  QColor colourOf(std::size_t curve) const;
  /// A vertical line at a value of the horizontal axis, where that is seen.
  void drawLineAt(QPainter& painter, double value, Qt::PenStyle style) const;
};

}  // namespace holonom

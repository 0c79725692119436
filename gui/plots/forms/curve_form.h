// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>
#include <QStringList>
#include <limits>
#include <optional>

#include "gui/plots/chart_scene.h"
#include "gui/plots/value_axis.h"

class QPainter;

namespace holonom {

/// How curves are drawn in axes: which points, how far they reach, and what the cursors are. Each pane has an
/// object of its own, which knows nothing of the pane: it is handed the curves.
class CurveForm {
 public:
  virtual ~CurveForm() = default;

  /// There are other curves now: what was computed from the former ones says nothing.
  virtual void forget() {}
  /// Prepares what points() and the extents tell of this stretch of time, s.
  virtual void sample(CurveSet& set, AxisRange window, int columns) = 0;
  /// Takes over what was computed beside the window. Returns whether there is something to sample and draw.
  virtual bool takeResults(const CurveSet&) { return false; }
  virtual bool isComputing() const { return false; }

  /// Axis coordinates; low > high where there is nothing.
  virtual AxisRange extent(const CurveSet& set, std::size_t curve) const = 0;
  /// with what runs that broke off ran away to at their ends
  virtual AxisRange wholeExtent(const CurveSet& set, std::size_t curve) const { return extent(set, curve); }
  virtual QList<QPointF> points(const CurveSet& set, std::size_t curve, const ChartFrame& frame) const = 0;

  // The horizontal axis, where it is not the time that all panes share.
  virtual AxisRange horizontalExtent(const CurveSet&) const { return {1, 0}; }
  /// What is shown of it unless the user chooses, after `fitted` was fitted to the extent.
  virtual AxisRange shown(AxisRange fitted, AxisRange /*extent*/) const { return fitted; }
  /// What becomes of a range that the user wants.
  virtual AxisRange allowed(AxisRange wanted, const ValueAxis& /*axis*/) const { return wanted; }

  // Cursors.
  /// A click: the time to move the cursor to, s; none where it leads to none.
  virtual std::optional<double> click(QPointF at, const ChartScene& scene) = 0;
  /// A text for each curve: by default its value at the cursor, and the difference to the second one.
  virtual QStringList readOut(const ChartScene& scene) const;
  virtual void drawCursors(QPainter& painter, const ChartScene& scene) const = 0;

  virtual void drawBehind(QPainter&, const ChartScene&) const {}               ///< between grid and curves
  virtual void drawOver(QPainter&, const ChartScene&) const {}                 ///< above curves and numbers
  virtual QString tip(QPointF /*at*/, const ChartScene&) const { return {}; }  ///< empty: none
  /// Names a point, where the form has a view of points.
  virtual QString textOf(const CurveSet&, std::size_t /*curve*/, QPointF /*point*/) const { return {}; }
};

/// "–" for no value.
QString readOutOf(double value);

}  // namespace holonom

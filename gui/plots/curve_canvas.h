// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QPointF>
#include <QRectF>
#include <memory>
#include <vector>

#include "gui/plots/axis_ticks.h"

class QPainter;

namespace holonom {

/// One polyline in axis coordinates (logarithms already taken).
struct Curve {
  QList<QPointF> points;
  QColor colour;
  bool heavy = false;  ///< two pixels wide, to stand out
};

/// Draws curves into a rectangle. Hides the chart library: nothing else of the program knows which one it is.
class CurveCanvas {
 public:
  virtual ~CurveCanvas() = default;

  /// `smooth` switches antialiasing on. Ranges must not be empty. Points that are not finite are left out.
  virtual void draw(QPainter& painter, const QRectF& area, AxisRange x, AxisRange y,
                    const std::vector<Curve>& curves, bool smooth) = 0;
};

std::unique_ptr<CurveCanvas> makeCurveCanvas();

/// For files: each curve is one path, which keeps vector files small.
std::unique_ptr<CurveCanvas> makeVectorCanvas();

}  // namespace holonom

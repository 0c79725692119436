// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QPointF>
#include <QRectF>
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

/// On the screen curves are drawn many times a second; in a vector file each is one path, which keeps it
/// small.
enum class CurveMedium { Screen, File };

/// Draws curves into a rectangle, and nothing beside it. `smooth` switches antialiasing on. Ranges must not
/// be empty. Points that are not finite are left out.
void paintCurves(QPainter& painter, const QRectF& area, AxisRange x, AxisRange y,
                 const std::vector<Curve>& curves, bool smooth, CurveMedium medium = CurveMedium::Screen);

}  // namespace holonom

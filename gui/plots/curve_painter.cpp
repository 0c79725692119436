// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/curve_painter.h"

#include <QLineF>
#include <QPainter>
#include <QPen>
#include <algorithm>
#include <cmath>

namespace holonom {

namespace {

// widths and heights of the area; farther away the numbers of painters overflow
constexpr double kFar = 1e4;

/// In pixels, without what is not finite, and nothing farther away than can be drawn.
QPolygonF placed(const QList<QPointF>& points, const QRectF& area, AxisRange x, AxisRange y) {
  QPolygonF line;
  line.reserve(points.size());
  for (const QPointF& point : points) {
    if (!std::isfinite(point.x()) || !std::isfinite(point.y())) continue;
    const double across = std::clamp((point.x() - x.low) / x.span(), -kFar, kFar),
                 up = std::clamp((point.y() - y.low) / y.span(), -kFar, kFar);
    line << QPointF(area.left() + across * area.width(), area.bottom() - up * area.height());
  }
  return line;
}

/// A level line between two rows of pixels would be spread over both and be pale.
QPolygonF crisp(QPolygonF line) {
  for (qsizetype i = 1; i < line.size(); ++i)
    if (const double level = line[i].y(); line[i - 1].y() == level) {
      const double middle = std::floor(level) + 0.5;
      line[i - 1].setY(middle);
      if (i + 1 == line.size() || line[i + 1].y() != level) line[i].setY(middle);
    }
  return line;
}

/// Line by line: smooth polylines of the raster engine cover the pixels in which their short pieces meet only
/// in part, so that curves with a point in each column would be pale.
void drawPieces(QPainter& painter, const QPolygonF& line) {
  QList<QLineF> pieces;
  pieces.reserve(line.size());
  for (qsizetype i = 1; i < line.size(); ++i) pieces << QLineF(line[i - 1], line[i]);
  painter.drawLines(pieces);
}

}  // namespace

// Heavy curves are lines of width two in a file and two lines on the screen, where a wide smooth pen costs
// twenty times as much.
void paintCurves(QPainter& painter, const QRectF& area, AxisRange x, AxisRange y,
                 const std::vector<Curve>& curves, bool smooth, CurveMedium medium) {
  const bool screen = medium == CurveMedium::Screen;
  painter.save();
  painter.setClipRect(area);
  painter.setRenderHint(QPainter::Antialiasing, smooth);
  painter.setBrush(Qt::NoBrush);
  for (const Curve& curve : curves) {
    const QPolygonF line = placed(curve.points, area, x, y);
    painter.setPen(QPen(curve.colour, curve.heavy && !screen ? 2 : 1));
    if (!screen) {
      painter.drawPolyline(line);
      continue;
    }
    const QPolygonF level = crisp(line);
    drawPieces(painter, level);
    if (curve.heavy) drawPieces(painter, level.translated(0, -1));
  }
  painter.restore();
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/icons.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QPixmap>

#include "gui/panels/drawn_icon.h"

namespace holonom {
namespace {

// All drawings live on a square of 24 × 24 units.
constexpr double kUnits = 24;
const QColor kGo(0x1b, 0x7f, 0x3b), kHalt(0xb3, 0x26, 0x1e);

void fillPolygon(QPainter& p, const QPolygonF& polygon, const QColor& colour) {
  p.setPen(Qt::NoPen);
  p.setBrush(colour);
  p.drawPolygon(polygon);
}

void fillBox(QPainter& p, double x, double y, double w, double h, const QColor& colour) {
  p.fillRect(QRectF(x, y, w, h), colour);
}

void arrowHead(QPainter& p, QPointF tip, QPointF direction, const QColor& colour) {
  const QPointF side(-direction.y(), direction.x());
  fillPolygon(p, {tip, tip - 5.5 * direction + 3.8 * side, tip - 5.5 * direction - 3.8 * side}, colour);
}

void drawStrokes(QPainter& p, const QPainterPath& path, const QColor& colour) {
  p.setBrush(Qt::NoBrush);
  p.setPen(QPen(colour, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  p.drawPath(path);
}

void drawCircularArrow(QPainter& p, const QColor& colour) {
  QPainterPath arc;
  arc.arcMoveTo(5, 5, 14, 14, 60);
  arc.arcTo(5, 5, 14, 14, 60, 290);
  drawStrokes(p, arc, colour);
  arrowHead(p, {17.6, 3.2}, {0.8, -0.6}, colour);
}

void drawLoop(QPainter& p, const QColor& colour) {
  QPainterPath lines;
  lines.moveTo(4, 12);
  lines.cubicTo(4, 7, 6, 7, 9, 7);
  lines.lineTo(16, 7);
  lines.moveTo(20, 12);
  lines.cubicTo(20, 17, 18, 17, 15, 17);
  lines.lineTo(8, 17);
  drawStrokes(p, lines, colour);
  arrowHead(p, {21, 7}, {1, 0}, colour);
  arrowHead(p, {3, 17}, {-1, 0}, colour);
}

void drawFolder(QPainter& p, const QColor& colour) {
  QPainterPath folder;
  folder.moveTo(3, 19);
  folder.lineTo(3, 5);
  folder.lineTo(9, 5);
  folder.lineTo(11, 8);
  folder.lineTo(21, 8);
  folder.lineTo(21, 19);
  folder.closeSubpath();
  drawStrokes(p, folder, colour);
}

void drawBranch(QPainter& p, const QColor& colour) {
  QPainterPath lines;
  lines.moveTo(3, 16);
  lines.lineTo(20, 16);
  lines.moveTo(8, 16);
  lines.cubicTo(12, 16, 11, 7, 16, 7);
  drawStrokes(p, lines, colour);
  arrowHead(p, {21, 7}, {1, 0}, kGo);
}

/// A spring from a body to the mouse.
void drawPull(QPainter& p, const QColor& colour) {
  QPainterPath spring;
  spring.moveTo(6, 18);
  for (const auto& [x, y] :
       {std::pair{8., 16.}, {8.5, 12.5}, {11.5, 15.5}, {11.5, 10.5}, {14.5, 13.5}, {14.5, 9.5}, {17., 8.}})
    spring.lineTo(x, y);
  drawStrokes(p, spring, colour);
  fillBox(p, 2, 17, 6, 5, colour);
  arrowHead(p, {22, 3}, {0.72, -0.7}, kGo);
}

void drawClock(QPainter& p, const QColor& colour) {
  QPainterPath clock;
  clock.addEllipse(QPointF(12, 12), 9, 9);
  clock.moveTo(12, 6.5);
  clock.lineTo(12, 12);
  clock.lineTo(16, 14.5);
  drawStrokes(p, clock, colour);
}

void drawFit(QPainter& p, const QColor& colour) {
  QPainterPath corners;
  for (const auto& [x, y] : {std::pair{4., 4.}, {20., 4.}, {4., 20.}, {20., 20.}}) {
    const double sx = x < 12 ? 1 : -1, sy = y < 12 ? 1 : -1;
    corners.moveTo(x, y + 5 * sy);
    corners.lineTo(x, y);
    corners.lineTo(x + 5 * sx, y);
  }
  drawStrokes(p, corners, colour);
  fillBox(p, 9, 9, 6, 6, colour);
}

void drawPicture(QPainter& p, const QColor& colour) {
  QPainterPath camera;
  camera.addRoundedRect(QRectF(3, 7, 18, 12), 2, 2);
  camera.addEllipse(QPointF(12, 13), 3.5, 3.5);
  camera.moveTo(8, 7);
  camera.lineTo(9.5, 4.5);
  camera.lineTo(14.5, 4.5);
  camera.lineTo(16, 7);
  drawStrokes(p, camera, colour);
}

void drawCross(QPainter& p, const QColor& colour) {
  QPainterPath cross;
  cross.moveTo(6, 6);
  cross.lineTo(18, 18);
  cross.moveTo(18, 6);
  cross.lineTo(6, 18);
  drawStrokes(p, cross, colour);
}

void draw(QPainter& p, Icon kind, const QColor& colour, bool enabled) {
  const QColor go = enabled ? kGo : colour, halt = enabled ? kHalt : colour;
  switch (kind) {
    case Icon::Open: return drawFolder(p, colour);
    case Icon::Run: return fillPolygon(p, {{6, 3}, {21, 12}, {6, 21}}, go);
    case Icon::Play: return fillPolygon(p, {{7, 4}, {20, 12}, {7, 20}}, colour);
    case Icon::Pause: fillBox(p, 5, 4, 5, 16, colour); return fillBox(p, 14, 4, 5, 16, colour);
    case Icon::Step:
      fillPolygon(p, {{4, 4}, {15, 12}, {4, 20}}, colour);
      return fillBox(p, 16, 4, 4, 16, colour);
    case Icon::Stop: return fillBox(p, 5, 5, 14, 14, halt);
    case Icon::Restart: return drawCircularArrow(p, colour);
    case Icon::Clock: return drawClock(p, colour);
    case Icon::Branch: return drawBranch(p, colour);
    case Icon::Pull: return drawPull(p, colour);
    case Icon::Loop: return drawLoop(p, colour);
    case Icon::Follow: fillBox(p, 17, 4, 3, 16, colour); return arrowHead(p, {15, 12}, {2, 0}, colour);
    case Icon::Fit: return drawFit(p, colour);
    case Icon::Picture: return drawPicture(p, colour);
    case Icon::Close: return drawCross(p, colour);
    case Icon::SideBySide: fillBox(p, 3, 5, 8, 14, colour); return fillBox(p, 13, 5, 8, 14, colour);
  }
}

}  // namespace

QIcon makeIcon(Icon kind) {
  return QIcon(new DrawnIcon(
      [kind](QPainter& painter, const QColor& ink, bool enabled) { draw(painter, kind, ink, enabled); },
      kUnits));
}

QIcon programIcon() {
  QIcon icon;
  for (const int size : {16, 32, 48, 128}) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter p(&pixmap);
    p.setRenderHint(QPainter::Antialiasing);
    p.scale(size / kUnits, size / kUnits);
    p.setPen(Qt::NoPen);
    p.setBrush(QColor(0x1f, 0x5f, 0xa8));
    p.drawRoundedRect(QRectF(1, 1, 22, 22), 4, 4);
    p.setPen(QPen(Qt::white, 3, Qt::SolidLine, Qt::RoundCap));
    p.drawPolyline(QPolygonF{{6, 17}, {10, 7}, {19, 17}});
    p.setPen(QPen(QColor(0xff, 0xb0, 0x00), 4, Qt::SolidLine, Qt::RoundCap));
    for (const QPointF& pin : {QPointF(6, 17), QPointF(10, 7), QPointF(19, 17)}) p.drawPoint(pin);
    p.end();
    icon.addPixmap(pixmap);
  }
  return icon;
}

}  // namespace holonom

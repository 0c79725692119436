// SPDX-License-Identifier: GPL-3.0-or-later
// The pointer of the drawing board: the cross of the keys, what it was caught by, where it is.
#include <algorithm>
#include <cmath>

#include "core/model/editing.h"
#include "gui/viewport/ink.h"
#include "gui/viewport/tools/drawing_painter.h"

namespace holonom {
namespace {

constexpr double kCrossGap = 5, kCrossLength = 24;  // pixels

double unitFor(double cell, bool millimetres) { return millimetres || cell < 4e-3 ? 1e-3 : 1; }

QString captionOf(const Spot& spot, const Mechanism& mechanism) {
  if (spot.joint && *spot.joint < int(mechanism.joints.size()))
    return QString::fromStdString(mechanism.joints[std::size_t(*spot.joint)].name);
  const PartRef part{spot.body == kGround ? PartRef::Kind::Ground : PartRef::Kind::Body,
                     std::max(spot.body, 0), spot.point ? spot.point->point : -1};
  if (!exists(mechanism, part)) return {};  // gone since
  if (spot.point) return QString::fromStdString(nameOf(mechanism, *spot.point));
  return Tool::tr("on %1").arg(QString::fromStdString(mechanism.bodies[std::size_t(spot.body)].name));
}

QString captionOf(const Pointer& pointer, const Mechanism& mechanism) {
  if (pointer.snap == Pointer::Snap::Point && pointer.place.point) {
    const PointRef& ref = *pointer.place.point;
    if (ref.body >= int(mechanism.bodies.size())) return {};  // gone since
    const int count =
        int((ref.body == kGround ? mechanism.ground.points : mechanism.bodies[std::size_t(ref.body)].points)
                .size());
    if (ref.point < count) return QString::fromStdString(nameOf(mechanism, ref));
  }
  if (pointer.snap == Pointer::Snap::Line && pointer.place.body &&
      *pointer.place.body < int(mechanism.bodies.size()))
    return Tool::tr("on %1").arg(
        QString::fromStdString(mechanism.bodies[std::size_t(*pointer.place.body)].name));
  return {};
}

/// The mouse has a cursor of its own; that of the keys must be found at a glance.
void paintCross(QPainter& painter, const QPointF& at) {
  for (const auto& [colour, width] : {std::pair(ink().halo, 5.0), std::pair(ink().text, 1.8)}) {
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap));
    for (const QPointF& way : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)})
      painter.drawLine(at + kCrossGap * way, at + kCrossLength * way);
  }
}

}  // namespace

QString coordinateText(double value, double cell, double unit) {
  const int digits = std::clamp(int(std::ceil(-std::log10(cell / unit) - 1e-9)), 0, 6);
  return QString::number(std::abs(value) < 1e-9 * cell ? 0.0 : value / unit, 'f', digits)
      .replace('-', QChar(0x2212));
}

QString wordsFor(const Pointer& pointer, const Mechanism& mechanism, bool millimetres) {
  const double cell = 10 * pointer.pixel, unit = unitFor(cell, millimetres);
  const Vector2& at = pointer.place.position;
  const QString place =
      Tool::tr("x %1   y %2 %3")
          .arg(coordinateText(at.x(), 0.1 * cell, unit), coordinateText(at.y(), 0.1 * cell, unit),
               unit < 1 ? QStringLiteral("mm") : QStringLiteral("m"));
  const QString caption = captionOf(pointer, mechanism);
  return caption.isEmpty() ? place : caption + QStringLiteral("   ") + place;
}

void DrawingPainter::paintSpot(const Pointer& pointer) {
  if (pointer.keyed) paintCross(painter, pixel(pointer.place.position));
  if (!pointer.spot) return;
  const QPointF at = seen(pointer.spot->place);
  painter.setBrush(Qt::NoBrush);
  const double radius = pointer.spot->point ? 10 : 4;
  for (const auto& [colour, width] : {std::pair(ink().halo, 5.0), std::pair(ink().accent, 2.4)}) {
    painter.setPen(QPen(colour, width));
    painter.drawEllipse(at, radius, radius);
  }
  paintBeside(at, captionOf(*pointer.spot, scene.mechanism()));
}

void DrawingPainter::keepOffCross(const Pointer& pointer) {
  const QPointF at = pixel(pointer.place.position), along(kCrossLength, 0), up(0, kCrossLength), thick(3, 3);
  for (const QPointF& arm : {along, up}) taken.emplace_back(at - arm - thick, at + arm + thick);
}

void DrawingPainter::paintPointer(const Pointer& pointer) {
  const QPointF at = pixel(pointer.place.position);
  if (pointer.keyed) paintCross(painter, at);
  painter.setBrush(Qt::NoBrush);
  switch (pointer.snap) {
    case Pointer::Snap::Point:
      painter.setPen(QPen(ink().halo, 5));
      painter.drawEllipse(at, 10, 10);
      painter.setPen(QPen(ink().accent, 2.4));
      painter.drawEllipse(at, 10, 10);
      break;
    case Pointer::Snap::Line:
      painter.setPen(QPen(ink().accent, 2));
      painter.setBrush(Qt::white);
      painter.drawPolygon(
          QPolygonF{at + QPointF(0, -6), at + QPointF(6, 0), at + QPointF(0, 6), at + QPointF(-6, 0)});
      break;
    case Pointer::Snap::Grid:
      painter.setPen(QPen(ink().accent, 1.6));
      painter.drawLine(at - QPointF(7, 0), at + QPointF(7, 0));
      painter.drawLine(at - QPointF(0, 7), at + QPointF(0, 7));
      break;
    case Pointer::Snap::None: break;
  }
  const QString text = wordsFor(pointer, scene.mechanism(), millimetres);
  const QSizeF box = sizeOf(text);
  const QPointF places[] = {at + QPointF(16, 14), at + QPointF(-16 - box.width(), 14),
                            at + QPointF(16, -14 - box.height()),
                            at + QPointF(-16 - box.width(), -14 - box.height())};
  paintWords(text, places);
}

}  // namespace holonom

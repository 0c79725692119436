// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/mechanism_sketch.h"

#include <Eigen/Geometry>
#include <cmath>

#include "gui/panels/tones.h"

namespace holonom {
namespace {

struct Sketch {
  std::vector<QPolygonF> bodies;
  QPolygonF ground;
  std::vector<QPolygonF> discs;            // opposite corners of the boxes around discs that roll
  std::vector<QPolygonF> tracks;           // lines of ground that something slides or rolls along
  QRectF extent;

  QPointF add(const Vector2& place) {
    const QPointF point(place.x(), -place.y());  // the screen's y axis points down
    const QRectF dot(point, QSizeF(1e-12, 1e-12));
    extent = extent.isNull() ? dot : extent.united(dot);
    return point;
  }
};

Vector2 placeOf(const Mechanism& mechanism, const PointRef& ref) {
  const Vector2& local = localPosition(mechanism, ref);
  if (ref.body == kGround) return local;
  const Body& body = mechanism.bodies[static_cast<std::size_t>(ref.body)];
  return body.position + Eigen::Rotation2Dd(body.angle) * local;
}

void addContacts(Sketch& sketch, const Mechanism& mechanism) {
  for (const Joint& joint : mechanism.joints) {
    if (const auto* rolling = std::get_if<RollingJoint>(&joint.kind)) {
      const Vector2 centre = placeOf(mechanism, rolling->b), half = Vector2::Constant(rolling->radius);
      sketch.discs.push_back({sketch.add(centre - half), sketch.add(centre + half)});
      if (rolling->a.body != kGround) continue;
      const Vector2 start = placeOf(mechanism, rolling->a), axis = rolling->axis.normalized();
      const Vector2 below = start + axis.dot(centre - start) * axis, reach = 2.5 * rolling->radius * axis;
      sketch.tracks.push_back({sketch.add(below - reach), sketch.add(below + reach)});
    }
    const auto [a, b] = endsOf(joint);
    if (!slideAxis(joint) || a.body != kGround || b.body == kGround) continue;
    const Vector2 start = placeOf(mechanism, a), slider = placeOf(mechanism, b);
    if ((slider - start).norm() > 0) sketch.tracks.push_back({sketch.add(start), sketch.add(slider)});
  }
}

Sketch sketchOf(const Mechanism& mechanism) {
  Sketch sketch;
  for (const Point& point : mechanism.ground.points) sketch.ground << sketch.add(point.position);
  for (const Body& body : mechanism.bodies) {
    const Eigen::Rotation2Dd turn(body.angle);
    QPolygonF corners;
    for (const Point& point : body.points) corners << sketch.add(body.position + turn * point.position);
    if (corners.empty()) corners << sketch.add(body.position + turn * body.centreOfMass);
    sketch.bodies.push_back(std::move(corners));
  }
  addContacts(sketch, mechanism);
  return sketch;
}

QTransform fitting(const QRectF& extent, const QRectF& area) {
  const double size = std::max({extent.width(), extent.height(), 1e-9});
  const double scale = std::min(area.width() / std::max(extent.width(), size / 4),
                                area.height() / std::max(extent.height(), size / 4));
  QTransform transform;
  transform.translate(area.center().x(), area.center().y());
  transform.scale(scale, scale);
  transform.translate(-extent.center().x(), -extent.center().y());
  return transform;
}

}  // namespace

void drawSketch(QPainter& painter, const QRectF& area, const Mechanism& mechanism) {
  static const QColor kColours[] = {0x1f5fa8, 0xd55e00, 0x008f6b, 0x9c4f96, 0xb58900, 0x5b7083};
  const Sketch sketch = sketchOf(mechanism);
  const QTransform transform = fitting(sketch.extent, area);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(QColor(0x9a, 0xa1, 0xa8), 2, Qt::SolidLine, Qt::RoundCap));
  for (const QPolygonF& track : sketch.tracks) painter.drawPolyline(transform.map(track));
  painter.setPen(QPen(kColours[0], 3));
  for (const QPolygonF& disc : sketch.discs) {
    const QPolygonF corners = transform.map(disc);
    painter.drawEllipse(QRectF(corners[0], corners[1]).normalized());
  }
  for (std::size_t i = 0; i < sketch.bodies.size(); ++i) {
    const QPolygonF corners = transform.map(sketch.bodies[i]);
    painter.setPen(QPen(kColours[i % std::size(kColours)], 4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (corners.size() == 1) painter.drawEllipse(corners.front(), 4, 4);
    if (corners.size() == 2) painter.drawPolyline(corners);
    if (corners.size() > 2) painter.drawPolygon(corners);
  }
  const QColor ink = isDarkTheme() ? QColor(0xc8, 0xce, 0xd4) : QColor(0x40, 0x40, 0x40);
  painter.setPen(QPen(ink, 1.5));
  painter.setBrush(QGuiApplication::palette().color(QPalette::Base));
  for (const QPolygonF& corners : sketch.bodies)
    for (const QPointF& pin : transform.map(corners)) painter.drawEllipse(pin, 2.5, 2.5);
  painter.setBrush(ink);
  for (const QPointF& pin : transform.map(sketch.ground))
    painter.drawPolygon(QPolygonF{pin, pin + QPointF(-5, 8), pin + QPointF(5, 8)});
  painter.restore();
}

}  // namespace holonom

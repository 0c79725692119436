// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/motor_marks.h"

#include <cmath>
#include <numbers>

#include "core/model/editing.h"
#include "gui/viewport/ink.h"
#include "gui/viewport/scene/part_picking.h"

namespace holonom {
namespace {

constexpr double kRadius = kMotorPixels;

QPointF toPoint(const Vector2& v) { return {v.x(), v.y()}; }

void paintTurn(QPainter& painter, const QPointF& at) {
  painter.drawArc(QRectF(at.x() - kRadius, at.y() - kRadius, 2 * kRadius, 2 * kRadius), 16 * int(kMotorStart),
                  16 * int(kMotorSweep));
  const double end = (kMotorStart + kMotorSweep) * std::numbers::pi / 180;
  const QPointF tip = at + kRadius * QPointF(std::cos(end), -std::sin(end)),
                along(-std::sin(end), -std::cos(end));
  paintArrowHead(painter, tip + 5 * along, along, 10, ink().motor);
}

void paintArc(QPainter& painter, const std::vector<Vector2>& arc) {
  QPolygonF line;
  for (const Vector2& place : arc) line << toPoint(place);
  painter.drawPolyline(line);
  const QPointF along = line.back() - line[line.size() - 2];
  if (const double length = std::hypot(along.x(), along.y()); length > 0)
    paintArrowHead(painter, line.back() + 5 / length * along, along, 10, ink().motor);
}

void paintShift(QPainter& painter, const QPointF& from, const QPointF& to) {
  painter.drawLine(from, to);
  const QPointF along = (to - from) / std::hypot(to.x() - from.x(), to.y() - from.y());
  paintArrowHead(painter, to + 6 * along, along, 9, ink().motor);
}

}  // namespace

void paintArrowHead(QPainter& painter, const QPointF& tip, const QPointF& along, double size,
                    const QColor& colour) {
  const double length = std::hypot(along.x(), along.y());
  if (!(length > 0)) return;
  const QPointF d = along / length, side(-d.y(), d.x());
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(
      QPolygonF{tip, tip - size * d + 0.45 * size * side, tip - size * d - 0.45 * size * side});
}

void paintMotors(QPainter& painter, const MechanismScene& scene) {
  const Mechanism& mechanism = scene.mechanism();
  if (mechanism.drivers.empty() || !showsMotors(mechanism)) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  for (const Driver& driver : mechanism.drivers) {
    const Joint& joint = mechanism.joints[std::size_t(driver.joint)];
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(ink().motor, 2.4, Qt::SolidLine, Qt::RoundCap));
    const PixelOf pixelOf = [&](int body, const Vector3& local) { return scene.pixelOf(body, local); };
    if (slideAxis(joint, driver.coordinate)) {
      const auto [from, to] = motorLine(mechanism, joint, driver.coordinate, pixelOf);
      paintShift(painter, toPoint(from), toPoint(to));
    } else if (const auto arc = motorArc(mechanism, joint, driver.coordinate, pixelOf); !arc.empty()) {
      paintArc(painter, arc);
    } else {
      const PointRef end = endsOf(joint).second;
      paintTurn(painter, toPoint(scene.pixelOf(end.body, localPosition(mechanism, end))));
    }
  }
  painter.restore();
}

}  // namespace holonom

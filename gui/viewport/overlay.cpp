// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/overlay.h"

#include <QCoreApplication>
#include <QPainterPath>
#include <algorithm>
#include <array>

namespace holonom {
namespace {

constexpr int kMostLabels = 40;
constexpr double kTriadLength = 30;  // pixels

void paintHaloText(QPainter& painter, const QPointF& centre, const QString& text) {
  const QFontMetricsF metrics(painter.font());
  const QPointF base(centre.x() - 0.5 * metrics.horizontalAdvance(text), centre.y() + 0.35 * metrics.ascent());
  QPainterPath path;
  path.addText(base, painter.font(), text);
  painter.strokePath(path, QPen(QColor(255, 255, 255, 210), 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.fillPath(path, QColor(32, 36, 44));
}

}  // namespace

void paintTriad(QPainter& painter, const QSize& size, const ViewCamera& camera) {
  struct Axis {
    Vector3 direction;  // in camera axes
    QColor colour;
    QString name;
  };
  std::array<Axis, 3> axes{{{camera.inCameraAxes(Vector3::UnitX()), QColor(204, 51, 68), QStringLiteral("x")},
                            {camera.inCameraAxes(Vector3::UnitY()), QColor(20, 135, 70), QStringLiteral("y")},
                            {camera.inCameraAxes(Vector3::UnitZ()), QColor(30, 90, 200), QStringLiteral("z")}}};
  std::sort(axes.begin(), axes.end(), [](const Axis& a, const Axis& b) { return a.direction.z() < b.direction.z(); });
  const QPointF origin(46, size.height() - 46);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  for (const Axis& axis : axes) {
    const QPointF along(axis.direction.x(), -axis.direction.y());
    painter.setPen(QPen(axis.colour, 2.2, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(origin, origin + kTriadLength * along);
    if (QPointF::dotProduct(along, along) > 0.02) paintHaloText(painter, origin + (kTriadLength + 9) * along, axis.name);
  }
  painter.restore();
}

void paintNote(QPainter& painter, const QSize& size, double bendingFactor) {
  if (bendingFactor == 1) return;
  const QString text = QCoreApplication::translate("MechanismView", "Bending drawn × %1").arg(bendingFactor);
  const double width = QFontMetricsF(painter.font()).horizontalAdvance(text);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  paintHaloText(painter, QPointF(size.width() - 0.5 * width - 14, size.height() - 18), text);
  painter.restore();
}

void paintLabels(QPainter& painter, const MechanismScene& scene, int selected) {
  const auto labels = scene.labels();
  const bool all = labels.size() <= kMostLabels;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  for (const auto& label : labels)
    if (all || label.body == selected)
      paintHaloText(painter, {label.pixel.x(), label.pixel.y()}, QString::fromStdString(scene.mechanism().bodies[label.body].name));
  painter.restore();
}

void paintPull(QPainter& painter, const MechanismScene& scene, int body, const Vector2& at, const Vector2& to) {
  const Vector2 from = scene.pixelOf(body, at), end = scene.pixelOf(to);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor colour(0xd5, 0x5e, 0x00);
  painter.setPen(QPen(QColor(255, 255, 255, 180), 5, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(QPointF(from.x(), from.y()), QPointF(end.x(), end.y()));
  painter.setPen(QPen(colour, 2.4, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(QPointF(from.x(), from.y()), QPointF(end.x(), end.y()));
  painter.setBrush(colour);
  painter.drawEllipse(QPointF(from.x(), from.y()), 3.5, 3.5);
  painter.setBrush(Qt::white);
  painter.drawEllipse(QPointF(end.x(), end.y()), 6, 6);
  painter.restore();
}

void paintPlaceholder(QPainter& painter, const QRect& area, const QString& reason) {
  painter.fillRect(area, QColor(236, 239, 243));
  painter.setPen(QColor(70, 76, 86));
  const QString text = QCoreApplication::translate("MechanismView", "The 3D view is not available.") + QLatin1Char('\n') + reason +
                       QLatin1Char('\n') + QCoreApplication::translate("MechanismView", "Simulation, plots and files work as usual.");
  painter.drawText(area.adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, text);
}

}  // namespace holonom

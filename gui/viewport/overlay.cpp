// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/overlay.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "gui/viewport/ink.h"
#include "gui/viewport/scene/colours.h"
#include "gui/viewport/scene/grid.h"

namespace holonom {
namespace {

constexpr double kTriadLength = 30;   // pixels
constexpr double kRoomy = 450;        // so high and wide a picture has room for all of it
constexpr double kLegendLength = 90;  // pixels, at most
constexpr double kLegendRadius = 26;  // pixels, at most

QColor toQColor(const Colour& colour) { return {colour[0], colour[1], colour[2]}; }

QString valueText(double value, const QString& unit) {
  return QString::number(value, 'g', 4) + QChar(0x2009) + unit;
}

void paintArrowSample(QPainter& painter, const QPointF& from, double length, const QColor& colour) {
  painter.setPen(QPen(colour, 2.4));
  painter.drawLine(from, from + QPointF(length - 6, 0));
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  const QPointF tip = from + QPointF(length, 0);
  painter.drawPolygon(QPolygonF{tip, tip + QPointF(-10, -4.5), tip + QPointF(-10, 4.5)});
}

/// A quarter of a torque's arc about its centre, whose radius is what counts.
void paintArcSample(QPainter& painter, const QPointF& centre, double radius, const QColor& colour) {
  painter.setPen(QPen(colour, 1, Qt::DotLine));
  painter.drawLine(centre, centre + QPointF(radius, 0));
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawEllipse(centre, 2, 2);
  painter.setPen(QPen(colour, 2.4));
  painter.setBrush(Qt::NoBrush);
  painter.drawArc(QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius), 0, 16 * 75);
  const QPointF tip = centre + QPointF(0, -radius);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(QPolygonF{tip, tip + QPointF(9, -4), tip + QPointF(8, 5)});
}

}  // namespace

void paintTriad(QPainter& painter, const QSize& size, const ViewCamera& camera) {
  struct Axis {
    Vector3 direction;  // in camera axes
    QColor colour;
    QString name;
  };
  std::array<Axis, 3> axes{{{camera.inCameraAxes(Vector3::UnitX()), ink().axisX, QStringLiteral("x")},
                            {camera.inCameraAxes(Vector3::UnitY()), ink().axisY, QStringLiteral("y")},
                            {camera.inCameraAxes(Vector3::UnitZ()), ink().axisZ, QStringLiteral("z")}}};
  std::sort(axes.begin(), axes.end(),
            [](const Axis& a, const Axis& b) { return a.direction.z() < b.direction.z(); });
  // beside others in small pictures
  const double scale = std::clamp(std::min(size.width(), size.height()) / kRoomy, 0.55, 1.0);
  const QPointF origin(46 * scale, size.height() - 46 * scale);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  for (const Axis& axis : axes) {
    const QPointF along(axis.direction.x(), -axis.direction.y());
    painter.setPen(QPen(axis.colour, 2.2, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(origin, origin + scale * kTriadLength * along);
    if (QPointF::dotProduct(along, along) > 0.02)
      paintHaloText(painter, origin + (scale * kTriadLength + 9) * along, axis.name);
  }
  painter.restore();
}

double paintNote(QPainter& painter, const QSize& size, double bendingFactor) {
  if (bendingFactor == 1) return 0;
  const QString text = QCoreApplication::translate("MechanismView", "Bending drawn × %1").arg(bendingFactor);
  const QFontMetricsF metrics(painter.font());
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  paintHaloText(painter,
                QPointF(size.width() - 0.5 * metrics.horizontalAdvance(text) - 14, size.height() - 18), text);
  painter.restore();
  return metrics.height() + 8;
}

void paintArrowLegend(QPainter& painter, const QSize& size, const MechanismScene& scene, double above) {
  const SceneItems& items = scene.items();
  bool forces[2] = {}, torques[2] = {};  // of applied loads, of reactions
  const ArrowLengths lengths = scene.arrowLengths();
  for (const PartLoad& load : scene.loads()) {
    const bool reaction = load.kind == PartLoad::Kind::Reaction;
    if (!(reaction ? items.reactions : items.loads)) continue;
    forces[reaction] |= load.force.norm() > 1e-3 * lengths.newtons;
    torques[reaction] |= load.torque.norm() > 1e-3 * lengths.newtonMetres;
  }
  const double perNewton = lengths.length / lengths.newtons / scene.camera().pixelSize();
  const double perNewtonMetre = lengths.radius / lengths.newtonMetres / scene.camera().pixelSize();
  const QFontMetricsF metrics(painter.font());
  double bottom = size.height() - above - 10;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  // Each row from below, as high as its text or its sample; `sample` gets the lower left corner of the room
  // it asked for.
  const auto row = [&](const QString& text, const QSizeF& room, auto sample) {
    const double textWidth = metrics.horizontalAdvance(text),
                 height = std::max(metrics.height() + 4, room.height());
    paintHaloText(painter, {size.width() - 14 - 0.5 * textWidth, bottom - 0.5 * height}, text);
    sample(
        QPointF(size.width() - 14 - textWidth - 10 - room.width(), bottom - 0.5 * (height - room.height())));
    bottom -= height + 2;
  };
  const auto tr = [](const char* text) { return QCoreApplication::translate("MechanismView", text); };
  const QString forceWords[2] = {tr("applied force"), tr("reaction")};
  const QString torqueWords[2] = {tr("applied torque"), tr("reaction torque")};
  for (const int kind : {0, 1}) {
    if (torques[kind]) {
      const double value = niceSpacing(kLegendRadius / perNewtonMetre), radius = value * perNewtonMetre;
      row(valueText(value, QStringLiteral("N·m  ")) + torqueWords[kind], {radius + 2, radius + 8},
          [&](const QPointF& at) {
            paintArcSample(painter, at + QPointF(2, -3), radius, kind ? ink().reactionTorque : ink().torque);
          });
    }
    if (forces[kind]) {
      const double value = niceSpacing(kLegendLength / perNewton), length = value * perNewton;
      row(valueText(value, QStringLiteral("N  ")) + forceWords[kind], {length, 10}, [&](const QPointF& at) {
        paintArrowSample(painter, at - QPointF(0, 5), length, kind ? ink().reaction : ink().force);
      });
    }
  }
  painter.restore();
}

void paintLabels(QPainter& painter, const QSize& size, const MechanismScene& scene, LabelPlacing& places,
                 const PartRef& selected) {
  const auto labels = scene.labels();
  const Mechanism& mechanism = scene.mechanism();
  const QFontMetricsF metrics(painter.font());
  std::vector<LabelWish> wishes;
  std::vector<QString> names;
  for (const auto& label : labels) {
    const bool body = label.part.kind == PartRef::Kind::Body;
    const std::string& name =
        body ? mechanism.bodies[label.part.index].name : mechanism.joints[label.part.index].name;
    names.push_back(QString::fromStdString(name));
    const bool chosen = label.part.kind == selected.kind && label.part.index == selected.index;
    wishes.push_back({2 * label.part.index + (body ? 0 : 1),
                      {label.pixel.x(), label.pixel.y()},
                      {metrics.horizontalAdvance(names.back()) + 4, metrics.height()},
                      chosen ? 2.0
                      : body ? 1.0
                             : 0.0,
                      body});
  }
  const QRectF area = QRectF(QPointF(), size).adjusted(3, 3, -3, -3);
  // the triad's corner
  const auto boxes = places.place(wishes, area, {QRectF(0, size.height() - 92, 92, 92)});
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i]) continue;
    const QPointF way = boxes[i]->center() - wishes[i].anchor;
    if (std::hypot(way.x(), way.y()) > 0.6 * boxes[i]->width() + 12) {  // far from its place: led there
      painter.setPen(QPen(ink().quiet, 1));
      painter.drawLine(wishes[i].anchor, wishes[i].anchor + 0.5 * way);
    }
    QFont font = painter.font();
    if (!wishes[i].mayCover) {  // joints
      font.setItalic(true);
      painter.setFont(font);
    }
    paintHaloText(painter, boxes[i]->center(), names[i]);
    font.setItalic(false);
    painter.setFont(font);
  }
  painter.restore();
}

void paintPull(QPainter& painter, const MechanismScene& scene, int body, const Vector3& at,
               const Vector3& to) {
  const Vector2 from = scene.pixelOf(body, at), end = scene.pixelOf(kGround, to);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor colour = toQColor(colourOf(Role::Hand, {}, false));
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

void paintGround(QPainter& painter, const QRect& area) {
  QLinearGradient ground(area.topLeft(), area.bottomLeft());
  ground.setColorAt(0, toQColor(backgroundColours().second));
  ground.setColorAt(1, toQColor(backgroundColours().first));
  painter.fillRect(area, ground);
}

void paintPlaceholder(QPainter& painter, const QRect& area, const QString& reason) {
  painter.fillRect(area, toQColor(backgroundColours().first));
  painter.setPen(ink().text);
  const QString text =
      QCoreApplication::translate("MechanismView", "The 3D view is not available.") + QLatin1Char('\n') +
      reason + QLatin1Char('\n') +
      QCoreApplication::translate("MechanismView", "Simulation, plots and files work as usual.");
  painter.drawText(area.adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, text);
}

}  // namespace holonom

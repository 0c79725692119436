// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/severity_icons.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <cmath>
#include <numbers>

namespace holonom {
namespace {

constexpr double kSignUnits = 24;
// Okabe and Ito's colours: told apart with any colour vision.
const QColor kBlocks(0xb5, 0x3a, 0x00), kWarns(0xe6, 0x9f, 0x00), kHint(0x00, 0x72, 0xb2),
    kFine(0x00, 0x7d, 0x5c);

QPolygonF polygon(int corners, double radius, double turn) {
  QPolygonF points;
  for (int i = 0; i < corners; ++i) {
    const double angle = turn + 2 * std::numbers::pi * i / corners;
    points << QPointF(12 + radius * std::cos(angle), 12 + radius * std::sin(angle));
  }
  return points;
}

void drawSign(QPainter& p, Severity severity) {
  p.setPen(Qt::NoPen);
  const QPen white(Qt::white, 2.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
  switch (severity) {
    case Severity::Blocks:
      p.setBrush(kBlocks);
      p.drawPolygon(polygon(8, 11, std::numbers::pi / 8));
      p.setPen(white);
      p.drawLine(QPointF(7.5, 12), QPointF(16.5, 12));
      break;
    case Severity::Warns:
      p.setBrush(kWarns);
      p.setPen(QPen(kWarns, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      p.drawPolygon(QPolygonF{{12, 3}, {22, 20.5}, {2, 20.5}});
      p.setPen(QPen(Qt::black, 2.4, Qt::SolidLine, Qt::RoundCap));
      p.drawLine(QPointF(12, 9), QPointF(12, 14));
      p.drawPoint(QPointF(12, 17.8));
      break;
    case Severity::Hint:
      p.setBrush(kHint);
      p.drawEllipse(QPointF(12, 12), 10, 10);
      p.setPen(white);
      p.drawPoint(QPointF(12, 7.4));
      p.drawLine(QPointF(12, 11.4), QPointF(12, 17));
      break;
    case Severity::Fine:
      p.setBrush(kFine);
      p.drawEllipse(QPointF(12, 12), 10, 10);
      p.setPen(white);
      p.setBrush(Qt::NoBrush);
      p.drawPolyline(QPolygonF{{7.2, 12.6}, {10.6, 16}, {16.8, 8.6}});
      break;
  }
}

}  // namespace

QIcon severityIcon(Severity severity) {
  QIcon icon;
  for (const int size : {16, 20, 24, 32, 48}) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size / kSignUnits, size / kSignUnits);
    drawSign(painter, severity);
    painter.end();
    for (const auto mode : {QIcon::Normal, QIcon::Selected}) icon.addPixmap(pixmap, mode);
  }
  return icon;
}

QString severityWord(Severity severity) {
  switch (severity) {
    case Severity::Blocks: return QCoreApplication::translate("DoctorPanel", "In the way");
    case Severity::Warns: return QCoreApplication::translate("DoctorPanel", "Warning");
    case Severity::Hint: return QCoreApplication::translate("DoctorPanel", "Hint");
    case Severity::Fine: return QCoreApplication::translate("DoctorPanel", "Fine");
  }
  return {};
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/gap_marks.h"

#include <QFontMetricsF>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/euler_parameters.h"

namespace holonom {
namespace {

constexpr std::size_t kMostMarks = 200;
constexpr double kRing = 3;  // radius of the ends, pixels
constexpr double kWholeTurn = 2 * std::numbers::pi;
constexpr int kArcPieces = 48;
const QColor kRed(0xc6, 0x1a, 0x1a);

QPointF toPixel(const MechanismScene& scene, const Vector3& place) {
  const Vector2 pixel = scene.camera().project(place);
  return {pixel.x(), pixel.y()};
}

/// Beside the middle of the line, on its upper side.
QRectF textPlace(const QFontMetricsF& metrics, const QPointF& a, const QPointF& b, const QString& text) {
  const QPointF middle = 0.5 * (a + b), along = b - a;
  const double length = std::hypot(along.x(), along.y());
  QPointF aside = length > 0 ? QPointF(along.y(), -along.x()) / length : QPointF(0, -1);
  if (aside.y() > 0) aside = -aside;
  const double width = metrics.horizontalAdvance(text) + 10, height = metrics.height() + 4;
  const double distance = 8 + 0.5 * (std::abs(aside.x()) * width + std::abs(aside.y()) * height);
  const QPointF centre = middle + distance * aside;
  return {centre.x() - 0.5 * width, centre.y() - 0.5 * height, width, height};
}

/// What is drawn from end to end: a line, or an arc about the centre.
QPolygonF wayOf(const MechanismScene& scene, const GapMark& gap) {
  if (!gap.centre) return QPolygonF({toPixel(scene, gap.from), toPixel(scene, gap.to)});
  const double turn = std::clamp(gap.turn, -kWholeTurn, kWholeTurn);
  QPolygonF way;
  for (int i = 0; i <= kArcPieces; ++i) {
    const Matrix3 turned = rotationMatrix(eulerParameters(gap.axis, turn * i / kArcPieces));
    way << toPixel(scene, *gap.centre + turned * (gap.from - *gap.centre));
  }
  return way;
}

}  // namespace

void paintGaps(QPainter& painter, const MechanismScene& scene, const std::vector<GapMark>& gaps) {
  if (gaps.empty()) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const QFontMetricsF metrics(painter.font());
  std::vector<QRectF> written;
  for (std::size_t i = 0; i < std::min(kMostMarks, gaps.size()); ++i) {
    const QPolygonF way = wayOf(scene, gaps[i]);
    const QPointF a = way.front(), b = way.back(), middle = way[way.size() / 2],
                  before = way[way.size() / 2 - 1];
    painter.setBrush(Qt::NoBrush);
    if (gaps[i].centre) {  // arms to both ends
      painter.setPen(QPen(kRed, 1.2));
      for (const QPointF& end : {a, b}) painter.drawLine(toPixel(scene, *gaps[i].centre), end);
    }
    // stands out from any body
    painter.setPen(QPen(QColor(255, 255, 255, 200), 5, Qt::SolidLine, Qt::RoundCap));
    painter.drawPolyline(way);
    QPen dashed(kRed, 2.4, Qt::CustomDashLine, Qt::FlatCap);
    dashed.setDashPattern({3, 2});
    painter.setPen(dashed);
    painter.drawPolyline(way);
    painter.setPen(QPen(kRed, 1.6));
    painter.setBrush(Qt::white);
    for (const QPointF& end : {a, b}) painter.drawEllipse(end, kRing, kRing);
    const QRectF place = gaps[i].centre ? textPlace(metrics, before, middle, gaps[i].text)
                                        : textPlace(metrics, a, b, gaps[i].text);
    if (gaps[i].text.isEmpty() || std::any_of(written.begin(), written.end(),
                                              [&](const QRectF& other) { return other.intersects(place); }))
      continue;
    written.push_back(place);
    painter.setPen(QPen(kRed, 1));
    painter.setBrush(QColor(255, 255, 255, 235));
    painter.drawRoundedRect(place, 4, 4);
    painter.setPen(kRed.darker(130));
    painter.drawText(place, Qt::AlignCenter, gaps[i].text);
  }
  painter.restore();
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/ink.h"

#include <QCache>
#include <QPixmap>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

#include "gui/viewport/scene/colours.h"

namespace holonom {

const Ink& ink() {
  static const Ink light{QColor(32, 36, 44),       QColor(255, 255, 255, 215), QColor(255, 255, 255, 228),
                         QColor(188, 196, 206),    QColor(104, 112, 124),      QColor(0, 68, 204),
                         QColor(0xd5, 0x5e, 0x00), QColor(187, 34, 34),        QColor(0, 118, 130),
                         QColor(120, 50, 140),     QColor(0, 83, 91),          QColor(204, 51, 68),
                         QColor(20, 135, 70),      QColor(30, 90, 200)};
  static const Ink dark{QColor(232, 236, 241), QColor(20, 22, 26, 220), QColor(46, 51, 58, 235),
                        QColor(88, 96, 106),   QColor(160, 168, 178),   QColor(90, 170, 255),
                        QColor(255, 160, 64),  QColor(255, 110, 100),   QColor(60, 205, 210),
                        QColor(205, 140, 225), QColor(118, 220, 223),   QColor(255, 110, 120),
                        QColor(80, 205, 130),  QColor(120, 170, 255)};
  return darkColours() ? dark : light;
}

// Stamped, for of a large model hundreds are selected at a time: a circle takes ten times as long.
void paintRing(QPainter& painter, const QPointF& centre, double radius) {
  constexpr double kHalo = 5, kLine = 2.6;
  using Key = std::tuple<double, double, QRgb>;
  static std::map<Key, QPixmap> stamps;
  const double scale = painter.deviceTransform().m11();
  if (stamps.size() > 32) stamps.clear();  // of screens and pictures of other scales
  QPixmap& stamp = stamps[{radius, scale, ink().accent.rgba()}];
  const double half = std::ceil(scale * (radius + kHalo)) / scale;
  if (stamp.isNull()) {
    stamp = QPixmap((QSizeF(2 * half, 2 * half) * scale).toSize());
    stamp.setDevicePixelRatio(scale);
    stamp.fill(Qt::transparent);
    QPainter ring(&stamp);
    ring.setRenderHint(QPainter::Antialiasing);
    for (const QPen& pen : {QPen(ink().halo, kHalo), QPen(ink().accent, kLine)}) {
      ring.setPen(pen);
      ring.drawEllipse(QPointF(half, half), radius, radius);
    }
  }
  const QPointF corner = scale * (centre - QPointF(half, half));
  painter.drawPixmap(QPointF(std::round(corner.x()), std::round(corner.y())) / scale, stamp);
}

namespace {

/// The halo is the text itself, moved around: the outline of a path takes a hundred times as long.
QPixmap haloText(const QString& text, const QFont& font, const QSizeF& size, const QPointF& base,
                 double scale) {
  constexpr double kHalo = 1.5;  // px, to every side
  constexpr int kDirections = 12;
  QPixmap stamp((size * scale).toSize());
  stamp.setDevicePixelRatio(scale);
  stamp.fill(Qt::transparent);
  QPainter painter(&stamp);
  painter.setFont(font);
  QColor halo = ink().halo;
  const int strength = halo.alpha();
  halo.setAlpha(255);
  painter.setPen(halo);
  for (int i = 0; i < kDirections; ++i) {
    const double angle = 2 * std::numbers::pi * i / kDirections;
    painter.drawText(base + kHalo * QPointF(std::cos(angle), std::sin(angle)), text);
  }
  painter.setCompositionMode(QPainter::CompositionMode_DestinationIn);
  painter.fillRect(QRectF(QPointF(), size), QColor(0, 0, 0, strength));
  painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
  painter.setPen(ink().text);
  painter.drawText(base, text);
  return stamp;
}

}  // namespace

void paintHaloText(QPainter& painter, const QPointF& centre, const QString& text) {
  constexpr int kMostPixels = 4000000, kMargin = 4;
  static QCache<QString, QPixmap> stamps(kMostPixels);
  const double scale = painter.deviceTransform().m11();
  const QFont& font = painter.font();
  const QFontMetricsF metrics(font);
  const QPointF base(kMargin, kMargin + std::ceil(metrics.ascent()));
  const QString key = QStringLiteral("%1 %2 %3 %4").arg(ink().text.rgba()).arg(scale).arg(font.key(), text);
  const QPixmap* stamp = stamps.object(key);
  QPixmap fresh;
  if (!stamp) {
    const QSizeF size(std::ceil(metrics.horizontalAdvance(text)) + 2 * kMargin,
                      base.y() + std::ceil(metrics.descent()) + kMargin);
    fresh = haloText(text, font, size, base, scale);
    stamps.insert(key, new QPixmap(fresh), fresh.width() * fresh.height());
    stamp = &fresh;
  }
  const QPointF corner =
      scale * (centre - QPointF(0.5 * metrics.horizontalAdvance(text), -0.35 * metrics.ascent()) - base);
  painter.drawPixmap(QPointF(std::round(corner.x()), std::round(corner.y())) / scale, *stamp);
}

}  // namespace holonom

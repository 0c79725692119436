// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/axis_painter.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/plots/plot_palette.h"

namespace holonom {

namespace {

constexpr int kNumberGap = 4;

/// "10³ N": the numbers count thousands of newtons.
QString withExponent(const QString& unit, int exponent) {
  return exponent == 0 ? unit : QStringLiteral("10") + superscript(exponent) + ' ' + unit;
}

}  // namespace

PlotMargins plotMargins(const QFontMetrics& metrics, int rightAxis) {
  const int side =
      metrics.horizontalAdvance(QString::fromUtf8("−0.0000")) + metrics.height() + 2 * kNumberGap;
  return {side, std::max(rightAxis, metrics.horizontalAdvance(QStringLiteral("00"))), metrics.height() + 2};
}

HorizontalTicks horizontalTicks(AxisRange x, const QRectF& area, double end, const QString& quantity,
                                const QString& unit, const QFontMetrics& metrics) {
  constexpr std::size_t kLeastNumbers = 3;
  const double usual = 1.6 * metrics.horizontalAdvance(QStringLiteral("0.00000"));
  HorizontalTicks result;
  for (int most = std::max(2, static_cast<int>(area.width() / usual)), tries = 0; tries < 3;
       ++tries, most *= 2) {
    const AxisTicks ticks = linearTicks(x, most);
    const QString written = withExponent(unit, ticks.exponent).trimmed();
    QString title =
        metrics.elidedText(written.isEmpty() ? quantity : QStringLiteral("%1 in %2").arg(quantity, written),
                           Qt::ElideLeft, static_cast<int>(0.6 * area.width()));
    const auto leftOf = [&](const QString& text) { return end - metrics.horizontalAdvance(text) - 1; };
    const auto hidden = [&](const QString& text) {
      return std::count_if(ticks.ticks.begin(), ticks.ticks.end(), [&](const auto& tick) {
        return area.left() + (tick.value - x.low) / x.span() * area.width() +
                   0.5 * metrics.horizontalAdvance(tick.label) + kNumberGap >=
               leftOf(text);
      });
    };
    // numbers say more than words
    if (!written.isEmpty() && hidden(written) < hidden(title)) title = written;
    const double left = leftOf(title);
    std::size_t numbers = 0;
    double last = -1e9, overlap = 0;
    for (const auto& tick : ticks.ticks) {
      const double half = 0.5 * metrics.horizontalAdvance(tick.label),
                   place = area.left() + (tick.value - x.low) / x.span() * area.width();
      overlap = std::max(overlap, last + 2 * kNumberGap - (place - half));
      last = place + half;
      if (last + kNumberGap < left) ++numbers;
    }
    if (tries > 0 && overlap > 0) break;
    result = {ticks, title, left};
    if (numbers >= kLeastNumbers) break;
  }
  return result;
}

void drawHorizontalTicks(QPainter& painter, const HorizontalTicks& axis, AxisRange x, const QRectF& area,
                         double baseline) {
  const QFontMetrics metrics = painter.fontMetrics();
  painter.drawText(QPointF(axis.titleLeft, baseline), axis.title);
  for (const auto& tick : axis.ticks.ticks) {
    const double width = metrics.horizontalAdvance(tick.label),
                 place = area.left() + (tick.value - x.low) / x.span() * area.width();
    if (place + width / 2 + kNumberGap < axis.titleLeft)
      painter.drawText(QPointF(place - width / 2, baseline), tick.label);
  }
}

int AxisPainter::rightRoom(const AxisScale& axis, double height, const QFontMetrics& metrics) {
  int widest = metrics.horizontalAdvance(QStringLiteral("0.0"));
  for (const auto& tick : valueTicks(axis, height, metrics).ticks)
    widest = std::max(widest, metrics.horizontalAdvance(tick.label));
  const int digit = metrics.horizontalAdvance(QChar('0'));
  return (widest + digit - 1) / digit * digit + metrics.height() + 2 * kNumberGap;
}

AxisTicks AxisPainter::valueTicks(const AxisScale& axis, double height, const QFontMetrics& metrics) {
  if (axis.blank) return {};
  const int most = std::max(3, static_cast<int>(height / (1.7 * metrics.height())));
  switch (axis.scale) {
    case PlotScale::Logarithmic: return logarithmicTicks(axis.range, most);
    case PlotScale::Steps: return integerTicks(axis.range, most);
    case PlotScale::Linear: break;
  }
  return linearTicks(axis.range, most);
}

void AxisPainter::drawGrid(QPainter& painter) const {
  const QColor base = palette.color(QPalette::Base), text = palette.color(QPalette::Text);
  painter.fillRect(area, base);
  painter.setPen(QPen(mixed(base, text, 0.12), 1));
  const QFontMetrics metrics = painter.fontMetrics();
  for (const auto& tick : horizontal(metrics).ticks.ticks) {
    const double place = std::round(xOf(tick.value));
    painter.drawLine(QPointF(place, area.top()), QPointF(place, area.bottom()));
  }
  const bool zeroLine = left.scale == PlotScale::Linear && left.range.low < 0 && left.range.high > 0;
  for (const auto& tick : valueTicks(left, area.height(), metrics).ticks) {
    const double line = std::round(yOf(tick.value, left.range));
    if (zeroLine && tick.value == 0) painter.setPen(QPen(mixed(base, text, 0.4), 1));
    painter.drawLine(QPointF(area.left(), line), QPointF(area.right(), line));
    if (zeroLine && tick.value == 0) painter.setPen(QPen(mixed(base, text, 0.12), 1));
  }
}

void AxisPainter::drawLabels(QPainter& painter) const {
  const QColor base = palette.color(QPalette::Base), text = palette.color(QPalette::Text);
  painter.setPen(QPen(mixed(base, text, 0.45), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(area);
  painter.setPen(palette.color(QPalette::WindowText));
  drawValueAxis(painter, left, false);
  if (right) drawValueAxis(painter, *right, true);
  const QFontMetrics metrics = painter.fontMetrics();
  drawHorizontalTicks(painter, horizontal(metrics), x, area, area.bottom() + 1 + metrics.ascent());
}

void AxisPainter::drawValueAxis(QPainter& painter, const AxisScale& axis, bool onTheRight) const {
  const QFontMetrics metrics = painter.fontMetrics();
  const double room = onTheRight ? rightRoom(axis, area.height(), metrics) : plotMargins(metrics).left;
  const AxisTicks values = valueTicks(axis, area.height(), metrics);
  for (const auto& tick : values.ticks) {
    const double half = 0.5 * metrics.height();
    const double line =
        std::clamp(yOf(tick.value, axis.range), area.top() + 0.35 * half, area.bottom() - 0.35 * half);
    const QRectF box = onTheRight ? QRectF(area.right() + kNumberGap, line - half, room, 2 * half)
                                  : QRectF(area.left() - room, line - half, room - kNumberGap, 2 * half);
    painter.drawText(box, (onTheRight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, tick.label);
    if (onTheRight)
      painter.drawLine(QPointF(area.right() - 3, std::round(line)), QPointF(area.right(), std::round(line)));
  }
  const QString written = withExponent(axis.unit, values.exponent).trimmed();
  QString title = written.isEmpty() ? axis.quantity : QStringLiteral("%1 (%2)").arg(axis.quantity, written);
  // the words say less
  if (metrics.horizontalAdvance(title) > area.height() && !written.isEmpty()) title = written;
  painter.save();
  painter.translate(onTheRight ? area.right() + room - metrics.height() : area.left() - room, area.bottom());
  painter.rotate(-90);
  const QRectF side(0, 0, area.height(), metrics.height());
  // A unit without its power of ten would be wrong, so a long one is written smaller before anything is left
  // out.
  QFont font = painter.font();
  font.setPointSizeF(font.pointSizeF() *
                     std::clamp(side.width() / std::max(1, metrics.horizontalAdvance(title)), 0.7, 1.0));
  painter.setFont(font);
  painter.drawText(
      side, Qt::AlignCenter,
      painter.fontMetrics().elidedText(title, Qt::ElideRight, static_cast<int>(side.width()) + 2));
  painter.restore();
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/axis_painter.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/plots/plot_palette.h"

namespace holonom {

namespace {

constexpr int kGap = 4;

QString withExponent(const QString& text, int exponent) {
  return exponent == 0 ? text : text + QString::fromUtf8(" × 10") + superscript(exponent);
}

}  // namespace

PlotMargins plotMargins(const QFontMetrics& metrics) {
  return {metrics.horizontalAdvance(QString::fromUtf8("−0.0000")) + metrics.height() + 2 * kGap,
          metrics.horizontalAdvance(QStringLiteral("00")), metrics.height() + 2};
}

AxisTicks AxisPainter::timeTicks(const QFontMetrics& metrics) const {
  const int labelWidth = metrics.horizontalAdvance(QStringLiteral("0.00000"));
  return linearTicks(time, std::max(2, static_cast<int>(area.width() / (1.6 * labelWidth))));
}

AxisTicks AxisPainter::valueTicks(const QFontMetrics& metrics) const {
  const int most = std::max(3, static_cast<int>(area.height() / (1.7 * metrics.height())));
  switch (scale) {
    case PlotScale::Logarithmic: return logarithmicTicks(y, most);
    case PlotScale::Steps: return integerTicks(y, most);
    case PlotScale::Linear: break;
  }
  return linearTicks(y, most);
}

void AxisPainter::drawGrid(QPainter& painter) const {
  const QColor base = palette.color(QPalette::Base), text = palette.color(QPalette::Text);
  painter.fillRect(area, base);
  painter.setPen(QPen(mixed(base, text, 0.12), 1));
  const QFontMetrics metrics = painter.fontMetrics();
  for (const auto& tick : timeTicks(metrics).ticks) {
    const double x = std::round(xOf(tick.value));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  }
  const bool zeroLine = scale == PlotScale::Linear && y.low < 0 && y.high > 0;
  for (const auto& tick : valueTicks(metrics).ticks) {
    const double line = std::round(yOf(tick.value));
    if (zeroLine && tick.value == 0) painter.setPen(QPen(mixed(base, text, 0.4), 1));
    painter.drawLine(QPointF(area.left(), line), QPointF(area.right(), line));
    if (zeroLine && tick.value == 0) painter.setPen(QPen(mixed(base, text, 0.12), 1));
  }
}

void AxisPainter::drawLabels(QPainter& painter) const {
  const QColor base = palette.color(QPalette::Base), text = palette.color(QPalette::Text);
  const QFontMetrics metrics = painter.fontMetrics();
  painter.setPen(QPen(mixed(base, text, 0.45), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(area);

  const QColor ink = palette.color(QPalette::WindowText);
  painter.setPen(ink);
  const AxisTicks values = valueTicks(metrics);
  for (const auto& tick : values.ticks) {
    const double half = 0.5 * metrics.height();
    const double line = std::clamp(yOf(tick.value), area.top() + 0.35 * half, area.bottom() - 0.35 * half);
    painter.drawText(QRectF(0, line - half, area.left() - kGap, 2 * half), Qt::AlignRight | Qt::AlignVCenter, tick.label);
  }
  const QString written = withExponent(unit, values.exponent).trimmed();
  QString title = written.isEmpty() ? quantity : QStringLiteral("%1 (%2)").arg(quantity, written);
  if (metrics.horizontalAdvance(title) > area.height() && !written.isEmpty()) title = written;  // the words say less
  painter.save();
  painter.translate(0, area.bottom());
  painter.rotate(-90);
  const QRectF side(0, 0, area.height(), metrics.height());
  // A unit without its power of ten would be wrong, so a long one is written smaller before anything is left out.
  QFont font = painter.font();
  font.setPointSizeF(font.pointSizeF() * std::clamp(side.width() / metrics.horizontalAdvance(title), 0.7, 1.0));
  painter.setFont(font);
  painter.drawText(side, Qt::AlignCenter,
                   painter.fontMetrics().elidedText(title, Qt::ElideRight, static_cast<int>(side.width()) + 2));
  painter.restore();

  const AxisTicks times = timeTicks(metrics);
  const QString timeTitle = withExponent(QStringLiteral("time in s"), times.exponent);
  const double titleLeft = area.right() + plotMargins(metrics).right - metrics.horizontalAdvance(timeTitle);
  const double top = area.bottom() + 1;
  painter.drawText(QPointF(titleLeft, top + metrics.ascent()), timeTitle);
  for (const auto& tick : times.ticks) {
    const double width = metrics.horizontalAdvance(tick.label), x = xOf(tick.value);
    if (x + width / 2 + kGap < titleLeft)
      painter.drawText(QPointF(x - width / 2, top + metrics.ascent()), tick.label);
  }
}

}  // namespace holonom

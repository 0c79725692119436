// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/strip_painter.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "gui/base/window_text.h"
#include "gui/plots/plot_palette.h"

namespace holonom {
namespace {

constexpr double kStripGap = 3;  // px between strips

QString power(double value) {  // "3·10⁻⁴"
  if (!(value > 0)) return {};
  // what is written as 10.0 is the next power
  const int exponent = static_cast<int>(std::floor(std::log10(1.005 * value)));
  const double mantissa = value / std::pow(10.0, exponent);
  const QString raised = QStringLiteral("10") + superscript(exponent);
  return std::abs(mantissa - 1) < 0.05 ? raised : QString::number(mantissa, 'f', 1) + QChar(0x00B7) + raised;
}

}  // namespace

QString stripHelp(Strip strip) {
  switch (strip) {
    case Strip::Order: return tr("Order of the method: high where the motion is smooth");
    case Strip::Step: return tr("Step size h, on a logarithmic scale: short where the method works hard");
    case Strip::Newton: return tr("Newton iterations of each step");
    case Strip::Rate:
      return tr(
          "What each Newton iteration leaves of the error (contraction rate): near 0 is good, near 1 is "
          "slow");
    case Strip::Rejections:
      return tr("Attempts that were rejected and repeated with a smaller step, by cause");
    case Strip::Jacobian:
      return tr("Jacobian: dark where it was evaluated anew, light where the old one was good enough");
    case Strip::Deciding:
      return tr("The part whose coordinate dominated the error estimate and so decided the step");
  }
  return {};
}

QString stripTotals(const StripData& data) {
  return tr("%1 steps, %2 rejected").arg(data.whole().steps).arg(data.rejectionCount());
}

int headLines(const QFontMetrics& metrics, double width, const QString& label, const QString& totals) {
  return metrics.horizontalAdvance(label) + metrics.horizontalAdvance(totals) + 32 > width ? 2 : 1;
}

StripLayout stripLayout(const QFont& font, double width, std::optional<AxisRange> span, int headLines) {
  const QFontMetrics metrics(font);
  const PlotMargins margins = plotMargins(metrics);
  const double left = span ? span->low : margins.left, line = metrics.height();
  const double wide = std::max(20.0, span ? span->span() : width - margins.left - margins.right);
  StripLayout layout;
  double y = 2;
  const auto take = [&](double height) {
    const QRectF area(left, std::round(y), wide, std::round(height));
    y = area.bottom() + kStripGap;
    return area;
  };
  layout.head = take(headLines * line);
  layout.strips = {take(2.1 * line), take(2.4 * line), take(2.1 * line), take(2.1 * line)};
  layout.rejectionLegend = take(line);
  layout.strips.push_back(take(1.3 * line));
  layout.jacobianLegend = take(line);
  layout.strips.push_back(take(0.8 * line));
  layout.decidingLegend = take(line);
  layout.strips.push_back(take(1.3 * line));
  layout.axis = take(line);
  layout.width = width;
  layout.height = y;
  return layout;
}

StripPainter::StripPainter(const StripData& data, const StripLayout& layout, AxisRange time,
                           const QPalette& palette)
    : data_(data), layout_(layout), time_(time), palette_(palette) {
  columns_.resize(static_cast<std::size_t>(layout.all().width()));
  const auto stretches = data.stepsWithin(time.low, time.high, columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Column& column = columns_[i];
    std::tie(column.first, column.last) = stretches[i];
    if (column.first == column.last) continue;
    const bool same = i > 0 && columns_[i - 1].first == column.first && columns_[i - 1].last == column.last;
    if (same) {
      column = columns_[i - 1];
    } else {
      column.sum = data.over(column.first, column.last);
      column.part = data.decidingPart(column.first, column.last);
    }
    seen_.add(column.sum);
  }
}

double StripPainter::xOf(double t) const {
  const QRectF area = layout_.all();
  return area.left() + (t - time_.low) / time_.span() * area.width();
}

void StripPainter::draw(QPainter& painter) const {
  drawHead(painter);
  drawFrames(painter);
  drawOrder(painter);
  drawStep(painter);
  drawNewton(painter);
  drawRate(painter);
  drawRejections(painter);
  drawJacobian(painter);
  drawDeciding(painter);
  painter.setPen(palette_.color(QPalette::WindowText));
  const QFontMetrics metrics = painter.fontMetrics();
  drawHorizontalTicks(painter, timeAxis(metrics), time_, layout_.axis,
                      layout_.axis.top() + metrics.ascent() - 1);
}

/// Where a legend begins so that all of it is seen: below the names of the strips, too, where it is wide.
double StripPainter::legendLeft(const QRectF& legend, double needed) const {
  return std::clamp(layout_.width - 4 - needed, 4.0, std::max(4.0, legend.left()));
}

void StripPainter::drawHead(QPainter& painter) const {
  const QFontMetrics metrics = painter.fontMetrics();
  const QRectF head(4, layout_.head.top(), layout_.width - 8, layout_.head.height());
  const bool two = head.height() > 1.5 * metrics.height();
  painter.fillRect(QRectF(head.left(), head.top() + 3, 8, metrics.height() - 5), colour);
  painter.setPen(palette_.color(QPalette::WindowText));
  const QString totals = stripTotals(data_);
  painter.drawText(head.adjusted(14, 0, 0, 0), (two ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignBottom,
                   totals);
  const int room = static_cast<int>(head.width()) - 14 - (two ? 0 : 10 + metrics.horizontalAdvance(totals));
  painter.drawText(head.adjusted(14, 0, 0, 0), Qt::AlignLeft | Qt::AlignTop,
                   metrics.elidedText(label, Qt::ElideMiddle, room));
}

/// As in the panes of the plots, so that grids stand in line.
HorizontalTicks StripPainter::timeAxis(const QFontMetrics& metrics) const {
  const double end = std::min(layout_.width, layout_.axis.right() + plotMargins(metrics).right);
  return horizontalTicks(time_, layout_.axis, end, tr("time"), QStringLiteral("s"), metrics);
}

void StripPainter::drawFrames(QPainter& painter) const {
  const QColor base = palette_.color(QPalette::Base), text = palette_.color(QPalette::Text);
  for (const QRectF& strip : layout_.strips) painter.fillRect(strip, base);
  painter.setPen(QPen(mixed(base, text, 0.12), 1));
  for (const auto& tick : timeAxis(painter.fontMetrics()).ticks.ticks) {
    const double x = std::round(xOf(tick.value));
    for (const QRectF& strip : layout_.strips)
      painter.drawLine(QPointF(x, strip.top()), QPointF(x, strip.bottom()));
  }
}

/// The name beside the strip, and the values at its upper and lower border.
void StripPainter::drawName(QPainter& painter, Strip strip, const QString& name, const QString& top,
                            const QString& bottom) const {
  const QRectF area = layout_.of(strip);
  const QRectF margin(4, area.top() - 2, area.left() - 8, area.height() + 4);
  painter.setPen(palette_.color(QPalette::WindowText));
  painter.drawText(margin, Qt::AlignLeft | Qt::AlignVCenter, name);
  QFont small = painter.font(), usual = small;
  small.setPointSizeF(0.85 * small.pointSizeF());
  painter.setFont(small);
  painter.drawText(margin, Qt::AlignRight | Qt::AlignTop, top);
  painter.drawText(margin, Qt::AlignRight | Qt::AlignBottom, bottom);
  painter.setFont(usual);
  painter.setPen(QPen(mixed(palette_.color(QPalette::Base), palette_.color(QPalette::Text), 0.35), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(area);
}

void StripPainter::note(QPainter& painter, Strip strip, const QString& text) const {
  painter.setPen(mixed(palette_.color(QPalette::Text), palette_.color(QPalette::Base), 0.4));
  painter.drawText(layout_.of(strip), Qt::AlignCenter, text);
}

void StripPainter::drawOrder(QPainter& painter) const {
  const QRectF area = layout_.of(Strip::Order);
  const int top = std::max(1, data_.whole().orderMax);
  const auto yOf = [&](int order) {
    return std::round(area.bottom() - area.height() * (order + 0.25) / (top + 0.75));
  };
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto& sum = columns_[i].sum;
    if (sum.steps == 0) continue;
    const double high = yOf(sum.orderMax), low = yOf(sum.orderMin);
    painter.fillRect(QRectF(area.left() + double(i), high - 1, 1, low - high + 2), colour);
  }
  drawName(painter, Strip::Order, tr("order"), QString::number(top), QStringLiteral("0"));
}

void StripPainter::drawStep(QPainter& painter) const {
  const QRectF area = layout_.of(Strip::Step);
  double low = std::log10(std::max(1e-300, double(seen_.hMin))),
         high = std::log10(std::max(1e-300, double(seen_.hMax)));
  if (seen_.steps == 0) low = high = 0;
  if (high - low < 0.3) {
    const double middle = 0.5 * (low + high);
    low = middle - 0.15;
    high = middle + 0.15;
  }
  const auto yOf = [&](float h) {
    return area.bottom() - 2 - (area.height() - 4) * (std::log10(double(h)) - low) / (high - low);
  };
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto& sum = columns_[i].sum;
    if (sum.steps == 0) continue;
    const double top = std::round(yOf(sum.hMax)), bottom = std::round(yOf(sum.hMin));
    painter.fillRect(QRectF(area.left() + double(i), top, 1, std::max(1.5, bottom - top + 1)), colour);
  }
  const bool some = seen_.steps > 0;
  drawName(painter, Strip::Step, tr("h in s"), some ? power(std::pow(10, high)) : QString(),
           some ? power(std::pow(10, low)) : QString());
}

void StripPainter::drawNewton(QPainter& painter) const {
  const QRectF area = layout_.of(Strip::Newton);
  const int top = std::max(1, data_.whole().newtonMax);
  const QColor bar = mixed(palette_.color(QPalette::Base), colour, 0.65);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const int count = columns_[i].sum.newtonMax;
    const double height = std::round((area.height() - 2) * count / top);
    painter.fillRect(QRectF(area.left() + double(i), area.bottom() - height, 1, height), bar);
  }
  const bool none = data_.whole().steps > 0 && data_.whole().iterated == 0;
  if (none) note(painter, Strip::Newton, tr("this method needs no iteration"));
  drawName(painter, Strip::Newton, tr("Newton"), none ? QString() : QString::number(top),
           none ? QString() : QStringLiteral("0"));
}

void StripPainter::drawRate(QPainter& painter) const {
  const QRectF area = layout_.of(Strip::Rate);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const float rate = columns_[i].sum.rateMax;
    if (!(rate > 0)) continue;
    const double y = area.bottom() - 2 - (area.height() - 4) * std::min(1.f, rate);
    painter.fillRect(QRectF(area.left() + double(i), std::round(y) - 1, 1, 2), colour);
  }
  if (data_.whole().iterated > 0 && data_.whole().rateMax == 0)
    note(painter, Strip::Rate, tr("no rate was measured"));
  drawName(painter, Strip::Rate, tr("rate"), QStringLiteral("1"), QStringLiteral("0"));
}

}  // namespace holonom

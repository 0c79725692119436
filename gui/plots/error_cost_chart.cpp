// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/error_cost_chart.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPixmap>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/plots/plot_palette.h"

namespace holonom {

namespace {

constexpr double kRadius = 4.5;      // of a mark, px
constexpr double kReach = 8;         // of the mouse, px
constexpr double kSmallest = 1e-16;  // an error of zero is drawn here
constexpr int kGap = 4;
const QColor kFaint(165, 165, 165);

double logError(double error) { return std::log10(std::max(error, kSmallest)); }
double logCost(double milliseconds) { return std::log10(std::max(milliseconds, 1e-6)); }

void drawMark(QPainter& painter, const SeriesMark& mark, QPointF at, double r) {
  painter.setPen(QPen(onGround(mark.colour), 1.6));
  painter.setBrush(onGround(mark.colour));
  switch (mark.shape) {
    case SeriesMark::Shape::Circle: painter.drawEllipse(at, r, r); break;
    case SeriesMark::Shape::Square:
      painter.drawRect(QRectF(at.x() - 0.85 * r, at.y() - 0.85 * r, 1.7 * r, 1.7 * r));
      break;
    case SeriesMark::Shape::Triangle:
      painter.drawPolygon(
          QPolygonF{at + QPointF(0, -1.1 * r), at + QPointF(r, 0.8 * r), at + QPointF(-r, 0.8 * r)});
      break;
    case SeriesMark::Shape::Diamond:
      painter.drawPolygon(QPolygonF{at + QPointF(0, -1.2 * r), at + QPointF(r, 0), at + QPointF(0, 1.2 * r),
                                    at + QPointF(-r, 0)});
      break;
    case SeriesMark::Shape::Cross:
      painter.setPen(QPen(onGround(mark.colour), 2.4));
      painter.drawLine(at + QPointF(-0.8 * r, -0.8 * r), at + QPointF(0.8 * r, 0.8 * r));
      painter.drawLine(at + QPointF(-0.8 * r, 0.8 * r), at + QPointF(0.8 * r, -0.8 * r));
      break;
  }
}

AxisRange wholeDecades(AxisRange data, AxisRange fallback) {
  if (data.low > data.high) return fallback;
  constexpr double kRoom = 0.05;
  return {std::floor(data.low - kRoom), std::ceil(data.high + kRoom)};
}

}  // namespace

std::vector<SeriesMark> seriesMarks(const std::vector<bool>& shown) {
  constexpr int kShapes = 5, kColours = 7;
  bool taken[kShapes][kColours] = {};
  std::vector<SeriesMark> marks;
  int next = 0;
  for (std::size_t place = 0; place < shown.size(); ++place) {
    const int shape = static_cast<int>(place) % kShapes;
    SeriesMark mark{static_cast<SeriesMark::Shape>(shape), kFaint};
    if (shown[place]) {
      int colour = next++ % kColours;
      for (int k = 0; k < kColours && taken[shape][colour]; ++k) colour = (colour + 1) % kColours;
      taken[shape][colour] = true;
      mark.colour = distinctColour(colour);
    }
    marks.push_back(mark);
  }
  return marks;
}

QIcon markIcon(const SeriesMark& mark) {
  constexpr int kSize = 16, kScale = 3;
  QPixmap pixmap(kSize * kScale, kSize * kScale);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(kScale, kScale);
  drawMark(painter, mark, {kSize / 2.0, kSize / 2.0}, kRadius);
  return QIcon(pixmap);
}

ErrorCostChart::ErrorCostChart(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Error against CPU time"));
  setAccessibleDescription(tr("A chart with logarithmic axes; the table holds the same numbers."));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ErrorCostChart::setSeries(std::vector<Series> series) {
  series_ = std::move(series);
  chooseRanges();
  update();
}

void ErrorCostChart::setFloor(double error) {
  floor_ = error;
  update();
}

void ErrorCostChart::setErrorTitle(const QString& title) {
  errorTitle_ = title;
  update();
}

void ErrorCostChart::setEmphasis(const QString& name) {
  if (name == emphasis_) return;
  emphasis_ = name;
  update();
}

void ErrorCostChart::chooseRanges() {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  AxisRange cost{kNone, -kNone}, error{kNone, -kNone};
  for (const Series& series : series_)
    for (const Point& point : series.points) {
      cost = {std::min(cost.low, logCost(point.milliseconds)),
              std::max(cost.high, logCost(point.milliseconds))};
      error = {std::min(error.low, logError(point.error)), std::max(error.high, logError(point.error))};
    }
  cost_ = wholeDecades(cost, {0, 2});
  error_ = wholeDecades(error, {-9, 0});
}

QRectF ErrorCostChart::plotArea() const {
  const QFontMetrics metrics(font());
  const int left = metrics.height() + metrics.horizontalAdvance(QString::fromUtf8("10⁻¹²")) + 3 * kGap;
  const int bottom = 2 * metrics.height() + 2 * kGap;
  return QRectF(left, kGap + metrics.height() / 2.0,
                std::max(1, width() - left - 3 * kGap - metrics.height()),
                std::max(1, height() - bottom - kGap - metrics.height()));
}

QPointF ErrorCostChart::placeOf(double error, double milliseconds) const {
  const QRectF area = plotArea();
  return {area.left() + (logCost(milliseconds) - cost_.low) / cost_.span() * area.width(),
          area.bottom() - (logError(error) - error_.low) / error_.span() * area.height()};
}

QString ErrorCostChart::textAt(QPointF at) const {
  double nearest = kReach;
  QString text;
  for (const Series& series : series_)
    for (const Point& point : series.points) {
      const QPointF away = placeOf(point.error, point.milliseconds) - at;
      const double distance = std::hypot(away.x(), away.y());
      if (distance > nearest) continue;
      nearest = distance;
      text = point.text;
    }
  return text;
}

bool ErrorCostChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = textAt(help->pos());
  if (text.isEmpty()) QToolTip::hideText();
  else QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void ErrorCostChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintAxes(painter);
  paintFloor(painter);
  painter.setClipRect(plotArea().adjusted(-kRadius, -kRadius, kRadius, kRadius));
  const auto emphasised = [this](const Series& series) {
    return emphasis_.isEmpty() || series.name == emphasis_;
  };
  for (const bool front : {false, true})  // what is emphasised lies above the rest
    for (const Series& series : series_)
      if (emphasised(series) == front) {
        painter.setOpacity(front ? 1 : 0.18);
        paintSeries(painter, series);
      }
}

void ErrorCostChart::paintAxes(QPainter& painter) const {
  const QRectF area = plotArea();
  const QFontMetrics metrics = painter.fontMetrics();
  const QColor base = palette().color(QPalette::Base), text = palette().color(QPalette::WindowText);
  painter.fillRect(area, base);
  const int across = std::max(2, int(area.width() / (4 * metrics.averageCharWidth() + 20)));
  const AxisTicks costs = logarithmicTicks(cost_, across);
  const AxisTicks errors =
      logarithmicTicks(error_, std::max(2, int(area.height() / (1.6 * metrics.height()))));
  const QColor line = mixed(base, text, 0.12);
  for (const auto& tick : costs.ticks) {
    const double x = std::round(area.left() + (tick.value - cost_.low) / cost_.span() * area.width());
    painter.setPen(line);
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter.setPen(text);
    painter.drawText(QRectF(x - 60, area.bottom() + 2, 120, metrics.height()), Qt::AlignCenter, tick.label);
  }
  for (const auto& tick : errors.ticks) {
    const double y = std::round(area.bottom() - (tick.value - error_.low) / error_.span() * area.height());
    painter.setPen(line);
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setPen(text);
    painter.drawText(QRectF(0, y - metrics.height() / 2.0, area.left() - kGap, metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, tick.label);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(mixed(base, text, 0.45));
  painter.drawRect(area);
  painter.setPen(text);
  painter.drawText(QRectF(area.left(), height() - metrics.height() - 2, area.width(), metrics.height()),
                   Qt::AlignCenter, tr("CPU time in ms"));
  painter.save();
  painter.translate(0, area.bottom());
  painter.rotate(-90);
  painter.drawText(QRectF(0, 0, area.height(), metrics.height()), Qt::AlignCenter, errorTitle_);
  painter.restore();
}

// Where the reference itself is not certain.
void ErrorCostChart::paintFloor(QPainter& painter) const {
  const QRectF area = plotArea();
  if (!(floor_ > 0) || logError(floor_) <= error_.low) return;
  const double y = std::max(area.top(), placeOf(floor_, 1).y());
  QColor veil = palette().color(QPalette::WindowText);
  veil.setAlpha(22);
  painter.fillRect(QRectF(area.left(), y, area.width(), area.bottom() - y), veil);
  if (area.bottom() - y < painter.fontMetrics().height()) return;
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(QRectF(area.left() + kGap, y, area.width() - 2 * kGap, painter.fontMetrics().height()),
                   Qt::AlignLeft, tr("not certain: the reference is no better"));
}

void ErrorCostChart::paintSeries(QPainter& painter, const Series& series) const {
  QPolygonF line;
  for (const Point& point : series.points) line << placeOf(point.error, point.milliseconds);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(onGround(series.mark.colour), 1.4));
  painter.drawPolyline(line);
  for (const QPointF& place : line) drawMark(painter, series.mark, place, kRadius);
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/error_cost_chart.h"

#include <QPainter>
#include <QPixmap>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/plots/plot_palette.h"
#include "gui/plots/point_chart.h"

namespace holonom {

namespace {

constexpr double kRadius = 4.5;           // of a mark, px
constexpr double kSmallestError = 1e-16;  // an error of zero is drawn here
constexpr int kNoteGap = 4;
const QColor kFaint(165, 165, 165);

double logError(double error) { return std::log10(std::max(error, kSmallestError)); }
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

/// Drawn finer, so that it stays sharp on any screen.
QImage markPicture(const SeriesMark& mark, double size) {
  constexpr int kScale = 4;
  QImage image(QSize(1, 1) * static_cast<int>(size * kScale), QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(kScale, kScale);
  drawMark(painter, mark, {size / 2, size / 2}, kRadius);
  return image;
}

QIcon markIcon(const SeriesMark& mark) { return QIcon(QPixmap::fromImage(markPicture(mark, 16))); }

ErrorCostChart::ErrorCostChart(QWidget* parent) : QWidget(parent), chart_(new PointChart) {
  setAccessibleName(tr("Error against CPU time"));
  setAccessibleDescription(tr("A chart with logarithmic axes; the table holds the same numbers."));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(chart_);
  chart_->setBackground([this](QPainter& painter) { paintFloor(painter); });
  chooseRanges();
}

void ErrorCostChart::setSeries(std::vector<Series> series) {
  series_ = std::move(series);
  chooseRanges();
  showSeries();
}

void ErrorCostChart::setFloor(double error) {
  floor_ = error;
  chart_->viewport()->update();
}

void ErrorCostChart::setErrorTitle(const QString& title) {
  errorTitle_ = title;
  chooseRanges();
}

void ErrorCostChart::setEmphasis(const QString& name) {
  if (name == emphasis_) return;
  emphasis_ = name;
  showSeries();
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
  error_ = wholeDecades(error, {-9, 0});
  chart_->setAxis(PointChart::Bottom,
                  {wholeDecades(cost, {0, 2}), PlotScale::Logarithmic, tr("CPU time in ms"), {}});
  chart_->setAxis(PointChart::Left, {error_, PlotScale::Logarithmic, errorTitle_, {}});
}

// What is emphasised lies above the rest.
void ErrorCostChart::showSeries() {
  constexpr double kFaintly = 0.18;
  std::vector<PointChart::Series> shown;
  for (const bool front : {false, true})
    for (const Series& series : series_) {
      if ((emphasis_.isEmpty() || series.name == emphasis_) != front) continue;
      PointChart::Series& drawn = shown.emplace_back();
      drawn.name = series.name;
      drawn.colour = onGround(series.mark.colour);
      drawn.marker = markPicture(series.mark, drawn.markerSize);
      drawn.opacity = front ? 1 : kFaintly;
      for (const Point& point : series.points)
        drawn.points << QPointF(logCost(point.milliseconds), logError(point.error));
      drawn.textOf = [points = series.points](qsizetype i) {
        return points[static_cast<std::size_t>(i)].text;
      };
    }
  chart_->setSeries(std::move(shown));
}

QPointF ErrorCostChart::placeOf(double error, double milliseconds) const {
  return chart_->mapTo(this, QPoint()) + chart_->placeOf({logCost(milliseconds), logError(error)});
}

QString ErrorCostChart::textAt(QPointF at) const {
  return chart_->textAt(at - chart_->mapTo(this, QPoint()));
}

void ErrorCostChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) showSeries();
}

// Where the reference itself is not certain.
void ErrorCostChart::paintFloor(QPainter& painter) const {
  const QRectF area = chart_->plotArea();
  if (!(floor_ > 0) || logError(floor_) <= error_.low) return;
  const double y = std::max(area.top(), chart_->placeOf({0, logError(floor_)}).y());
  QColor veil = palette().color(QPalette::WindowText);
  veil.setAlpha(22);
  painter.fillRect(QRectF(area.left(), y, area.width(), area.bottom() - y), veil);
  const QFontMetrics metrics(font());
  if (area.bottom() - y < metrics.height()) return;
  painter.setFont(font());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(QRectF(area.left() + kNoteGap, y, area.width() - 2 * kNoteGap, metrics.height()),
                   Qt::AlignLeft, tr("not certain: the reference is no better"));
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/xy_chart.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "gui/plots/plot_palette.h"
#include "gui/plots/point_chart.h"

namespace holonom {
namespace {

double inAxis(const AxisScale& axis, double value) {
  return axis.scale == PlotScale::Logarithmic ? (value > 0 ? std::log10(value) : std::nan("")) : value;
}

/// Some room at both ends of what is finite.
AxisRange withRoom(AxisRange range) {
  if (!(range.low <= range.high)) return {0, 1};
  const double room = 0.04 * range.span();
  return drawable({range.low - room, range.high + room});
}

const char* signOf(const XyChart::Series& series) {
  if (series.line || !series.mark) return "━";
  switch (*series.mark) {
    case SeriesMark::Shape::Square: return "■";
    case SeriesMark::Shape::Diamond: return "◆";
    case SeriesMark::Shape::Cross: return "✕";
    default: return "●";
  }
}

QString legendEntry(const XyChart::Series& series) {
  const QString sign = QString::fromUtf8(signOf(series));
  return QString("<span style='color:%1'>%2</span>&nbsp;%3")
      .arg(onGround(series.colour).name(), sign, series.name.toHtmlEscaped().replace(' ', "&nbsp;"));
}

}  // namespace

XyChart::XyChart(QWidget* parent) : QWidget(parent), legend_(new QLabel), chart_(new PointChart) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  legend_->setTextFormat(Qt::RichText);
  legend_->setAlignment(Qt::AlignCenter);
  legend_->setWordWrap(true);
  legend_->hide();
  chart_->setMinimumSize(200, 160);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(legend_);
  layout->addWidget(chart_, 1);
  chart_->setBackground([this](QPainter& painter) { paintUnderlay(painter); });
}

void XyChart::plot(AxisScale bottom, AxisScale left, std::vector<Series> series,
                   std::optional<AxisScale> right) {
  bottom_ = std::move(bottom);
  left_ = std::move(left);
  right_ = std::move(right);
  series_ = std::move(series);
  AxisRange x = kNoRange, y = kNoRange, other = kNoRange;
  const auto take = [](AxisRange& range, double value) {
    if (std::isfinite(value)) range = {std::min(range.low, value), std::max(range.high, value)};
  };
  for (const Series& one : series_)
    for (const QPointF& point : one.points) {
      const QPointF at = inAxes(point, one.onTheRight);
      take(x, at.x());
      take(one.onTheRight ? other : y, at.y());
    }
  const auto choose = [](AxisScale& axis, AxisRange seen) {
    if (axis.range == kNoRange) axis.range = withRoom(seen);
  };
  choose(bottom_, x);
  choose(left_, y);
  if (right_) choose(*right_, other);
  if (zoom_) zoom_->setWhole({bottom_.range, left_.range});
  showAxes();
  if (right_) chart_->setAxis(PointChart::Right, *right_);
  fill();
}

void XyChart::showAxes() {
  AxisScale bottom = bottom_, left = left_;
  if (zoom_) bottom.range = zoom_->seen().x, left.range = zoom_->seen().y;
  chart_->setAxis(PointChart::Bottom, bottom);
  chart_->setAxis(PointChart::Left, left);
}

void XyChart::makeZoomable() {
  zoom_ = new ChartZoom(*chart_);
  connect(zoom_, &ChartZoom::changed, this, [this] {
    showAxes();
    emit zoomed();
  });
}

void XyChart::fill() {
  std::vector<PointChart::Series> drawn;
  QStringList entries;
  for (const Series& one : series_) {
    if (!one.name.isEmpty()) entries << legendEntry(one);
    PointChart::Series& to = drawn.emplace_back();
    to.name = one.name;
    to.colour = one.line ? onGround(one.colour) : QColor(Qt::transparent);
    to.textOf = one.textOf;
    to.onTheRight = one.onTheRight;
    if (one.mark) to.marker = markPicture({*one.mark, one.colour}, to.markerSize);
    for (const QPointF& point : one.points) to.points << inAxes(point, one.onTheRight);
  }
  legend_->setText(entries.join(QStringLiteral(" &nbsp; ")));
  legend_->setVisible(!entries.isEmpty());
  chart_->setSeries(std::move(drawn));
}

QPointF XyChart::inAxes(QPointF value, bool onTheRight) const {
  return {inAxis(bottom_, value.x()), inAxis(onTheRight && right_ ? *right_ : left_, value.y())};
}

void XyChart::setUnderlay(const QRectF& place, const QImage& picture, std::vector<QLineF> outline) {
  place_ = place;
  picture_ = picture;
  outline_ = std::move(outline);
  chart_->viewport()->update();
}

QPointF XyChart::placeOf(QPointF value) const {
  return chart_->mapTo(this, QPoint()) + chart_->placeOf(inAxes(value, false));
}

QString XyChart::textAt(QPointF at) const { return chart_->textAt(at - chart_->mapTo(this, QPoint())); }

void XyChart::paintUnderlay(QPainter& painter) const {
  if (picture_.isNull()) return;
  painter.save();
  painter.setClipRect(chart_->plotArea());
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  const QPointF topLeft = chart_->placeOf(place_.topLeft()),
                bottomRight = chart_->placeOf(place_.bottomRight());
  painter.drawImage(QRectF(topLeft, bottomRight), picture_);
  painter.setPen(QPen(palette().color(QPalette::WindowText), 1));
  for (const QLineF& line : outline_)
    painter.drawLine(chart_->placeOf(line.p1()), chart_->placeOf(line.p2()));
  painter.restore();
}

void XyChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) fill();
}

}  // namespace holonom

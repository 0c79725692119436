// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/point_chart.h"

#include <QCategoryAxis>
#include <QGraphicsLayout>
#include <QHelpEvent>
#include <QLegend>
#include <QLineSeries>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/plots/plot_palette.h"

namespace holonom {

namespace {

constexpr double kPointReach = 8;  // px of the mouse
constexpr int kTextGap = 4;

AxisTicks ticksOf(const AxisScale& axis, int most) {
  switch (axis.scale) {
    case PlotScale::Logarithmic: return logarithmicTicks(axis.range, most);
    case PlotScale::Steps: return integerTicks(axis.range, most);
    case PlotScale::Linear: break;
  }
  return linearTicks(axis.range, most);
}

/// Where there is no room for it, the words say less than the unit.
QString titleOf(const AxisScale& axis, int exponent, double length, const QFontMetrics& metrics) {
  const QString power = exponent == 0 ? QString() : QStringLiteral("10") + superscript(exponent) + ' ';
  const QString unit = (power + axis.unit).trimmed();
  if (unit.isEmpty()) return axis.quantity;
  const QString whole = QStringLiteral("%1 (%2)").arg(axis.quantity, unit);
  return metrics.horizontalAdvance(whole) + 2 * kTextGap > length ? unit : whole;
}

}  // namespace

PointChart::PointChart(QWidget* parent) : QChartView(parent) {
  chart()->setBackgroundVisible(false);
  chart()->setPlotAreaBackgroundVisible(false);
  chart()->setAnimationOptions(QChart::NoAnimation);
  chart()->legend()->hide();
  chart()->setMargins(QMargins());
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  setFrameShape(NoFrame);
  setRenderHint(QPainter::Antialiasing);
  setViewportUpdateMode(FullViewportUpdate);  // the layers below and above are not items of the scene
  setBackgroundBrush(Qt::NoBrush);
  viewport()->setAutoFillBackground(false);
  setAcceptDrops(false);
  viewport()->setAcceptDrops(false);
  for (const Side side : {Bottom, Left}) setAxis(side, {});
}

PointChart::~PointChart() = default;

void PointChart::setAxis(Side side, const AxisScale& axis) {
  constexpr Qt::Alignment kPlaces[] = {Qt::AlignBottom, Qt::AlignLeft, Qt::AlignRight};
  AxisPart& part = axes_[side];
  if (part.axis == nullptr) {
    part.axis = new QCategoryAxis;
    part.axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    part.axis->setTruncateLabels(false);
    chart()->addAxis(part.axis, kPlaces[side]);
    restyle();
  }
  part.scale = axis;
  part.isNew = true;
  arrange();
}

void PointChart::setSeries(std::vector<Series> series) {
  series_ = std::move(series);
  for (std::size_t i = 0; i < series_.size(); ++i) fill(*lineAt(i), series_[i]);
  while (lines_.size() > series_.size()) {
    chart()->removeSeries(lines_.back());
    delete lines_.back();
    lines_.pop_back();
  }
}

QLineSeries* PointChart::lineAt(std::size_t index) {
  while (lines_.size() <= index) {
    lines_.push_back(new QLineSeries);
    chart()->addSeries(lines_.back());
  }
  return lines_[index];
}

void PointChart::fill(QLineSeries& line, const Series& series) {
  QCategoryAxis* values = axes_[series.onTheRight && axes_[Right].axis ? Right : Left].axis;
  if (line.attachedAxes() != QList<QAbstractAxis*>{axes_[Bottom].axis, values}) {
    for (QAbstractAxis* axis : line.attachedAxes()) line.detachAxis(axis);
    line.attachAxis(axes_[Bottom].axis);
    line.attachAxis(values);
  }
  const QPen pen(series.colour, series.heavy ? 2 : 1);
  if (line.pen() != pen) line.setPen(pen);
  line.setName(series.name);
  line.setOpacity(series.opacity);
  line.setMarkerSize(series.markerSize);
  line.setLightMarker(series.marker);
  QList<QPointF> points = series.points;
  points.removeIf([](const QPointF& p) { return !std::isfinite(p.x()) || !std::isfinite(p.y()); });
  line.replace(points);  // all at once: each single point would place all others anew
}

void PointChart::setPlotArea(const QRectF& area) {
  if (area == wanted_) return;
  wanted_ = area;
  arrange();
}

QRectF PointChart::plotArea() const {
  if (!wanted_.isEmpty()) return wanted_;
  const QFontMetrics metrics(font());
  const auto widest = [&](const AxisPart& part) {
    int width = 0;
    for (const auto& tick : part.ticks.ticks) width = std::max(width, metrics.horizontalAdvance(tick.label));
    return part.axis ? width + metrics.height() + 3 * kTextGap : kTextGap + metrics.height();
  };
  const double top = kTextGap + metrics.height() / 2.0 +
                     (chart()->legend()->isVisible() ? 2 * metrics.height() : 0),
               left = widest(axes_[Left]), right = widest(axes_[Right]);
  return {left, top, std::max(1.0, width() - left - right),
          std::max(1.0, height() - top - bottomRoom(metrics))};
}

int PointChart::bottomRoom(const QFontMetrics& metrics) { return 2 * metrics.height() + 3 * kTextGap; }

QPointF PointChart::placeOf(QPointF point, bool onTheRight) const {
  const QRectF area = plotArea();
  const AxisRange x = axes_[Bottom].scale.range, y = axes_[onTheRight ? Right : Left].scale.range;
  return {area.left() + (point.x() - x.low) / x.span() * area.width(),
          area.bottom() - (point.y() - y.low) / y.span() * area.height()};
}

QPointF PointChart::valueAt(QPointF place) const {
  const QRectF area = plotArea();
  const AxisRange x = axes_[Bottom].scale.range, y = axes_[Left].scale.range;
  return {x.low + (place.x() - area.left()) / area.width() * x.span(),
          y.low + (area.bottom() - place.y()) / area.height() * y.span()};
}

QString PointChart::textAt(QPointF at) const {
  double nearest = kPointReach;
  const Series* found = nullptr;
  qsizetype point = 0;
  for (const Series& series : series_)
    for (qsizetype i = 0; i < series.points.size(); ++i) {
      const QPointF away = placeOf(series.points[i], series.onTheRight) - at;
      const double distance = std::hypot(away.x(), away.y());
      if (distance > nearest || !series.textOf) continue;
      nearest = distance;
      found = &series;
      point = i;
    }
  return found ? found->textOf(point) : QString();
}

/// As many numbers on each axis as there is room for, and the area of the curves.
void PointChart::arrange() {
  const QFontMetrics metrics(font());
  for (const Side side : {Left, Right}) label(axes_[side], plotArea().height(), 1.6 * metrics.height());
  label(axes_[Bottom], plotArea().width(), 4 * metrics.averageCharWidth() + 20);
  if (chart()->plotArea() == plotArea()) return;
  chart()->setPlotArea(plotArea());
  // Qt Charts moves the curves at once, but its axes only when the layout, which it takes for valid, is made
  // anew.
  chart()->layout()->invalidate();
  chart()->layout()->activate();
}

void PointChart::label(AxisPart& part, double length, double pixelsPerNumber) {
  if (part.axis == nullptr) return;
  const int most = std::max(2, static_cast<int>(length / pixelsPerNumber));
  const AxisTicks ticks = part.scale.blank ? AxisTicks() : ticksOf(part.scale, most);
  const auto same = [](const auto& a, const auto& b) { return a.value == b.value && a.label == b.label; };
  const bool unchanged = std::equal(ticks.ticks.begin(), ticks.ticks.end(), part.ticks.ticks.begin(),
                                    part.ticks.ticks.end(), same);
  part.title = titleOf(part.scale, ticks.exponent, length, QFontMetrics(font()));
  if (&part != &axes_[Bottom]) part.axis->setTitleText(part.title);
  if (unchanged && !part.isNew) return;
  part.isNew = false;
  part.ticks = ticks;
  if (const AxisRange range = part.scale.range;
      part.axis->min() != range.low || part.axis->max() != range.high)
    part.axis->setRange(range.low, range.high);
  if (unchanged) return;
  for (const QString& old : part.axis->categoriesLabels()) part.axis->remove(old);
  part.axis->setStartValue(part.scale.range.low - 1e-9 * part.scale.range.span());
  for (const auto& tick : ticks.ticks) part.axis->append(tick.label, tick.value);
}

void PointChart::restyle() {
  const QColor base = palette().color(QPalette::Base), text = palette().color(QPalette::WindowText);
  for (AxisPart& part : axes_) {
    if (part.axis == nullptr) continue;
    part.axis->setLabelsFont(font());
    part.axis->setTitleFont(font());
    part.axis->setLabelsColor(text);
    part.axis->setTitleBrush(text);
    part.axis->setGridLineColor(mixed(base, text, 0.12));
    part.axis->setGridLineVisible(&part != &axes_[Right]);
    part.axis->setLineVisible(false);  // the frame is drawn around all curves
    part.isNew = true;
  }
  chart()->legend()->setFont(font());
  chart()->legend()->setLabelColor(text);
}

void PointChart::drawBackground(QPainter* painter, const QRectF& exposed) {
  QChartView::drawBackground(painter, exposed);
  painter->fillRect(plotArea(), palette().color(QPalette::Base));
  if (background_) background_(*painter);
}

void PointChart::drawForeground(QPainter* painter, const QRectF& exposed) {
  QChartView::drawForeground(painter, exposed);
  painter->setBrush(Qt::NoBrush);
  painter->setPen(mixed(palette().color(QPalette::Base), palette().color(QPalette::WindowText), 0.45));
  painter->drawRect(plotArea());
  drawBottomTitle(*painter);
  if (foreground_) foreground_(*painter);
}

/// Qt Charts gives an axis no more than a part of the height: in a low pane the numbers would become dots if
/// its title were to stand there, too.
void PointChart::drawBottomTitle(QPainter& painter) const {
  const QRectF area = plotArea();
  painter.setFont(font());
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(QRectF(area.left(), area.bottom(), area.width(), height() - area.bottom()),
                   Qt::AlignHCenter | Qt::AlignBottom, axes_[Bottom].title);
}

void PointChart::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  arrange();
}

void PointChart::changeEvent(QEvent* event) {
  QChartView::changeEvent(event);
  if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
  restyle();
  arrange();
}

bool PointChart::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QChartView::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = textAt(help->pos());
  if (text.isEmpty()) QToolTip::hideText();
  else QToolTip::showText(help->globalPos(), text, this);
  return true;
}

}  // namespace holonom

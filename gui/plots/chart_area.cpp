// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/chart_area.h"

#include <QEvent>
#include <QPainter>
#include <QResizeEvent>
#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {

namespace {

constexpr double kDotDistance = 20;  // px; wider apart, accepted steps are marked by dots
constexpr AxisRange kNothingOnLogAxis{-16, -12};  // all values zero: an axis that says "tiny"
constexpr double kMostDecades = 18;
constexpr int kLeastCurveHeight = 70;  // px
constexpr int kLegendMargin = 8;       // px
constexpr double kVisibleAdvance = 0.5;  // px that a curve must have grown by before it is drawn again at once
constexpr qint64 kLatestRedraw = 250;    // ms after which less is drawn too

// Whole decades, so that the labels are powers of ten, and not so many that one tiny value flattens the rest.
AxisRange decades(AxisRange data) {
  if (data.low > data.high) return kNothingOnLogAxis;
  constexpr double kRoom = 0.1;  // a constant curve at a power of ten must not lie on the border
  AxisRange range{std::floor(data.low - kRoom), std::ceil(data.high + kRoom)};
  range.low = std::max(range.low, range.high - kMostDecades);
  return range;
}

}  // namespace

ChartArea::ChartArea(const PlotSpec& spec, QWidget* parent)
    : QWidget(parent), spec_(spec), canvas_(makeCurveCanvas()), cursor_(std::numeric_limits<double>::quiet_NaN()) {
  clock_.start();
  setFocusPolicy(Qt::ClickFocus);
  setAccessibleName(spec.title);
  setAccessibleDescription(spec.help);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setToolTip(QString());
}

QSize ChartArea::minimumSizeHint() const {
  const QFontMetrics metrics(font());
  return {240, kLeastCurveHeight + plotMargins(metrics).bottom + metrics.height() + 6};
}

void ChartArea::setCurves(std::vector<std::unique_ptr<PlotCurve>> curves, std::vector<LegendEntry> legend,
                          const QString& quantity, const QString& unit) {
  curves_ = std::move(curves);
  legend_.setEntries(std::move(legend));
  quantity_ = quantity;
  unit_ = unit;
  quiet_.reset();
  stale_ = true;
}

void ChartArea::setWindow(AxisRange time) {
  if (time == window_) return;
  window_ = time;
  stale_ = true;
}

void ChartArea::setCursorTime(double t) {
  if (t == cursor_) return;
  cursor_ = t;
  update();
}

void ChartArea::setEvents(EventMarks events) {
  events_ = std::move(events);
  stale_ = true;
}

QString ChartArea::eventsAt(double x) const {
  constexpr double kReach = 4;  // px
  return events_.at(x, plotArea(), window_, kReach);
}

void ChartArea::resetValueAxis() {
  chosenY_.reset();
  quiet_.reset();
  stale_ = true;
}

QRectF ChartArea::plotArea() const {
  const QFontMetrics metrics(font());
  const PlotMargins margins = plotMargins(metrics);
  const int top = legend_.lines(metrics, width() - 2 * kLegendMargin) * metrics.height() + 4;
  return QRectF(margins.left, top, std::max(1, width() - margins.left - margins.right),
                std::max(1, height() - top - margins.bottom));
}

double ChartArea::timeAt(double x) const {
  const QRectF area = plotArea();
  return window_.low + (x - area.left()) / area.width() * window_.span();
}

double ChartArea::yAt(double y) const {
  const QRectF area = plotArea();
  return y_.low + (area.bottom() - y) / area.height() * y_.span();
}

bool ChartArea::refresh(bool running, std::size_t mostRows) {
  const bool grown = takeIn(mostRows);
  // In a long run a tick adds a small part of a pixel: not worth a picture each time.
  const bool due = !running || advance() >= kVisibleAdvance || clock_.elapsed() - drawnAt_ >= kLatestRedraw;
  pending_ = pending_ || grown;
  const bool changed = stale_ || (!running && !smooth_) || (pending_ && due);
  if (!changed || width() < 2 || height() < 2) return false;
  // While running, two pixels share a column: the extremes stay, the number of points halves.
  const int columns = std::max(8, static_cast<int>(plotArea().width()) / (running ? 2 : 1));
  drawnTo_.clear();
  for (auto& curve : curves_) {
    curve->sample(window_, columns);
    drawnTo_.push_back(curve->lastTime());
  }
  chooseValueRange(running);
  render(!running);
  stale_ = pending_ = false;
  drawnAt_ = clock_.elapsed();
  update();
  return true;
}

// Returns whether rows came that can be seen; those behind the window of time cannot.
bool ChartArea::takeIn(std::size_t mostRows) {
  bool visible = false;
  for (auto& curve : curves_) {
    const double before = curve->lastTime();
    if (curve->takeIn(mostRows) && !(before > window_.high)) visible = true;
  }
  return visible;
}

// How far the curves have grown in time since they were drawn, px.
double ChartArea::advance() const {
  double largest = 0;
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const double from = i < drawnTo_.size() ? drawnTo_[i] : std::numeric_limits<double>::quiet_NaN();
    const double grown = std::isfinite(from) ? curves_[i]->lastTime() - from : window_.span();
    largest = std::max(largest, grown / window_.span() * plotArea().width());
  }
  return largest;
}

void ChartArea::chooseValueRange(bool live) {
  if (chosenY_) {
    y_ = *chosenY_;
    return;
  }
  AxisRange data{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const auto& curve : curves_) {
    data.low = std::min(data.low, curve->extent().low);
    data.high = std::max(data.high, curve->extent().high);
  }
  switch (spec_.scale) {
    case PlotScale::Logarithmic: y_ = decades(data); break;
    case PlotScale::Steps:
      y_ = data.low <= data.high ? AxisRange{std::min(0.0, data.low), data.high + 0.5} : AxisRange{0, 5.5};
      break;
    case PlotScale::Linear: y_ = quiet_.update(data, live, static_cast<double>(clock_.elapsed()) * 1e-3); break;
  }
}

void ChartArea::render(bool smooth) {
  smooth_ = smooth;
  const double ratio = devicePixelRatioF();
  const QSize pixels = (QSizeF(size()) * ratio).toSize();
  if (picture_.size() != pixels) picture_ = QPixmap(pixels);
  picture_.setDevicePixelRatio(ratio);
  picture_.fill(palette().color(QPalette::Window));

  QPainter painter(&picture_);
  painter.setFont(font());
  const QRectF area = plotArea();
  const AxisPainter axes{area, window_, y_, spec_.scale, quantity_, unit_, palette()};
  axes.drawGrid(painter);
  events_.paint(painter, area, window_);
  std::vector<Curve> curves;
  for (const auto& curve : curves_) curves.push_back({curve->points(window_, y_), curve->colour()});
  canvas_->draw(painter, area, window_, y_, curves, smooth);
  drawSampleDots(painter, curves);
  axes.drawLabels(painter);
}

// Where few steps are seen, each is marked: the user sees what the method computed and what is only a line.
void ChartArea::drawSampleDots(QPainter& painter, const std::vector<Curve>& curves) const {
  const QRectF area = plotArea();
  painter.save();
  painter.setClipRect(area);
  painter.setPen(Qt::NoPen);
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    if (static_cast<double>(curves_[i]->sampleCount()) * kDotDistance > area.width()) continue;
    painter.setBrush(curves[i].colour);
    for (const auto& sample : curves_[i]->sampled()) {
      const double v = spec_.scale == PlotScale::Logarithmic ? std::log10(std::abs(sample.y)) : sample.y;
      const QPointF p(area.left() + (sample.x - window_.low) / window_.span() * area.width(),
                      area.bottom() - (std::max(v, y_.low) - y_.low) / y_.span() * area.height());
      painter.drawRect(QRectF(p.x() - 1.5, p.y() - 1.5, 3, 3));
    }
  }
  painter.restore();
}

void ChartArea::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (picture_.isNull()) {
    painter.fillRect(rect(), palette().color(QPalette::Window));
    return;
  }
  painter.drawPixmap(0, 0, picture_);
  std::vector<double> values;
  if (std::isfinite(cursor_))
    for (const auto& curve : curves_) values.push_back(curve->valueAt(cursor_));
  legend_.paint(painter, QRect(kLegendMargin, 0, width() - 2 * kLegendMargin, static_cast<int>(plotArea().top())), palette(), values);
  paintCursor(painter);
}

void ChartArea::paintCursor(QPainter& painter) const {
  const QRectF area = plotArea();
  if (std::isfinite(cursor_) && cursor_ >= window_.low && cursor_ <= window_.high) {
    const double x = std::round(area.left() + (cursor_ - window_.low) / window_.span() * area.width());
    painter.setPen(QPen(palette().color(QPalette::Text), 1));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  }
  if (!dragStart_ || panStart_.span() != 0) return;
  QColor veil = palette().color(QPalette::Highlight);
  painter.setPen(veil);
  veil.setAlpha(40);
  painter.setBrush(veil);
  painter.drawRect(QRectF(*dragStart_, dragEnd_).normalized() & area);
}

void ChartArea::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  stale_ = true;
}

void ChartArea::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) stale_ = true;
}

}  // namespace holonom

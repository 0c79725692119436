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

// Whole decades, so that the labels are powers of ten, and not so many that one tiny value flattens the rest.
AxisRange decades(AxisRange data) {
  if (data.low > data.high) return kNothingOnLogAxis;
  AxisRange range{std::floor(data.low), std::ceil(data.high)};
  if (range.span() < 1) range.high = range.low + 1;
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

void ChartArea::resetValueAxis() {
  chosenY_.reset();
  quiet_.reset();
  stale_ = true;
}

QRectF ChartArea::plotArea() const {
  const QFontMetrics metrics(font());
  const PlotMargins margins = plotMargins(metrics);
  const int top = legend_.lines(metrics, width() - margins.left - margins.right) * metrics.height() + 4;
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
  bool changed = stale_ || (!running && !smooth_);
  for (auto& curve : curves_) {
    const double before = curve->lastTime();
    if (curve->takeIn(mostRows) && !(before > window_.high)) changed = true;  // rows behind the window do not show
  }
  if (!changed || width() < 2 || height() < 2) return false;
  const int columns = std::max(8, static_cast<int>(plotArea().width()));
  for (auto& curve : curves_) curve->sample(window_, columns);
  chooseValueRange(running);
  render(!running);
  stale_ = false;
  update();
  return true;
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
  const QRectF area = plotArea();
  legend_.paint(painter, QRect(static_cast<int>(area.left()), 0, static_cast<int>(area.width()), static_cast<int>(area.top())),
                palette(), values);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/curve_canvas.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLineSeries>
#include <QPainter>
#include <QPen>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

namespace holonom {

namespace {

// widths and heights of the area; farther away numbers of painters and charts overflow
constexpr double kFar = 1e4;

/// Without what is not finite, and nothing farther away than can be drawn.
QList<QPointF> drawable(const QList<QPointF>& points, AxisRange x, AxisRange y) {
  QList<QPointF> found;
  found.reserve(points.size());
  const auto within = [](double value, AxisRange range) {
    return std::clamp(value, range.low - kFar * range.span(), range.high + kFar * range.span());
  };
  for (const QPointF& point : points)
    if (std::isfinite(point.x()) && std::isfinite(point.y()))
      found << QPointF(within(point.x(), x), within(point.y(), y));
  return found;
}

/// Curves by the painter itself. Heavy ones are lines of width two in a drawing and two lines on pixels,
/// where a wide smooth pen costs twenty times as much.
class PainterCanvas : public CurveCanvas {
 public:
  explicit PainterCanvas(bool pixels) : pixels_(pixels) {}

  void draw(QPainter& painter, const QRectF& area, AxisRange x, AxisRange y, const std::vector<Curve>& curves,
            bool smooth) override {
    painter.save();
    painter.setClipRect(area);
    painter.setRenderHint(QPainter::Antialiasing, smooth);
    painter.setBrush(Qt::NoBrush);
    for (const Curve& curve : curves) {
      QPolygonF line;
      for (const QPointF& point : drawable(curve.points, x, y))
        line << QPointF(area.left() + (point.x() - x.low) / x.span() * area.width(),
                        area.bottom() - (point.y() - y.low) / y.span() * area.height());
      painter.setPen(QPen(curve.colour, curve.heavy && !pixels_ ? 2 : 1));
      painter.drawPolyline(line);
      if (curve.heavy && pixels_) painter.drawPolyline(line.translated(0, -1));
    }
    painter.restore();
  }

 private:
  bool pixels_;
};

/// Curves by Qt Charts, without a view: the chart lives in a scene that is rendered on demand. Rules that
/// keep it fast and right: raster series, ranges before points, one replace() per series, solid pens of width
/// one (a heavy curve is drawn twice), linear axes only (a logarithmic axis draws nothing at all once a
/// sample is zero). Many curves are drawn without it: it prepares each for being hit by the mouse, a
/// millisecond for a thousand points, ten times the drawing.
class QtChartsCanvas : public CurveCanvas {
 public:
  QtChartsCanvas() {
    chart_ = new QChart;
    chart_->setBackgroundVisible(false);
    chart_->setPlotAreaBackgroundVisible(false);
    chart_->setAnimationOptions(QChart::NoAnimation);
    chart_->legend()->hide();
    chart_->setMargins(QMargins());
    chart_->layout()->setContentsMargins(0, 0, 0, 0);
    for (auto [axis, side] : {std::pair{&x_, Qt::AlignBottom}, std::pair{&y_, Qt::AlignLeft}}) {
      axis->setVisible(false);
      chart_->addAxis(axis, side);
    }
    scene_.setItemIndexMethod(QGraphicsScene::NoIndex);
    scene_.addItem(chart_);
  }

  ~QtChartsCanvas() override {
    for (auto* axis : {&x_, &y_}) chart_->removeAxis(axis);
  }

  void draw(QPainter& painter, const QRectF& area, AxisRange x, AxisRange y, const std::vector<Curve>& curves,
            bool smooth) override {
    if (curves.size() > kMostSeries) return direct_.draw(painter, area, x, y, curves, smooth);
    const QRectF local(QPointF(), area.size());
    if (chart_->size() != local.size()) {
      scene_.setSceneRect(local);
      chart_->resize(local.size());
      chart_->setPlotArea(local);
      chart_->layout()->activate();
    }
    setRange(x_, x);
    setRange(y_, y);
    std::size_t used = 0;
    const auto show = [&](const QList<QPointF>& points, const QColor& colour) {
      QLineSeries* line = series(used++);
      if (line->pen().color() != colour) line->setPen(QPen(colour, 1));
      line->replace(points);
      line->setVisible(true);
    };
    for (const Curve& curve : curves) {
      QList<QPointF> points = drawable(curve.points, x, y);
      show(points, curve.colour);
      if (!curve.heavy) continue;
      for (QPointF& point : points) point.ry() += y.span() / area.height();  // a pixel higher
      show(points, curve.colour);
    }
    for (std::size_t i = used; i < series_.size(); ++i) {
      if (!series_[i]->isVisible()) continue;
      series_[i]->replace(QList<QPointF>());
      series_[i]->setVisible(false);
    }
    painter.save();
    painter.setClipRect(area);
    painter.setRenderHint(QPainter::Antialiasing, smooth);
    scene_.render(&painter, area, local, Qt::IgnoreAspectRatio);
    painter.restore();
  }

 private:
  static void setRange(QValueAxis& axis, AxisRange range) {
    if (axis.min() != range.low || axis.max() != range.high) axis.setRange(range.low, range.high);
  }

  QLineSeries* series(std::size_t i) {
    while (series_.size() <= i) {
      auto* line = new QLineSeries;
      chart_->addSeries(line);
      line->attachAxis(&x_);
      line->attachAxis(&y_);
      series_.push_back(line);
    }
    return series_[i];
  }

  static constexpr std::size_t kMostSeries = 6;

  PainterCanvas direct_{true};
  QValueAxis x_, y_;
  QGraphicsScene scene_;
  QChart* chart_;                     // owned by the scene
  std::vector<QLineSeries*> series_;  // owned by the chart
};

}  // namespace

std::unique_ptr<CurveCanvas> makeVectorCanvas() { return std::make_unique<PainterCanvas>(false); }

std::unique_ptr<CurveCanvas> makeCurveCanvas() { return std::make_unique<QtChartsCanvas>(); }

}  // namespace holonom

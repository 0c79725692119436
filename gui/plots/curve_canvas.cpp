// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/curve_canvas.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLineSeries>
#include <QPainter>
#include <QPen>
#include <QValueAxis>

namespace holonom {

namespace {

/// Curves by Qt Charts, without a view: the chart lives in a scene that is rendered on demand. Rules that keep it
/// fast and right: raster series, ranges before points, one replace() per series, solid pens of width one (a heavy
/// curve is drawn twice), linear axes only (a logarithmic axis draws nothing at all once a sample is zero).
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
      show(curve.points, curve.colour);
      if (!curve.heavy) continue;
      QList<QPointF> lifted = curve.points;
      for (QPointF& point : lifted) point.ry() += y.span() / area.height();
      show(lifted, curve.colour);
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

  QValueAxis x_, y_;
  QGraphicsScene scene_;
  QChart* chart_;                      // owned by the scene
  std::vector<QLineSeries*> series_;   // owned by the chart
};

class VectorCanvas : public CurveCanvas {
 public:
  void draw(QPainter& painter, const QRectF& area, AxisRange x, AxisRange y, const std::vector<Curve>& curves,
            bool smooth) override {
    painter.save();
    painter.setClipRect(area);
    painter.setRenderHint(QPainter::Antialiasing, smooth);
    painter.setBrush(Qt::NoBrush);
    for (const Curve& curve : curves) {
      QPolygonF line;
      for (const QPointF& point : curve.points)
        line << QPointF(area.left() + (point.x() - x.low) / x.span() * area.width(),
                        area.bottom() - (point.y() - y.low) / y.span() * area.height());
      painter.setPen(QPen(curve.colour, curve.heavy ? 2 : 1));
      painter.drawPolyline(line);
    }
    painter.restore();
  }
};

}  // namespace

std::unique_ptr<CurveCanvas> makeVectorCanvas() { return std::make_unique<VectorCanvas>(); }

std::unique_ptr<CurveCanvas> makeCurveCanvas() { return std::make_unique<QtChartsCanvas>(); }

}  // namespace holonom

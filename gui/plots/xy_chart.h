// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QLineF>
#include <QWidget>
#include <functional>
#include <optional>
#include <vector>

#include "gui/plots/axis_painter.h"
#include "gui/plots/chart_zoom.h"
#include "gui/plots/error_cost_chart.h"

class QLabel;

namespace holonom {

class PointChart;

/// Curves and marks over two or three axes, with a legend above them, for what is computed at once and not
/// followed. Values are given as they are, also on logarithmic axes, where what is not positive is left out.
class XyChart : public QWidget {
  Q_OBJECT
 public:
  struct Series {
    QString name;  ///< for the legend; empty: it has no place there
    QColor colour;
    QList<QPointF> points;                                ///< in the order in which they are joined
    std::function<QString(qsizetype point)> textOf = {};  ///< for tool tips
    std::optional<SeriesMark::Shape> mark = {};           ///< at each point
    bool line = true;                                     ///< joins the points
    bool onTheRight = false;
  };

  explicit XyChart(QWidget* parent = nullptr);

  /// An axis with kNoRange takes the range of the series; on a logarithmic one ranges are decimal logarithms.
  void plot(AxisScale bottom, AxisScale left, std::vector<Series> series,
            std::optional<AxisScale> right = {});
  /// Below the curves: a picture over a rectangle in axis coordinates (top() is the upper end), and lines.
  void setUnderlay(const QRectF& place, const QImage& picture, std::vector<QLineF> outline);

  /// Wheel and mouse zoom; plot() keeps what they have chosen.
  void makeZoomable();
  std::optional<ChartZoom::View> zoom() const { return zoom_ ? zoom_->zoom() : std::nullopt; }
  void releaseZoom() { zoom_->release(); }

  const std::vector<Series>& series() const { return series_; }
  QPointF placeOf(QPointF value) const;  ///< in this widget, by the left axis
  QString textAt(QPointF at) const;      ///< of the point there
  QSize sizeHint() const override { return {480, 360}; }
  QSize minimumSizeHint() const override { return {160, 140}; }

 signals:
  void zoomed();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fill();
  void showAxes();
  void paintUnderlay(QPainter& painter) const;
  QPointF inAxes(QPointF value, bool onTheRight) const;

  QLabel* legend_;
  PointChart* chart_;
  ChartZoom* zoom_ = nullptr;
  std::vector<Series> series_;
  AxisScale bottom_, left_;
  std::optional<AxisScale> right_;
  QRectF place_;
  QImage picture_;
  std::vector<QLineF> outline_;
};

}  // namespace holonom

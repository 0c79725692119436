// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChartView>
#include <QImage>
#include <array>
#include <functional>
#include <vector>

#include "gui/plots/axis_painter.h"

class QCategoryAxis;
class QLineSeries;

namespace holonom {

/// A chart of a few hundred points in a view of Qt Charts: linear or logarithmic axes, a legend, and tool
/// tips that name the point under the mouse. For what comes in its own time: errors against cost, spectra.
/// Panes that follow a run draw their curves themselves, which costs a tenth. It draws on what lies below it.
/// Points are in axis coordinates, decimal logarithms on a logarithmic axis: Qt's own logarithmic axis draws
/// nothing at all where one value is zero.
class PointChart : public QChartView {
  Q_OBJECT
 public:
  enum Side { Bottom, Left, Right };

  struct Series {
    QString name;
    QColor colour;
    QList<QPointF> points;                                ///< in the order in which they are joined
    std::function<QString(qsizetype point)> textOf = {};  ///< for tool tips
    QImage marker = {};                                   ///< drawn over each point; none: a line only
    double markerSize = 14;                               ///< of that picture, px
    bool onTheRight = false;                              ///< measured by the right axis
    bool heavy = false;                                   ///< a wide line, to stand out
    double opacity = 1;
  };

  explicit PointChart(QWidget* parent = nullptr);
  ~PointChart() override;

  /// Before the series: each range makes Qt Charts place all points anew. A right axis is there once it has
  /// been described.
  void setAxis(Side side, const AxisScale& axis);
  void setSeries(std::vector<Series> series);  ///< the last one lies above the others
  /// Where the curves are, in coordinates of the view; empty: as the numbers and titles need.
  void setPlotArea(const QRectF& area);
  QRectF plotArea() const;
  static int bottomRoom(const QFontMetrics& metrics);  ///< below that area, for numbers and title, px
  QPointF placeOf(QPointF point, bool onTheRight = false) const;
  QPointF valueAt(QPointF place) const;  ///< by the left axis
  QString textAt(QPointF at) const;      ///< of the point that is nearest, within a few pixels

  /// Drawn below or above the curves, in coordinates of the view.
  using Layer = std::function<void(QPainter&)>;
  void setBackground(Layer layer) { background_ = std::move(layer); }
  void setForeground(Layer layer) { foreground_ = std::move(layer); }

 protected:
  void drawBackground(QPainter* painter, const QRectF& exposed) override;
  void drawForeground(QPainter* painter, const QRectF& exposed) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  struct AxisPart {
    QCategoryAxis* axis = nullptr;  // of the chart
    AxisScale scale;
    AxisTicks ticks;
    QString title;
    bool isNew = true;
  };
  void arrange();
  void label(AxisPart& part, double length, double pixelsPerNumber);
  void restyle();
  void drawBottomTitle(QPainter& painter) const;
  QLineSeries* lineAt(std::size_t index);
  void fill(QLineSeries& line, const Series& series);

  std::array<AxisPart, 3> axes_;  // by Side
  std::vector<Series> series_;
  std::vector<QLineSeries*> lines_;  // of the chart
  QRectF wanted_;
  Layer background_, foreground_;
};

}  // namespace holonom

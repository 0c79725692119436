// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QImage>
#include <QString>
#include <QWidget>
#include <vector>

#include "gui/plots/axis_ticks.h"

namespace holonom {

class PointChart;

/// Colour and shape of a series; the shapes tell what hues do not to a colour-blind reader.
struct SeriesMark {
  enum class Shape { Circle, Square, Triangle, Diamond, Cross } shape = Shape::Circle;
  QColor colour;
};
/// Marks of a list of which some are shown: the shape is that of the place, and those shown take the colours
/// of the palette one after the other, so that the first seven differ in colour and the first 35 in colour or
/// shape. The others are faint.
std::vector<SeriesMark> seriesMarks(const std::vector<bool>& shown);
QIcon markIcon(const SeriesMark& mark);
/// The mark in the middle of a square of `size` px.
QImage markPicture(const SeriesMark& mark, double size);

/// Error against CPU time, both axes logarithmic: one series for each method. To the left is cheaper, below
/// is more exact.
class ErrorCostChart : public QWidget {
  Q_OBJECT
 public:
  struct Point {
    double error = 0, milliseconds = 0;
    QString text;  ///< for the tool tip
  };
  struct Series {
    QString name;
    SeriesMark mark;
    std::vector<Point> points;  ///< in the order in which they are joined
  };

  explicit ErrorCostChart(QWidget* parent = nullptr);
  void setSeries(std::vector<Series> series);
  void setFloor(double error);  ///< errors below say nothing; 0: none
  void setErrorTitle(const QString& title);
  void setEmphasis(const QString& name);  ///< draws the others faint; empty: none
  QSize sizeHint() const override { return {560, 380}; }
  QSize minimumSizeHint() const override { return {320, 220}; }
  QString textAt(QPointF at) const;  ///< of the point under the mouse
  QPointF placeOf(double error, double milliseconds) const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void showSeries();
  void chooseRanges();
  void paintFloor(QPainter& painter) const;

  PointChart* chart_;
  std::vector<Series> series_;
  QString emphasis_, errorTitle_ = tr("largest relative error at the end");
  double floor_ = 0;
  AxisRange error_{-9, 0};  // decimal logarithms
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>
#include <QRectF>
#include <optional>

#include "gui/plots/axis_ticks.h"

class QMouseEvent;
class QPainter;

namespace holonom {

class PointChart;

/// What the mouse does in a chart that is computed at once: the wheel zooms both axes about the mouse, left
/// and right draw a box to zoom into, middle moves what is seen, a double click shows everything again.
class ChartZoom : public QObject {
  Q_OBJECT
 public:
  struct View {
    AxisRange x, y;  // in axis coordinates
  };

  explicit ChartZoom(PointChart& chart);
  /// What there is to see without a zoom. The zoom stays.
  void setWhole(const View& whole) { whole_ = whole; }
  View seen() const { return zoom_.value_or(whole_); }
  const std::optional<View>& zoom() const { return zoom_; }
  void release();

 signals:
  void changed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Drag {
    Qt::MouseButton button;
    QPointF start, end;
    View from;
  };
  void choose(const View& view);
  bool press(const QMouseEvent& event);
  bool move(const QMouseEvent& event);
  bool drop(const QMouseEvent& event);
  QRectF box() const;
  void paintBox(QPainter& painter) const;

  PointChart& chart_;
  View whole_;
  std::optional<View> zoom_;
  std::optional<Drag> drag_;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMouseEvent>
#include <QPointF>
#include <QString>
#include <QWheelEvent>
#include <optional>

#include "gui/plots/chart_axes.h"

namespace holonom {

// The wheel.
inline constexpr double kNotch = 120;  ///< of QWheelEvent::angleDelta()
inline constexpr double kZoomPerNotch = 1.25;

/// What the mouse does in a pane: left moves the time cursor (with Shift: the second one) and picks the curve
/// or the entry of the legend that is clicked, right draws a box to zoom into or, without moving, opens the
/// menu, middle moves what is seen, the wheel zooms the horizontal axis (with Ctrl: values), a double click
/// shows everything again. On an axis: left moves it, right selects a stretch of it, the wheel zooms it, a
/// double click fits it.
class ChartHand {
 public:
  /// What gestures act on. Steps of one gesture have one name.
  class Chart {
   public:
    virtual ~Chart() = default;
    virtual ChartAxes& axes() = 0;
    virtual ChartFrame frame() const = 0;
    virtual bool isOverTime() const = 0;
    virtual bool hasRightAxis() const = 0;
    virtual AxisRange wholeExtent(int side) const = 0;
    virtual void wantHorizontal(AxisRange range, const QString& gesture) = 0;
    virtual void axesChanged(const QString& gesture) = 0;
    virtual void moveCursor(QPointF at, bool second) = 0;
    virtual bool pickFromLegend(QPointF at) = 0;  ///< false: there is none
    virtual void pickCurve(QPointF at) = 0;
    virtual void openMenu(const QPoint& globalPosition) = 0;
    virtual void showEverything() = 0;
    virtual void redraw() = 0;  ///< the box
  };

  explicit ChartHand(Chart& chart) : chart_(chart) {}
  void press(const QMouseEvent& event);
  void move(const QMouseEvent& event);
  void release(const QMouseEvent& event);
  void doubleClick(const QMouseEvent& event);
  bool turnWheel(const QWheelEvent& event);  ///< false: it was turned where there is nothing to zoom
  std::optional<QRectF> box() const;         ///< that is being drawn

 private:
  enum class Zone { Outside, Curves, Horizontal, Left, Right };
  struct Drag {
    enum class Kind { Cursor, Box, Pan } kind = Kind::Cursor;
    Zone zone = Zone::Curves;
    QPointF start, end;
    ChartFrame from;  // at the start
    QString gesture;
    bool alongValues() const { return zone == Zone::Left || zone == Zone::Right; }
  };
  Zone zoneAt(QPointF at) const;
  QString freshName(const char* gesture) { return QStringLiteral("%1.%2").arg(gesture).arg(++gestures_); }
  bool zoomValues(int side, double factor, double place);
  void pan();
  void zoomIntoBox();

  Chart& chart_;
  std::optional<Drag> drag_;
  int gestures_ = 0;
};

/// The range made larger or smaller by a factor around a value that stays where it is.
AxisRange zoomedAbout(AxisRange range, double factor, double about);

}  // namespace holonom

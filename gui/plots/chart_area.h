// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <optional>
#include <vector>

#include "gui/plots/axis_painter.h"
#include "gui/plots/chart_axes.h"
#include "gui/plots/chart_content.h"
#include "gui/plots/chart_hand.h"
#include "gui/plots/chart_legend.h"
#include "gui/plots/chart_picture.h"

namespace holonom {

class PointChart;

/// Which channels are to stand out; without a target: none.
using ChannelPredicate = std::function<bool(const Channel&)>;

/// What one pane shows, handed over at once.
struct ChartSetup {
  CurveSet set;
  std::vector<LegendEntry> legend;
  const PlotForm* form = nullptr;
  AxisWords left, right, horizontal;
};

/// The drawn part of one pane: curves with axes in a kept picture, and on top of it the legend with read-out
/// and the cursors, which are cheap to move. Its parts own what they know: the content the curves, the axes
/// what is seen of them, the legend its lines, the hand what the mouse is doing, the picture when it must be
/// drawn anew.
class ChartArea : public QWidget, private ChartHand::Chart {
  Q_OBJECT
 public:
  explicit ChartArea(const PlotSpec& spec, QWidget* parent = nullptr);

  void present(ChartSetup setup);     ///< ranges that the user has chosen stay
  void setWindow(AxisRange time);     ///< s
  void setCursorTime(double t);       ///< s; NaN hides the line
  void setSecondCursor(double t);     ///< s; NaN for none. Differences are from it to the cursor
  void setEvents(EventMarks events);  ///< replaces those that are marked
  int neededRightRoom() const;        ///< by its right axis, px; 0 without one
  /// for a right axis, so that time axes of panes above each other stand in line
  void setRightRoom(int room);
  bool hasRightAxis() const override;
  void setEmphasis(ChannelPredicate belongs);  ///< curves of these channels stand out where there are any
  std::vector<bool> emphasis() const;          ///< for each curve; empty where none stands out
  QRect legendPlace(std::size_t entry) const;  ///< invalid where it has no room
  void setHint(const QString& text) { hint_ = text; }  ///< shown while there are no curves
  const QString& hint() const { return hint_; }

  AreaZoom zoom() const { return axes_.zoom(); }
  void setZoom(const AreaZoom& zoom);
  void zoomValuesAtCentre(double factor);
  void shiftValues(double part);  ///< of the span
  /// Zooms the horizontal axis where it is the pane's own. Returns false for the time of all panes.
  bool zoomOwnHorizontal(double factor);
  bool shiftOwnHorizontal(double part);

  /// Takes in new rows, at most `mostRows` per curve, and redraws the kept picture if it would differ.
  /// Returns whether it did.
  bool refresh(bool running, std::size_t mostRows);
  /// For files and the clipboard, as lines and text: with the names of all curves, and without what is of the
  /// moment, a selection and a cursor. Two cursors measure something and stay.
  void drawTo(QPainter& painter);
  int extraHeightOnPaper() const;  ///< that drawTo() needs beyond the height of the widget, px

  const ChartContent& content() const { return content_; }
  const PlotCurves& curves() const { return content_.curves(); }
  const QString& horizontalTitle() const { return axes_.horizontal().quantity; }
  AxisRange window() const { return axes_.time(); }
  AxisRange horizontalRange() const { return axes_.across(isOverTime()); }
  AxisRange valueRange(int side = 0) const { return axes_.values(side).range; }
  QRectF plotArea() const;          ///< of the curves, in widget coordinates
  double timeAt(double x) const;    ///< widget coordinate to the horizontal axis (s over time)
  QStringList readOut() const;      ///< a text per curve: value at the cursor, and the difference
  QString tipAt(QPointF at) const;  ///< what the mouse is told where it rests; empty for nothing
  QSize sizeHint() const override { return {420, 200}; }
  QSize minimumSizeHint() const override;

 signals:
  void cursorRequested(double t);
  void secondCursorRequested(double t);
  void windowRequested(double t0, double t1, const QString& gesture);
  /// the pane's own ranges have changed; steps of one gesture have one name
  void zoomed(const QString& gesture);
  void resetRequested();
  void menuRequested(const QPoint& globalPosition);
  /// its curve, or its entry in the legend, was clicked
  void channelPicked(const holonom::Channel& channel);
  void activated();  ///< the user has turned to this pane

 protected:
  bool event(QEvent*) override;
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void changeEvent(QEvent*) override;
  void focusInEvent(QFocusEvent*) override;
  void focusOutEvent(QFocusEvent*) override;
  void contextMenuEvent(QContextMenuEvent*) override;
  void wheelEvent(QWheelEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override;
  void mouseDoubleClickEvent(QMouseEvent*) override;

 private:
  // What the hand acts on.
  ChartAxes& axes() override { return axes_; }
  ChartFrame frame() const override { return axes_.frame(plotArea(), isOverTime()); }
  bool isOverTime() const override { return content_.form().overTime; }
  AxisRange wholeExtent(int side) const override { return content_.wholeExtent(side); }
  void wantHorizontal(AxisRange range, const QString& gesture) override;
  void axesChanged(const QString& gesture) override;
  void moveCursor(QPointF at, bool second) override;
  bool pickFromLegend(QPointF at) override;
  void pickCurve(QPointF at) override;
  void openMenu(const QPoint& globalPosition) override { emit menuRequested(globalPosition); }
  void showEverything() override { emit resetRequested(); }
  void redraw() override;

  ChartScene scene() const;
  const PlotMargins& margins() const;
  ChartLegend::Room legendRoom() const;
  void makeRoomForValues();
  void arrangeLegend();
  std::optional<std::size_t> curveNear(QPointF at) const;
  void pick(std::size_t curve);
  void makeView();
  void render(bool smooth);
  void fillView();
  AxisScale scaleOf(int side) const;
  void drawChart(QPainter& painter, bool smooth) const;
  std::vector<std::size_t> orderDrawn(const ChartScene& scene, int side) const;
  void drawOverlay(QPainter& painter) const;
  void drawHint(QPainter& painter) const;
  void drawBox(QPainter& painter) const;

  const PlotSpec& spec_;
  ChartContent content_;
  ChartAxes axes_;
  ChartLegend legend_;
  ChartHand hand_;
  ChartPicture picture_;
  PointChart* view_ = nullptr;  // of a form that is shown in one; it takes the place of the picture
  ChannelPredicate emphasised_;
  EventMarks events_;
  bool onPaper_ = false;                        // while it is drawn into a file
  mutable std::optional<PlotMargins> margins_;  // of texts, whose width is asked for many times
  int rightRoom_ = 0;
  double cursor_, second_;
  QString hint_;
};

}  // namespace holonom

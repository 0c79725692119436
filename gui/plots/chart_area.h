// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QPixmap>
#include <QWidget>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "gui/plots/chart_content.h"
#include "gui/plots/event_marks.h"
#include "gui/plots/legend_painter.h"
#include "gui/plots/value_axis.h"

namespace holonom {

/// What the user has chosen to see of one pane, apart from the window of time that all panes share.
struct AreaZoom {
  std::optional<AxisRange> horizontal, left, right;
  bool isEmpty() const { return !horizontal && !left && !right; }
  bool operator==(const AreaZoom&) const = default;
};

/// Which channels are to stand out; without a target: none.
using ChannelPredicate = std::function<bool(const Channel&)>;

/// What one pane shows, handed over at once.
struct ChartSetup {
  ChartContent::Curves curves, abscissae;
  std::vector<LegendEntry> legend;
  PaneMode mode = PaneMode::Time;
  struct Axis {
    PlotScale scale = PlotScale::Linear;
    QString quantity, unit;
  };
  Axis left, right, horizontal;
};

inline constexpr int kLegendMargin = 8;  // px

/// The drawn part of one pane: curves with axes in a cached picture, and on top of it the legend with
/// read-out and the cursors, which are cheap to move. Turns the mouse into requests; owns its value axes, not
/// the time axis.
class ChartArea : public QWidget {
  Q_OBJECT
 public:
  explicit ChartArea(const PlotSpec& spec, QWidget* parent = nullptr);

  void present(ChartSetup setup);     ///< ranges that the user has chosen stay
  void setWindow(AxisRange time);     ///< s
  void setCursorTime(double t);       ///< s; NaN hides the line
  void setSecondCursor(double t);     ///< s; NaN for none. Differences are from it to the cursor
  void setEvents(EventMarks events);  ///< replaces those that are marked
  QString eventsAt(double x) const;   ///< what happened at a widget coordinate, for the tool tip
  int neededRightRoom() const;        ///< by its right axis, px; 0 without one
  /// for a right axis, so that time axes of panes above each other stand in line
  void setRightRoom(int room);
  bool hasRightAxis() const;
  void setEmphasis(ChannelPredicate belongs);  ///< curves of these channels stand out where there are any
  std::vector<bool> emphasis() const;          ///< for each curve; empty where none stands out
  QRect legendPlace(std::size_t entry) const;  ///< invalid where it has no room
  void setHint(const QString& text) { hint_ = text; }  ///< shown while there are no curves

  AreaZoom zoom() const { return {horizontal_.chosen, values_[0].chosen, values_[1].chosen}; }
  void setZoom(const AreaZoom& zoom);
  void zoomValuesAtCentre(double factor);
  void shiftValues(double part);  ///< of the span
  /// Zooms the horizontal axis where it is the pane's own (phase plot, spectrum). Returns false for time.
  bool zoomOwnHorizontal(double factor);
  bool shiftOwnHorizontal(double part);

  /// Takes in new rows, at most `mostRows` per curve, and redraws the cached picture if it would differ.
  /// Returns whether it did.
  bool refresh(bool running, std::size_t mostRows);
  /// For files and the clipboard, as lines and text: with the names of all curves, and without what is of the
  /// moment, a selection and a cursor. Two cursors measure something and stay.
  void drawTo(QPainter& painter);
  int extraHeightOnPaper() const;  ///< that drawTo() needs beyond the height of the widget, px

  const ChartContent& content() const { return content_; }
  const ChartContent::Curves& curves() const { return content_.curves(); }
  const QString& horizontalTitle() const { return horizontal_.quantity; }
  AxisRange window() const { return window_; }
  AxisRange horizontalRange() const;
  AxisRange valueRange(int side = 0) const { return values_[static_cast<std::size_t>(side)].range; }
  QRectF plotArea() const;        ///< of the curves, in widget coordinates
  double timeAt(double x) const;  ///< widget coordinate to the horizontal axis (s over time)
  QStringList readOut() const;    ///< a text per curve: value at the cursor, and the difference
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
  enum class Zone { Outside, Curves, Horizontal, Left, Right };
  struct Drag {
    enum class Kind { Cursor, Box, Pan } kind = Kind::Cursor;
    Zone zone = Zone::Curves;
    QPointF start, end;
    AxisRange horizontal, left, right;  // ranges at the start
    QString gesture;
  };
  bool overTime() const { return content_.mode() == PaneMode::Time; }
  Zone zoneAt(QPointF at) const;
  double valueAt(int side, double y) const;
  void requestCursor(QPointF at, bool second);
  std::vector<QRect> legendPlaces() const;
  QRect legendArea() const;
  int mostLegendLines() const;
  void makeRoomForValues();
  void arrangeLegend();
  std::optional<std::size_t> legendCurveAt(QPointF at) const;
  std::optional<std::size_t> curveNear(QPointF at) const;
  void pick(std::size_t curve);
  void requestHorizontal(AxisRange range, const QString& gesture);
  bool zoomValues(int side, double factor, double about);
  void changed(const QString& gesture);
  void dragTo(QPointF at);
  void applyBox();

  LegendPainter paperLegend() const;
  int paperLegendHeight() const;
  bool showsCursors() const { return !onPaper_ || std::isfinite(second_); }
  void chooseRanges(bool live);
  void render(bool smooth);
  void drawChart(QPainter& painter, bool smooth) const;
  void drawSampleDots(QPainter& painter) const;
  QColor colourOf(std::size_t curve, const std::vector<bool>& strong) const;
  void drawOffScale(QPainter& painter) const;
  void drawOverlay(QPainter& painter) const;
  void drawCursor(QPainter& painter, double place, Qt::PenStyle style) const;
  void drawPhasePoints(QPainter& painter) const;
  void drawHint(QPainter& painter) const;
  void drawBox(QPainter& painter) const;

  const PlotSpec& spec_;
  ChartContent content_;
  LegendPainter legend_;
  std::vector<LegendEntry> legendEntries_;  // in the order of the curves
  ChannelPredicate emphasised_;
  EventMarks events_;
  QPixmap picture_;
  bool stale_ = true;     // the picture must be drawn again even without new rows
  bool smooth_ = false;   // it was drawn antialiased
  bool pending_ = false;  // rows have come since
  bool onPaper_ = false;  // while it is drawn into a file
  struct Measures {
    PlotMargins margins;
    int entryLines;  // of the legend, without values
  };
  mutable std::optional<Measures> measures_;  // of texts, whose width is asked for many times in each picture
  int rightRoom_ = 0;
  // that the values at the cursors have needed; they grow only, so that nothing jumps about
  int legendLines_ = 1;
  qint64 drawnAt_ = 0;  // ms of clock_
  AxisRange window_{0, 1};
  ValueAxis horizontal_;  // over time: only its words
  std::array<ValueAxis, 2> values_;
  QElapsedTimer clock_;
  double cursor_, second_;
  std::optional<double> frequency_;  // read out in a spectrum
  std::optional<Drag> drag_;
  int gestures_ = 0;
  QString hint_;
};

}  // namespace holonom

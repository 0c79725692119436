// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "gui/plots/time_window.h"

class QScrollArea;
class QUndoStack;

namespace holonom {

class BoardHead;
class EventMarks;
class PaneGrid;
class PlotView;
class ZoomHistory;
struct BoardZoom;

/// The panes of a run, each with channels of its own, with one shared time axis and shared cursors. Runs
/// overlay in every pane. At the start there are six: acceleration, reactions λ, constraint drift, energy,
/// order, step size; a model with outputs puts a pane for each of their units before them.
class PlotBoard : public QWidget {
  Q_OBJECT
 public:
  /// The mouse in a pane: see chart_hand.h.
  explicit PlotBoard(QWidget* parent = nullptr);
  ~PlotBoard() override;

  /// replaces all runs; channel selections survive where names match
  void setRuns(std::vector<PlottedRun> runs);
  void setRunnable(bool on);  ///< whether there is a mechanism of which there could be runs
  /// the next runs are of another model: zoom and second cursor end, choices hold where all exists
  void meetOtherModel();
  /// called by the one polling timer; redraws only what changed
  void tick(bool running);
  void setCursorTime(double t);             ///< s; moves the vertical line in all plots
  void setTimeRange(double t0, double t1);  ///< expected range of the run, until the user zooms
  /// CPU time of this thread in the last tick, for the governor
  double lastTickSeconds() const { return cost_; }
  QByteArray saveState() const;                ///< panes and what they show, as JSON
  void restoreState(const QByteArray& state);  ///< what cannot be read is passed over

  // Panes, in the order in which they are shown. One of them is the current one, which takes what is added.
  const std::vector<PlotView*>& panes() const;
  PlotView* currentPane() const;  ///< nullptr when there is no pane
  void setCurrentPane(PlotView* pane);
  /// `topic`: the key of a ready-made pane, or "free". Comes behind the current pane, becomes it, and is
  /// returned.
  PlotView* addPane(const QString& topic);
  void removePane(PlotView* pane);
  void bringBackPane();  ///< that was removed last
  void movePane(PlotView* pane, int by);
  void movePaneTo(PlotView* pane, PlotView* place);  ///< takes the place of the other, which makes room
  void splitPane(PlotView* pane);                    ///< one pane for each of its curves
  void restoreDefaultPanes();
  void addToCurrent(const QStringList& channels);  ///< to a new pane where there is none

  // What is seen. Whatever the user chooses stays when rows, runs or curves come.
  /// zooms all panes to this stretch, s
  void setTimeWindow(double t0, double t1, const QString& gesture = {});
  void resetZoom();                     ///< shows the whole run in all panes
  const QUndoStack& zoomSteps() const;  ///< to see whether there is something to undo
  void undoZoom();
  void redoZoom();

  /// Curves of these channels stand out in every pane that has some of them; an empty function: none does.
  void setEmphasis(std::function<bool(const Channel&)> belongs);

  AxisRange timeWindow() const { return time_.shown(); }  ///< s, that all panes show
  /// Where the time axis of the first visible pane over time begins and ends, as global horizontal places;
  /// for what stands in line with it.
  std::optional<AxisRange> timeAxisSpan() const;
  double cursorTime() const { return cursor_; }    ///< s; NaN for none
  double secondCursor() const { return second_; }  ///< s; NaN for none
  void setSecondCursor(double t);

  void drawTo(QPainter& painter);  ///< all panes and the names of the runs, for files
  QSize drawnSize() const;
  void drawTo(QPainter& painter, PlotView& pane);  ///< this pane and the names of the runs
  QSize drawnSize(const PlotView& pane) const;

 signals:
  void cursorMoved(double t);                           ///< the user clicked or dragged in a plot
  void channelPicked(const holonom::Channel& channel);  ///< its curve, or its name in a legend, was clicked
  void currentPaneChanged();
  void menuRequested(const QPoint& globalPosition);  ///< for the current pane
  void addPaneMenuRequested(const QPoint& globalPosition);
  void reported(const QString& message, bool success);  ///< of something that was written
  void paneRemoved(const QString& message);             ///< and how it comes back

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void welcome(PlotView& pane);
  void showOutputs();
  void applyWindow();
  BoardZoom zoom() const;
  void applyZoom(const BoardZoom& zoom);
  void noteZoom(const QString& gesture);
  void showCursors();
  EventMarks eventMarks() const;
  void markEvents(bool anew);
  void alignRightAxes();
  void drawHeadTo(QPainter& painter, const QSize& size);

  BoardHead* head_;
  PaneGrid* grid_;
  QScrollArea* scroll_;
  std::vector<PlottedRun> runs_;
  bool runnable_ = true;
  TimeWindow time_;
  std::unique_ptr<ZoomHistory> history_;
  std::function<bool(const Channel&)> emphasis_;
  std::size_t markedEvents_ = 0;
  bool outputsDue_ = false;   // the runs are new, and their outputs may be others
  bool justRemoved_ = false;  // a pane, and the keyboard has not left the plots since
  std::size_t next_ = 0;      // pane to refresh first in the next tick
  double cost_ = 0;           // s
  double cursor_ = std::numeric_limits<double>::quiet_NaN(), second_ = cursor_;
};

}  // namespace holonom

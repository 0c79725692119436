// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <limits>
#include <vector>

#include "gui/plots/data_table.h"
#include "gui/plots/pane_state.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_spec.h"

class QStackedWidget;

namespace holonom {

class ChannelSelector;
class ChartArea;
class DifferenceRecording;
class PlotTable;
class PlotTitle;
class StatisticsStrip;
struct ChartSetup;

/// One pane with its title bar: knows which channels it shows, in which form, for all runs.
class PlotView : public QWidget {
  Q_OBJECT
 public:
  /// `key` names the pane among those of its board.
  PlotView(const PlotSpec& spec, const QString& key, QWidget* parent = nullptr);
  ~PlotView() override;

  void setRuns(const std::vector<PlottedRun>& runs);

  /// Redraws what has changed; takes in at most `mostRows` new rows per curve. Returns whether it drew.
  bool refresh(bool running, std::size_t mostRows);

  const PlotSpec& spec() const { return spec_; }
  const QString& key() const { return key_; }
  ChartArea* area() const { return area_; }
  // Made when they are first asked for: most panes never show them.
  PlotTable* table();
  StatisticsStrip* statistics();
  ChannelSelector* selector() const { return selector_; }
  QString title() const;
  const QStringList& shown() const { return shown_; }
  bool chosenByUser() const { return state_.chosen; }
  void choose(const QStringList& names);  ///< as if the user had; an empty list goes back to the default
  void add(const QStringList& names);     ///< to what is shown
  void remove(const QString& name);

  PaneMode mode() const { return state_.mode; }
  void setMode(PaneMode mode);
  bool isLogarithmic() const;
  PlotScale scale() const;
  /// on the right, channels that are none of the topic have no part in its logarithmic axis
  PlotScale scaleOf(int side) const;
  bool canBeLogarithmic() const { return spec_.scale != PlotScale::Steps; }
  void setLogarithmic(bool on);
  /// Which channel a phase plot has on its horizontal axis: the user's choice, or the first that is shown.
  QString abscissa() const;
  void setAbscissa(const QString& name);  ///< and shows the pane as a phase plot
  int sideOf(const QString& name) const;  ///< 0 left, 1 right
  std::optional<int> chosenSide(const QString& name) const;
  void setSide(const QString& name, std::optional<int> side);  ///< none: by its unit
  void setStatisticsVisible(bool on);
  bool statisticsVisible() const { return state_.statistics; }
  /// Shows what the other runs differ from the first by, on the times of both, instead of the runs
  /// themselves.
  void setDifference(bool on);
  bool showsDifference() const { return state_.difference; }

  const PaneState& state() const { return state_; }
  /// From now on runs are those of another model: what was chosen for the former one holds where all of it
  /// exists.
  void meetOtherModel() { ofOtherModel_ = true; }
  void restore(const PaneState& state);
  void setCurrent(bool on);
  bool isCurrent() const { return current_; }
  void setCursors(double t, double second);

  DataTable visibleTable() const;  ///< what is shown, in the visible stretch of time
  void drawTo(QPainter& painter);  ///< title and curves, for files
  QSize drawnSize() const;

 signals:
  void activated();
  void cursorRequested(double t);  ///< by a line of the table
  void menuRequested(const QPoint& globalPosition);
  void paneDropped(const QString& key);  ///< another pane was dropped here

 protected:
  void changeEvent(QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void turnPage();
  void offerQuantities(const QStringList& parts, const QPoint& globalPosition);
  void makeBar();
  void updateSelection(bool running);
  void drawFrom(const QStringList& names);
  bool growDifferences(std::size_t mostRows);
  void showChannels(const QStringList& names);
  void again();
  ChartSetup setup(const QStringList& names, std::vector<Channel>& channels) const;
  void addCurves(ChartSetup& setup, const QStringList& names, std::vector<Channel>& channels) const;
  void addAbscissa(ChartSetup& setup) const;
  void showTitle(const std::vector<Channel>& channels);
  QString axisQuantity(const std::vector<Channel>& channels) const;
  void offerChannels();
  void take(const QStringList& names);  // choose() without a picture of it
  void fillStrip();
  const Recording* reference() const;

  const PlotSpec& spec_;
  QString key_;
  std::vector<PlottedRun> runs_;
  std::vector<PlottedRun> drawn_;  // whose curves are shown: the runs, or their differences
  std::vector<std::unique_ptr<DifferenceRecording>> differences_;
  std::size_t readyRuns_ = 0;
  bool defaultSettled_ = false;  // the default was chosen with data to judge by
  bool ofOtherModel_ = false;    // the choice was made for the channels of another model
  bool current_ = false;
  double cursor_ = std::numeric_limits<double>::quiet_NaN();  // s
  PaneState state_;                                           // channels: the user's choice
  QStringList shown_;
  PlotTitle* title_;
  ChannelSelector* selector_;
  ChartArea* area_;
  PlotTable* table_ = nullptr;
  StatisticsStrip* strip_ = nullptr;
  QStackedWidget* pages_;
};

}  // namespace holonom

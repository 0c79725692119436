// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <limits>
#include <map>
#include <vector>

#include "gui/plots/pane_selection.h"
#include "gui/plots/run_differences.h"

class QStackedWidget;

namespace holonom {

class ChannelSelector;
class ChartArea;
class PlotTitle;
class StatisticsStrip;

/// One pane with its title bar: shows what is selected, in its form, and takes what is dropped on it.
class PlotView : public QWidget {
  Q_OBJECT
 public:
  /// `key` names the pane among those of its board.
  PlotView(const PlotSpec& spec, const QString& key, QWidget* parent = nullptr);
  ~PlotView() override;

  void setRuns(const std::vector<PlottedRun>& runs);
  /// Whether there is something that could be run; told where there are no curves.
  void setRunnable(bool on);

  /// Redraws what has changed; takes in at most `mostRows` new rows per curve. Returns whether it drew.
  bool refresh(bool running, std::size_t mostRows);

  const PaneSelection& selection() const { return selection_; }
  const PlotSpec& spec() const { return selection_.spec(); }
  const PaneState& state() const { return selection_.state(); }
  const QStringList& shown() const { return selection_.shown(); }
  const PlotForm& form() const { return selection_.form(); }
  const QString& key() const { return key_; }
  ChartArea* area() const { return area_; }
  /// What the form shows in place of curves; nullptr where it has axes.
  FormPage* page();
  QWidget* content();             ///< the page, or the area
  StatisticsStrip* statistics();  ///< made when it is first asked for: most panes never show it
  ChannelSelector* selector() const { return selector_; }
  QString title() const;

  // What the user chooses.
  void choose(const QStringList& names);  ///< an empty list goes back to the default
  void add(const QStringList& names);     ///< to what is shown
  void remove(const QString& name);
  void setForm(const QString& key);
  void setLogarithmic(bool on);
  void setAbscissa(const QString& name);  ///< in a form that draws one channel against another
  void setSide(const QString& name, std::optional<int> side);  ///< none: by its unit
  void setStatisticsVisible(bool on);
  /// Shows what the other runs differ from the first by, on the times of both, instead of the runs
  /// themselves.
  void setDifference(bool on);
  void restore(const PaneState& state);
  void meetOtherModel() { selection_.meetOtherModel(); }

  void setCurrent(bool on);
  void setCursors(double t, double second);

  DataTable visibleTable() const;  ///< what is shown, in the visible stretch of time
  void drawTo(QPainter& painter);  ///< title and curves, for files
  QSize drawnSize() const;

 signals:
  void activated();
  void cursorRequested(double t);  ///< by a page
  void menuRequested(const QPoint& globalPosition);
  void paneDropped(const QString& key);  ///< another pane was dropped here

 protected:
  void changeEvent(QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void makeBar();
  void turnPage();
  void offerQuantities(const QStringList& parts, const QPoint& globalPosition);
  void settle(bool running);
  void present();
  void showAtOnce();
  const std::vector<PlottedRun>& drawnRuns();
  std::size_t readyRuns() const;
  /// In one sentence, for a pane without curves. `offers`: whether there is something to choose.
  QString whyEmpty(bool offers) const;
  void offerChannels();
  void fillStrip();

  PaneSelection selection_;
  RunDifferences differences_;
  const std::vector<PlottedRun>* drawn_;  // whose curves are shown: the runs, or their differences
  QString key_;
  std::size_t readyRuns_ = 0;
  bool runnable_ = true;
  double cursor_ = std::numeric_limits<double>::quiet_NaN();  // s
  PlotTitle* title_;
  ChannelSelector* selector_;
  ChartArea* area_;
  std::map<QString, FormPage*> made_;  // pages, by the key of their form
  StatisticsStrip* strip_ = nullptr;
  QStackedWidget* pages_;
};

}  // namespace holonom

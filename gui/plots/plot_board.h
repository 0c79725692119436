// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>
#include <memory>
#include <vector>

#include "core/results/recording.h"

namespace holonom {

/// One run as the plots see it: shown in all plots under its label and colour.
struct PlottedRun {
  std::shared_ptr<const Recording> recording;
  QString label;    ///< "BDF, index 3"
  QColor colour;
};

/// The six live plots of a run (acceleration, reactions λ, constraint drift, energy, order, step size), each with a
/// selector of the channels it shows, one shared time axis and one shared time cursor. Runs overlay in every plot.
class PlotBoard : public QWidget {
  Q_OBJECT
 public:
  /// Mouse in a plot: left moves the time cursor, right draws a box to zoom into, middle moves the window of time, the
  /// wheel zooms time (with Ctrl: values), a double click shows everything again.
  explicit PlotBoard(QWidget* parent = nullptr);
  ~PlotBoard() override;

  void setRuns(std::vector<PlottedRun> runs);   ///< replaces all runs; channel selections survive where names match
  void tick(bool running);                      ///< called by the one polling timer; redraws only what changed
  void setCursorTime(double t);                 ///< s; moves the vertical line in all plots
  void setTimeRange(double t0, double t1);      ///< expected range of the run, until the user zooms
  double lastTickSeconds() const;               ///< CPU time of this thread in the last tick, for the governor
  QByteArray saveState() const;                 ///< which channels each plot shows, as JSON
  void restoreState(const QByteArray& state);   ///< what cannot be read is passed over

  void setTimeWindow(double t0, double t1);     ///< zooms all plots to this stretch of time, s
  void resetZoom();                             ///< shows the whole run in all plots

 signals:
  void cursorMoved(double t);                   ///< the user clicked or dragged in a plot

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "gui/app/frame_pacer.h"
#include "gui/base/event_loop_turn.h"
#include "gui/session/workspace.h"

namespace holonom {

class PictureGrid;
class PlotBoard;
class RunStatus;

/// The one timer of the window: 60 times per second it looks at what the solver published, moves the playback
/// on and hands out drawing – poses, plots, status – as often as the machine can afford beside the solver.
class RefreshLoop : public QObject {
  Q_OBJECT
 public:
  RefreshLoop(Workspace& workspace, PictureGrid& pictures, PlotBoard& plots, RunStatus& status,
              QObject* parent = nullptr);

  void showAgain() { posesStale_ = true; }  ///< the picture wants something else of the same moment

 signals:
  void plotted();  ///< the plots have been brought up to date

 private:
  void tick();
  void plotRuns();
  void showRuns();
  void showTimeRange();
  void showPoses(double now);
  void showPlots(double now);

  Workspace& workspace_;
  PictureGrid& pictures_;
  PlotBoard& plots_;
  RunStatus& status_;
  QTimer timer_, again_;
  QElapsedTimer clock_;
  double lastTick_ = 0;
  eventloop::TurnWait wait_;
  // Pictures come at 30 per second or more as long as one costs less than 25 ms; the solver's thread stands
  // back.
  FramePacer poses_{0.75, 0.016, 0.030}, plotting_{0.2, 0.080, 0.25}, reporting_{1, 0.1, 0.1};
  bool posesStale_ = true, cursorStale_ = true, travelDue_ = false;
  bool curvesDue_ = false;  // of a picture that was made anew
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/refresh_loop.h"

#include <algorithm>

#include "gui/panels/run_status.h"
#include "gui/plots/plot_board.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {

RefreshLoop::RefreshLoop(Workspace& workspace, MechanismView& view, PlotBoard& plots, RunStatus& status,
                         QObject* parent)
    : QObject(parent), workspace_(workspace), view_(view), plots_(plots), status_(status) {
  connect(&workspace_.session, &Session::runsChanged, this, &RefreshLoop::showRuns);
  connect(&workspace_.session, &Session::runFinished, this, [this] {
    plots_.setTimeRange(workspace_.session.startTime(), workspace_.session.expectedEnd());
    plotting_.hurry();
    frameTravel();
  });
  connect(&workspace_.playback, &Playback::timeChanged, this, [this] { posesStale_ = cursorStale_ = true; });
  connect(&timer_, &QTimer::timeout, this, &RefreshLoop::tick);
  clock_.start();
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.start(16);
}

void RefreshLoop::tick() {
  const double now = double(clock_.nsecsElapsed()) * 1e-9;
  workspace_.session.poll();
  workspace_.playback.setAvailable(workspace_.session.recordedUntil());
  workspace_.playback.advance(now - lastTick_);
  lastTick_ = now;
  showPoses(now);
  showPlots(now);
  if (reporting_.due(now)) {
    if (workspace_.session.state() == Session::State::Running || workspace_.session.state() == Session::State::Paused)
      status_.refresh();
    reporting_.worked(now, 0);
  }
}

void RefreshLoop::showRuns() {
  std::vector<PlottedRun> plotted;
  for (const auto& run : workspace_.session.runs())
    plotted.push_back({run->recording(), run->label(), Session::colour(plotted.size())});
  plots_.setRuns(std::move(plotted));
  plots_.setTimeRange(workspace_.session.startTime(), workspace_.session.expectedEnd());
  view_.setGhostPoses({});
  posesStale_ = cursorStale_ = true;
  plotting_.hurry();
}

// The view holds the whole way of a run before it is played.
void RefreshLoop::frameTravel() {
  const auto traced = [](const Body& body) { return std::any_of(body.points.begin(), body.points.end(), [](const Point& p) { return p.traced; }); };
  const auto& bodies = workspace_.document.mechanism().bodies;
  const int samples = std::any_of(bodies.begin(), bodies.end(), traced) ? 1500 : 300;  // curves must look like curves
  std::vector<std::vector<BodyPose>> way;
  for (const auto& run : workspace_.session.runs()) {
    const double start = run->options().startTime, end = run->recordedUntil();
    for (int i = 0; i <= samples; ++i)
      if (run->posesAt(start + (end - start) * i / samples, buffer_)) way.push_back(buffer_);
    way.emplace_back();
  }
  view_.setTravel(way);
  posesStale_ = true;
}

void RefreshLoop::showPoses(double now) {
  const auto& runs = workspace_.session.runs();
  if (!posesStale_ || runs.empty() || !poses_.due(now)) return;
  const double t = workspace_.playback.time();
  // Before a branch begins there is only the run that it came from.
  const bool beforeBranch = runs.size() > 1 && t < runs[0]->options().startTime;
  const bool shown = runs[beforeBranch ? 1 : 0]->posesAt(t, buffer_);
  if (shown) view_.setPoses(buffer_);
  if (beforeBranch) view_.setGhostPoses({});
  else if (runs.size() > 1 && runs[1]->posesAt(t, buffer_)) view_.setGhostPoses(buffer_);
  posesStale_ = !shown;  // nothing recorded yet: try again
  poses_.worked(now, view_.lastFrameSeconds());
}

void RefreshLoop::showPlots(double now) {
  if (!plotting_.due(now)) return;
  if (cursorStale_) plots_.setCursorTime(workspace_.playback.time());
  cursorStale_ = false;
  plots_.tick(workspace_.session.state() == Session::State::Running);
  emit plotted();
  plotting_.worked(now, plots_.lastTickSeconds());
}

}  // namespace holonom

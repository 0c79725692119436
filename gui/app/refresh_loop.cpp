// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/refresh_loop.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "gui/app/picture_grid.h"
#include "gui/panels/run_status.h"
#include "gui/plots/plot_board.h"
#include "gui/session/run_names.h"
#include "gui/session/run_report.h"

namespace holonom {
namespace {

std::vector<PlottedRun> plottedRuns(const Session& session, const KeptRuns& kept) {
  std::vector<PlottedRun> plotted;
  const auto curves = kept.curves();
  const QString present = curves.empty() ? QString() : kept.presentWords();
  for (const auto& run : session.runs()) {
    if (!session.isVisible(run->place())) continue;
    plotted.push_back({run->recording(), run->label(), Session::colour(run->place())});
    if (!present.isEmpty()) plotted.back().label += QString::fromUtf8(" – ") + present;
    if (session.runs().size() + curves.size() > 1) plotted.back().mark = runMark(run->place());
    plotted.back().failed = run->run().finished() && report::failed(run->run().summary());
  }
  for (const auto& [recording, label, mark, colour] : curves)
    plotted.push_back({recording, label, colour, mark});
  return plotted;
}

}  // namespace

RefreshLoop::RefreshLoop(Workspace& workspace, PictureGrid& pictures, PlotBoard& plots, RunStatus& status,
                         QObject* parent)
    : QObject(parent), workspace_(workspace), pictures_(pictures), plots_(plots), status_(status) {
  connect(&workspace_.kept, &KeptRuns::changed, this, &RefreshLoop::showRuns);
  connect(&workspace_.session, &Session::runsChanged, this, &RefreshLoop::showRuns);
  connect(&workspace_.session, &Session::visibilityChanged, this, &RefreshLoop::showRuns);
  connect(&workspace_.session, &Session::optionsChanged, this, [this] {
    if (workspace_.session.runs().empty()) showTimeRange();  // of another model, or of the run to come
  });
  connect(&workspace_.session, &Session::runFinished, this, [this] {
    const auto& runs = workspace_.session.runs();
    if (std::any_of(runs.begin(), runs.end(),
                    [](const auto& run) { return report::failed(run->run().summary()); }))
      plotRuns();
    plots_.setTimeRange(workspace_.session.startTime(), workspace_.session.expectedEnd());
    plotting_.hurry();
    travelDue_ = true;
    posesStale_ = true;
  });
  // The picture of a changed model is made anew, and its curves with it: those of runs that stay, or that
  // have come back with a change that was undone.
  connect(&workspace_.document, &Document::changed, this, [this] { curvesDue_ = posesStale_ = true; });
  connect(&workspace_.playback, &Playback::timeChanged, this, [this] { posesStale_ = cursorStale_ = true; });
  connect(&timer_, &QTimer::timeout, this, &RefreshLoop::tick);
  connect(&again_, &QTimer::timeout, this, &RefreshLoop::tick);
  again_.setSingleShot(true);
  clock_.start();
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.start(16);
}

void RefreshLoop::tick() {
  if (wait_.goesOn(eventloop::turnIsFull() || pictures_.hasUnpaintedFrame())) return again_.start();
  const double now = double(clock_.nsecsElapsed()) * 1e-9;
  const bool framed = std::exchange(travelDue_, false), curves = std::exchange(curvesDue_, false);
  if ((framed || curves) && workspace_.session.state() == Session::State::Finished)
    return framed ? pictures_.frameTravel() : pictures_.redrawTravel();  // in a turn of its own
  workspace_.session.poll();
  workspace_.session.keepPace(now - lastTick_, workspace_.playback.speed());
  if (workspace_.session.isLive() && workspace_.playback.expectedEnd() < workspace_.session.expectedEnd())
    showTimeRange();
  workspace_.playback.setAvailable(workspace_.session.shownUntil(), workspace_.session.newestTime());
  workspace_.playback.advance(now - lastTick_);
  lastTick_ = now;
  pictures_.followTraces();
  pictures_.surveyArrows();
  showPoses(now);
  showPlots(now);
  if (reporting_.due(now)) {
    if (workspace_.session.state() == Session::State::Running ||
        workspace_.session.state() == Session::State::Paused)
      status_.refresh();
    reporting_.worked(now, 0);
  }
}

void RefreshLoop::showTimeRange() {
  workspace_.playback.setExpectedEnd(workspace_.session.expectedEnd());
  plots_.setTimeRange(workspace_.session.startTime(), workspace_.session.expectedEnd());
}

void RefreshLoop::plotRuns() { plots_.setRuns(plottedRuns(workspace_.session, workspace_.kept)); }

void RefreshLoop::showRuns() {
  plotRuns();
  plots_.setTimeRange(workspace_.session.startTime(), workspace_.session.expectedEnd());
  posesStale_ = cursorStale_ = true;
  plotting_.hurry();
}

void RefreshLoop::showPoses(double now) {
  if (!posesStale_ || workspace_.session.runs().empty() || !poses_.due(now)) return;
  posesStale_ =
      !pictures_.show(workspace_.playback.time());  // nothing recorded yet, or arrows to come: try again
  poses_.worked(now, pictures_.lastFrameSeconds());
}

void RefreshLoop::showPlots(double now) {
  if (!plotting_.due(now)) return;
  const bool some = !workspace_.session.runs().empty();
  if (cursorStale_)
    plots_.setCursorTime(some ? workspace_.playback.time() : std::numeric_limits<double>::quiet_NaN());
  cursorStale_ = false;
  plots_.tick(workspace_.session.state() == Session::State::Running);
  emit plotted();
  plotting_.worked(now, plots_.lastTickSeconds());
}

}  // namespace holonom

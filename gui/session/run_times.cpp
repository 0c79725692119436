// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/run_times.h"

#include <algorithm>
#include <cmath>

namespace holonom {

double RunTimes::start() const {
  double t = runs_.empty() ? next_.startTime : runs_.front()->options().startTime;
  for (const auto& run : runs_) t = std::min(t, run->options().startTime);
  return t;
}

double RunTimes::recorded() const {
  double t = start();
  for (const auto& run : runs_) t = std::max(t, run->recordedUntil());
  return t;
}

double RunTimes::shown(bool together) const {
  double reached = recorded();
  if (!together) return reached;
  for (const auto& run : runs_)
    if (run->isActive()) reached = std::min(reached, run->recordedUntil());
  // A branch goes on where its parent has been already.
  for (const auto& run : runs_)
    if (!run->isActive()) reached = std::max(reached, run->recordedUntil());
  return reached;
}

double RunTimes::newest(bool together) const {
  double t = start();
  bool active = false;
  for (const auto& run : runs_) {
    if (!run->isActive()) continue;
    active = true;
    t = std::max(t, run->recordedUntil());
  }
  if (active) return std::min(t, shown(together));
  return !runs_.empty() && runs_.front()->isLive() ? runs_.front()->recordedUntil() : recorded();
}

/// A live run goes on until it is stopped: the time line grows with it, in steps.
double RunTimes::liveEnd(const SessionRun& run) const {
  const double usual = next_.endTime - next_.startTime, start = run.options().startTime;
  const double passed = std::ceil((run.recordedUntil() - start) / usual * 1.0001);
  return start + std::max(1.0, passed) * usual;
}

double RunTimes::expectedEnd() const {
  if (runs_.empty()) return next_.endTime;
  double t = start();
  for (const auto& run : runs_)
    t = std::max(t, !run->isActive() ? run->recordedUntil()
                    : run->isLive()  ? liveEnd(*run)
                                     : run->options().endTime);
  return t;
}

}  // namespace holonom

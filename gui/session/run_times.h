// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "gui/session/session_run.h"

namespace holonom {

/// How far runs are and will be, s; where there are none, what the options of the next ones say. A glance at
/// them, not to be kept.
class RunTimes {
 public:
  RunTimes(const std::vector<std::unique_ptr<SessionRun>>& runs, const SimulationOptions& next)
      : runs_(runs), next_(next) {}

  double start() const;     ///< the earliest
  double recorded() const;  ///< of all runs
  /// recorded(), or what all have reached while they keep together
  double shown(bool together) const;
  /// where the solver is: of the runs that are under way; else of a live one, or of all
  double newest(bool together) const;
  double expectedEnd() const;  ///< the latest that is still expected or was reached

 private:
  double liveEnd(const SessionRun& run) const;

  const std::vector<std::unique_ptr<SessionRun>>& runs_;
  const SimulationOptions& next_;
};

}  // namespace holonom

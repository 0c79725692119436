// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "gui/session/session_run.h"

namespace holonom {

/// Runs that nobody wants any more: told to stop, and gone once their threads have ended, for which nobody
/// waits.
class RetiredRuns {
 public:
  void take(std::unique_ptr<SessionRun> run) {
    if (!run) return;
    run->run().stop();
    if (run->isActive()) runs_.push_back(std::move(run));
  }
  void take(std::vector<std::unique_ptr<SessionRun>> runs) {
    for (auto& run : runs) take(std::move(run));
  }
  void sweep() {
    std::erase_if(runs_, [](const auto& run) { return !run->isActive(); });
  }

 private:
  std::vector<std::unique_ptr<SessionRun>> runs_;
};

}  // namespace holonom

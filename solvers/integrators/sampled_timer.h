// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "solvers/integrators/work.h"

namespace holonom {

/// Adds the time of a scope to a counter, like PhaseTimer, but reads the clock in the first evaluations only
/// and in every sixteenth after them, which then stands for all: reading it takes as long as a phase of a
/// small mechanism. `evaluation`: its number.
class SampledTimer {
 public:
  SampledTimer(double& seconds, long evaluation) : seconds_(seconds), before_(seconds) {
    constexpr long kFirst = 16;
    if (evaluation >= kFirst && evaluation % kEach != 0) return;
    weight_ = evaluation < kFirst ? 1 : kEach;
    timer_.emplace(seconds);
  }
  ~SampledTimer() {
    if (!timer_) return;
    timer_.reset();
    seconds_ = before_ + weight_ * (seconds_ - before_);
  }
  SampledTimer(const SampledTimer&) = delete;
  SampledTimer& operator=(const SampledTimer&) = delete;

 private:
  static constexpr int kEach = 16;
  double& seconds_;
  double before_;
  int weight_ = 0;
  std::optional<PhaseTimer> timer_;
};

}  // namespace holonom

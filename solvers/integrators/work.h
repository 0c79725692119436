// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace holonom {

/// Work done by an integrator: counts, and seconds per phase.
struct Work {
  long residuals = 0, jacobians = 0, factorizations = 0, solves = 0, newtonIterations = 0;
  double residualTime = 0, jacobianTime = 0, factorizationTime = 0, solveTime = 0;
};

/// Adds the time of a scope to a counter.
class PhaseTimer {
 public:
  explicit PhaseTimer(double& seconds) : seconds_(seconds), start_(std::chrono::steady_clock::now()) {}
  ~PhaseTimer() {
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  PhaseTimer(const PhaseTimer&) = delete;
  PhaseTimer& operator=(const PhaseTimer&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace holonom

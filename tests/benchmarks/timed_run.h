// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <ctime>
#include <vector>

#include "solvers/benchmark/problems.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {

struct TimedOutcome {
  Outcome outcome;
  double milliseconds = 0;  ///< CPU time, median of the repetitions
};

inline TimedOutcome timedRun(const BenchmarkProblem& problem, const SimulationOptions& options,
                             int repetitions = 5) {
  TimedOutcome timed;
  std::vector<double> times;
  for (int i = 0; i < repetitions; ++i) {
    const auto system = problem.make();
    const InitialGuess guess = problem.guess(*system);
    const std::clock_t start = std::clock();
    timed.outcome = runSystem(*system, options, guess);
    times.push_back(1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  std::nth_element(times.begin(), times.begin() + repetitions / 2, times.end());
  timed.milliseconds = times[static_cast<std::size_t>(repetitions / 2)];
  return timed;
}

}  // namespace holonom

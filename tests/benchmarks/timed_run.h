// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <ctime>
#include <functional>
#include <memory>
#include <vector>

#include "core/dynamics/equations_of_motion.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/andrews_bodies.h"
#include "core/dynamics/reference_problems/andrews_relative.h"

namespace holonom {

/// A problem with a known end, run anew for each measurement.
struct Problem {
  const char* name;
  double endTime;
  std::function<std::unique_ptr<DaeSystem>()> make;
  std::function<InitialGuess(const DaeSystem&)> guess;
  std::function<double(const State&)> error;  ///< largest error of an angle, rad or relative; may be empty
};

inline Problem mechanismProblem(const char* name, const Mechanism& mechanism, double endTime) {
  return {name, endTime, [=] { return std::make_unique<EquationsOfMotion>(mechanism); },
          [](const DaeSystem& system) {
            const auto& equations = static_cast<const EquationsOfMotion&>(system);
            return guessOf(equations.givenCoordinates(), equations.givenVelocities());
          },
          {}};
}

inline double angleError(const Vector& angles, const Vector& reference) {
  return ((angles - reference).array() / reference.array().abs().max(1)).abs().maxCoeff();
}

inline Problem andrewsRelativeProblem() {
  return {"andrews_relative", AndrewsRelative::kEndTime, [] { return std::make_unique<AndrewsRelative>(); },
          [](const DaeSystem&) {
            return guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities());
          },
          [](const State& end) { return angleError(end.q, AndrewsRelative::referenceCoordinates()); }};
}

inline Problem andrewsBodiesProblem() {
  Problem problem = mechanismProblem("andrews_bodies", andrewsBodies(), AndrewsRelative::kEndTime);
  problem.error = [](const State& end) {
    const Vector angles = Vector::NullaryExpr(7, [&](Eigen::Index i) { return end.q[3 * i + 2]; });
    return angleError(angles, andrewsBodyAngles(AndrewsRelative::referenceCoordinates()));
  };
  return problem;
}

struct TimedOutcome {
  Outcome outcome;
  double milliseconds = 0;  ///< CPU time, median of the repetitions
};

inline TimedOutcome timedRun(const Problem& problem, const SimulationOptions& options, int repetitions = 5) {
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
  timed.milliseconds = times[repetitions / 2];
  return timed;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "solvers/benchmark/work_precision.h"

namespace holonom {

/// How the error of a method falls with its step on one problem.
struct MeasuredOrder {
  struct Point {
    double size;   ///< s, of the steps; where the method cannot fix them the tolerance
    double error;  ///< coordinateError() at the end
    long steps;
  };
  std::vector<Point> points;  ///< the largest size first
  bool bySteps = true;        ///< false: by tolerance
  double uncertainty = 0;     ///< of the reference
  bool settled = false;       ///< the slope is the same between the last sizes
  double leastError = 0;      ///< below, rounding or the uncertainty of the reference is too large a part
  bool reachesLeast = false;  ///< the next size has an error less than that
  /// That the formula has on y′ = λy; NaN where it is not known, and for tolerances.
  double ofFormula = std::numeric_limits<double>::quiet_NaN();
  double slope() const;         ///< of log error over log size, least squares; NaN with less than two points
  bool isBelowFormula() const;  ///< clearly
};

/// Why a model may show less than the order of the formula: what is likely for such a method. Which of it
/// holds for the model is not known.
std::string whyLowerOrder(const MeasuredOrder& found, const SimulationOptions& options);

/// The highest order of which the errors of several sizes stand out of rounding on most models; 0: none.
int measurableOrder(const std::vector<int>& orders);

inline constexpr int kFewestOrderPoints = 3, kMostOrderPoints = 5;

/// Runs the problem with the method of the options in steps that are halved each time, by tolerances that
/// fall by ten where it cannot fix them, at its order or that of the options, until the slope has settled or
/// the reference knows no more: the last sizes are kept. Where that leaves too few, those between are taken
/// as well. `each` hears of each change. Throws InputError where
/// the problem cannot begin, where no reference is found, where the constraints prescribe the motion, and
/// where fewer sizes than two tell anything.
MeasuredOrder measureOrder(const BenchmarkProblem& problem, SimulationOptions options,
                           const std::function<void(const MeasuredOrder&)>& each = {},
                           const std::atomic<bool>* stop = nullptr);

}  // namespace holonom

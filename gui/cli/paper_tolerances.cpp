// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/paper_tolerances.h"

#include <cmath>

#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/dynamics/reference_problems/flexible_slider_crank.h"
#include "solvers/benchmark/problems.h"

namespace holonom::cli {
namespace {

constexpr double kTightest = 1e-7;

SimulationOptions variant(const char* method, int index) {
  SimulationOptions options;
  options.method = method;
  options.index = index;
  return options;
}

PowerLaw lawOf(const BenchmarkProblem& problem, const SimulationOptions& method, const Vector& reference) {
  const WorkPrecisionSettings settings{.tolerances = tolerancesDownTo(kTightest), .repetitions = 1};
  std::vector<double> tolerances, errors;
  for (const Measurement& run : measure(problem, {method}, ReferenceEnd{.q = reference}, settings))
    if (run.finished()) {
      tolerances.push_back(run.tolerance);
      errors.push_back(run.error);
    }
  return fitPowerLaw(tolerances, errors);
}

void compare(const BenchmarkProblem& problem, const Vector& reference, std::vector<EqualError>& results) {
  const PowerLaw alpha = lawOf(problem, variant("generalized-alpha", 3), reference);
  for (const int index : {3, 2}) {
    const PowerLaw bdf = lawOf(problem, variant("bdf", index), reference);
    for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
      const double error = bdf.factor * std::pow(tolerance, bdf.slope);
      results.push_back(
          {problem.title, index, tolerance, error, std::pow(error / alpha.factor, 1 / alpha.slope)});
    }
  }
}

}  // namespace

PowerLaw fitPowerLaw(const std::vector<double>& tolerances, const std::vector<double>& errors) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const double n = static_cast<double>(tolerances.size());
  for (std::size_t i = 0; i < tolerances.size(); ++i) {
    const double logTolerance = std::log(tolerances[i]), logError = std::log(errors[i]);
    x += logTolerance / n, y += logError / n;
    xx += logTolerance * logTolerance / n, xy += logTolerance * logError / n;
  }
  const double slope = (xy - x * y) / (xx - x * x);
  return {std::exp(y - slope * x), slope};
}

std::vector<EqualError> measureEqualErrors() {
  std::vector<EqualError> results;
  for (const BenchmarkProblem& problem : literatureProblems()) {
    if (problem.name == "andrews_relative")
      compare(problem, AndrewsRelative::referenceCoordinates(), results);
    if (problem.name == "flexible_slider_crank_ivp")
      compare(problem, FlexibleSliderCrank::referenceCoordinates(), results);
  }
  return results;
}

}  // namespace holonom::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of test equations: against closed forms, and the reference where there is none.
#include "solvers/benchmark/equation_run.h"

#include <gtest/gtest.h>

#include <cmath>

namespace holonom {
namespace {

SimulationOptions fixedSteps(const char* method, double step, double end) {
  SimulationOptions options;
  selectMethod(options, method);
  options.fixedStep = step;
  options.endTime = end;
  return options;
}

double largestError(const EquationRun& run) {
  double largest = 0;
  for (const auto& point : run.points)
    largest = std::max(largest, (point.values - point.exact).lpNorm<Eigen::Infinity>());
  return largest;
}

TEST(EquationRun, ClassicRungeKuttaMakesItsPolynomial) {
  const double lambda = -2, h = 0.1, z = lambda * h;
  DahlquistEquation equation(lambda);
  const EquationRun run = runEquation(equation, fixedSteps("rk4", h, 1));
  ASSERT_EQ(run.points.size(), 11u);
  EXPECT_EQ(run.failure, "");
  const double factor = 1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4)));
  for (std::size_t i = 0; i < run.points.size(); ++i) {
    EXPECT_NEAR(run.points[i].values[0], std::pow(factor, i), 1e-12);
    EXPECT_NEAR(run.points[i].exact[0], std::exp(lambda * run.points[i].t), 1e-14);
  }
}

/// 004: an explicit method must keep |−120 h| within its region long after that part has gone.
TEST(EquationRun, TheStiffExampleTellsExplicitMethodsFromStiffOnes) {
  StiffTriple stiff;
  const EquationRun wild = runEquation(stiff, fixedSteps("rk4", 0.05, 1)),
                    tame = runEquation(stiff, fixedSteps("radau", 0.05, 1)),
                    small = runEquation(stiff, fixedSteps("rk4", 0.01, 1));
  EXPECT_GT(largestError(wild), 1e3);
  EXPECT_LT((tame.points.back().values - tame.points.back().exact).norm(), 1e-5);
  EXPECT_LT((small.points.back().values - small.points.back().exact).norm(), 1e-6);
}

TEST(EquationRun, AStiffPullShowsWhoDamps) {
  ProtheroRobinsonEquation pull(-1e4);
  const EquationRun bdf = runEquation(pull, fixedSteps("bdf", 0.05, 2)),
                    radau = runEquation(pull, fixedSteps("radau", 0.05, 2));
  EXPECT_LT(largestError(radau), 1e-4);
  EXPECT_LT(std::abs(bdf.points.back().values[0] - std::cos(2.0)), 1e-3);
}

/// Test set for IVP solvers, van der Pol with ε = 1e-6 at 2: here μ = 1000 at 2000.
TEST(EquationRun, VanDerPolAgreesWithTheTestSet) {
  VanDerPolEquation equation(1000);
  SimulationOptions options;
  selectMethod(options, "radau");
  options.rtol = options.atol = 1e-10;
  options.endTime = 2000;
  const EquationRun run = runEquation(equation, options);
  ASSERT_EQ(run.failure, "");
  EXPECT_NEAR(run.points.back().values[0], 1.706167732170469, 1e-5);
}

TEST(EquationRun, WhereThereIsNoClosedFormAFineRunTakesItsPlace) {
  VanDerPolEquation equation(2);
  double last = 0;
  for (const double h : {0.1, 0.05, 0.025}) {
    const EquationRun run = runEquation(equation, fixedSteps("rk4", h, 5));
    for (const auto& point : run.points) ASSERT_EQ(point.exact.size(), 1) << point.t;
    const double error = largestError(run);
    if (last > 0) EXPECT_NEAR(std::log2(last / error), 4, 0.6) << h;
    last = error;
  }
}

}  // namespace
}  // namespace holonom

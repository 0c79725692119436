// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/forms/step_iteration.h"

#include <gtest/gtest.h>

#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

Counts countsOf(int index) {
  CartesianPendulum pendulum(9.81, 1);
  SimulationOptions options = optionsOf({"", "bdf", index}, 1e-7, 10);
  const Outcome outcome = runSystem(pendulum, options, guessOf(Vector2(1, 0), Vector2::Zero()));
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  return outcome.counts;
}

/// A matrix of the step before contracts so little there that each step would need four to five iterations.
TEST(StepIteration, StepsOfIndex3HaveMatricesOfTheirOwn) {
  const Counts counts = countsOf(3);
  const double steps = double(counts.steps + counts.rejected);
  EXPECT_LT(counts.newtonIterations, 2.8 * steps);
  EXPECT_LT(counts.jacobians, 1.2 * steps);
}

TEST(StepIteration, MatricesThatServeSeveralStepsAreKept) {
  const Counts counts = countsOf(2);
  EXPECT_LT(counts.jacobians, counts.steps / 4);
}

}  // namespace
}  // namespace holonom

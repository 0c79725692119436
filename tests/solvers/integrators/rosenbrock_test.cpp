// SPDX-License-Identifier: GPL-3.0-or-later
// Rosenbrock–Wanner: the order with equal steps, also where the constraints depend on time, and damping of
// what is much faster than the steps.
#include "solvers/integrators/rosenbrock/rosenbrock.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "solvers/analyses/assembly.h"
#include "tests/solvers/equal_steps.h"
#include "tests/solvers/led_oscillator.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

EndErrors errorsOf(DaeSystem& system, const State& start, const State& exact, int steps) {
  Work work;
  const auto integrator = rosenbrockMethod().make(system, {.index = 1, .rtol = 1e-10, .atol = 1e-10}, work);
  return errorsAfterEqualSteps(*integrator, start, exact, steps);
}

void expectOrderFour(const char* name, const EndErrors& coarse, const EndErrors& fine) {
  const double q = std::log2(coarse.position / fine.position), v = std::log2(coarse.velocity / fine.velocity),
               lambda = std::log2(coarse.multiplier / fine.multiplier);
  std::printf("%s: %.2f in q (%.1e), %.2f in v (%.1e), %.2f in λ (%.1e)\n", name, q, fine.position, v,
              fine.velocity, lambda, fine.multiplier);
  EXPECT_GT(q, 3.6);
  EXPECT_GT(v, 3.6);
  EXPECT_GT(lambda, 3.6);
}

TEST(Rosenbrock, HasOrderFour) {
  const PendulumReference& reference = kPendulumReferences[0];
  CartesianPendulum pendulum(reference.gravity, 1);
  const State start = assemble(pendulum, guessOf(Vector2(reference.startX, 0), Vector2::Zero())).state;
  expectOrderFour("pendulum", errorsOf(pendulum, start, endOf(reference), 200),
                  errorsOf(pendulum, start, endOf(reference), 400));
}

TEST(Rosenbrock, HasOrderFourWhereConstraintsDependOnTime) {
  LedOscillator system;
  const State start = LedOscillator::exact(0.5), exact = LedOscillator::exact(8.5);
  expectOrderFour("led oscillator", errorsOf(system, start, exact, 80), errorsOf(system, start, exact, 160));
}

}  // namespace
}  // namespace holonom

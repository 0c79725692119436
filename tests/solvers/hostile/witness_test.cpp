// SPDX-License-Identifier: GPL-3.0-or-later
// Error estimates across jumps that nothing declares: whatever the place of the jump in the step, a method
// that reaches the end is right there. Extrapolation is the one that agrees with itself by accident.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/solvers/hostile/opaque_system.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

class UndeclaredFriction : public testing::TestWithParam<TestedMethod> {};

/// 1 kg under the force −f sign v comes to rest at v²/(2 f) and stays there.
TEST_P(UndeclaredFriction, IsNeverAnsweredWrongly) {
  constexpr long kMostSteps = 400;
  int ended = 0, runs = 0;
  for (const double tolerance : {1e-4, 1e-6, 1e-9})
    for (int i = 0; i < 12; ++i)
      for (int j = 0; j < 6; ++j) {
        const double f = 0.7 * std::pow(1.31, i), v = 0.3 + 0.21 * j, end = 2.3 * v / f;
        OpaqueSystem block(Vector::Ones(1), [f](double, const Vector&, const Vector& rate) {
          return Vector(Vector::Constant(1, rate[0] > 0 ? -f : rate[0] < 0 ? f : 0));
        });
        SimulationOptions options = optionsOf(GetParam(), tolerance, end);
        options.maxSteps = kMostSteps;
        const Outcome outcome = runSystem(block, options, guessOf(Vector::Zero(1), Vector::Constant(1, v)));
        ++runs;
        if (outcome.termination != Termination::ReachedEnd) continue;
        ++ended;
        EXPECT_NEAR(outcome.end.q[0], v * v / (2 * f), 1000 * tolerance)
            << "f = " << f << ", v = " << v << ", " << tolerance;
      }
  std::printf("%s: %d of %d runs ended\n", GetParam().name, ended, runs);
}

INSTANTIATE_TEST_SUITE_P(Explicit, UndeclaredFriction,
                         testing::Values(TestedMethod{"DormandPrince8", "dop853", 1},
                                         TestedMethod{"DormandPrince5", "dopri5", 1},
                                         TestedMethod{"RungeKutta4", "rk4", 1},
                                         TestedMethod{"Adams", "adams", 1},
                                         TestedMethod{"GraggBulirschStoer", "gbs", 1}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace holonom

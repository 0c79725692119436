// SPDX-License-Identifier: GPL-3.0-or-later
// A body in space by Euler parameters, with every kind of method and index: the fast top against the
// integrals of its motion.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "core/dynamics/reference_problems/heavy_top.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/finite_differences.h"

namespace holonom {
namespace {

/// u, the cosine of the angle between the axis of a symmetric top and the vertical, swings between two
/// zeros of u̇² = (1 − u²)(α − β u) − (b − a u)² (Goldstein, Classical Mechanics, §5.7); it begins at the
/// upper one, u = 0.
struct Nutation {
  double lowest = 0, period = 0;  // of u; s

  Nutation() {
    const Matrix3 J = HeavyTop::inertia();
    const double across = J(0, 0) + HeavyTop::kMass;  // kg·m², about the support, 1 m away
    const double a = J(1, 1) * HeavyTop::kSpin / across, b = HeavyTop::kPrecession;
    const double beta = 2 * HeavyTop::kMass * HeavyTop::kGravity / across, sum = b * b + a * a;
    // u̇² = β u (u − lowest)(u − third)
    const double root = std::sqrt(sum * sum - 4 * beta * (2 * a * b - beta));
    lowest = (sum - root) / (2 * beta);
    const double third = (sum + root) / (2 * beta);
    // u = lowest (1 − cos s)/2 leaves a smooth periodic integrand, for which the trapezoidal rule is exact to
    // rounding
    constexpr int kPlaces = 64;
    for (int k = 0; k < kPlaces; ++k) {
      const double u = lowest * (1 - std::cos(2 * M_PI * k / kPlaces)) / 2;
      period += 2 * M_PI / kPlaces / std::sqrt(beta * (third - u));
    }
  }
};

TEST(HeavyTop, Derivatives) {
  HeavyTop top;
  std::srand(5);
  for (int k = 0; k < 5; ++k)
    EXPECT_EQ(
        checkDerivatives(top, 0, Vector::Random(7), Vector::Random(7), Vector::Random(7), Vector::Random(4)),
        "");
}

struct Top {
  HeavyTop system;
  double energy = 0, momentum = 0;  // largest errors on the way, in parts of the values
  Outcome outcome;

  Top(const SimulationOptions& options) {
    const InitialGuess guess = guessOf(HeavyTop::initialCoordinates(), HeavyTop::initialVelocities());
    system.moveTo(0, guess.q, guess.v);
    const double E = system.energy(), L = system.angularMomentum().z();
    outcome = runSystem(system, options, guess, [&](const Simulation& run) {
      system.moveTo(run.state().t, run.state().q, run.state().v);
      energy = std::max(energy, std::abs(system.energy() / E - 1));
      momentum = std::max(momentum, std::abs(system.angularMomentum().z() / L - 1));
    });
    system.moveTo(outcome.end.t, outcome.end.q, outcome.end.v);
  }
};

class HeavyTopRuns : public testing::TestWithParam<TestedMethod> {};

/// After half a period the axis is lowest, after a whole one as high as at the start.
TEST_P(HeavyTopRuns, NutateAsTheIntegralsSay) {
  const Nutation nutation;
  constexpr double kTolerance = 1e-6;
  for (const double periods : {0.5, 1.0, 2.0}) {
    const Top top(optionsOf(GetParam(), kTolerance, periods * nutation.period));
    ASSERT_EQ(top.outcome.termination, Termination::ReachedEnd) << top.outcome.message;
    const double height = periods == 0.5 ? nutation.lowest : 0;
    std::printf("%.1f periods: %ld steps, height off by %.1e m, energy %.1e, momentum %.1e\n", periods,
                top.outcome.counts.steps, std::abs(top.system.axis().z() - height), top.energy, top.momentum);
    EXPECT_NEAR(top.system.axis().z(), height, 1e-3);
    EXPECT_LT(top.energy, GetParam().index == 3 ? 5e-3 : 1e-3);
    EXPECT_LT(top.momentum, 1e-3);
    EXPECT_NEAR(top.outcome.end.q.tail<4>().norm(), 1, 1e-5);
    EXPECT_LT((top.outcome.end.q.head<3>() - top.system.axis()).norm(), 1e-5);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, HeavyTopRuns,
                         testing::Values(TestedMethod{"BdfIndex3", "bdf", 3},
                                         TestedMethod{"BdfIndex2", "bdf", 2},
                                         TestedMethod{"BdfIndex1", "bdf", 1},
                                         TestedMethod{"GeneralizedAlphaIndex3", "generalized-alpha", 3},
                                         TestedMethod{"GeneralizedAlphaIndex2", "generalized-alpha", 2},
                                         TestedMethod{"DormandPrince8", "dop853", 1},
                                         TestedMethod{"Gbs", "gbs", 1}, TestedMethod{"Adams", "adams", 1},
                                         TestedMethod{"Automatic", "auto", 2}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace holonom

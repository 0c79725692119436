// SPDX-License-Identifier: GPL-3.0-or-later
// What every method promises alike: errors that follow the tolerance over six decades, motions that can be
// run backwards, runs that can be taken up in the middle, and constraints that hold on the levels of the
// form.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/solvers/integrators/pendulum_runs.h"

namespace holonom {
namespace {

class Promises : public testing::TestWithParam<TestedMethod> {
 protected:
  /// Whose error goes with tolerance^(2/3), or with its square root.
  bool lowOrder() const { return isSecondOrder(GetParam()) || isFirstOrder(GetParam()); }
  /// Error over 1 s that a tolerance may leave.
  double allowed(double tolerance) const {
    if (isFirstOrder(GetParam())) return 20 * std::pow(tolerance, 0.48);
    return (lowOrder() ? 60 : 200) * std::pow(tolerance, lowOrder() ? 0.64 : 0.85);
  }

  Outcome run(CartesianPendulum& pendulum, const InitialGuess& guess, double tolerance, double from,
              double to, const std::function<void(const Simulation&)>& everyStep = {}) const {
    SimulationOptions options = optionsOf(GetParam(), tolerance, to);
    options.startTime = from;
    const Outcome outcome = runSystem(pendulum, options, guess, everyStep);
    EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
    return outcome;
  }
};

TEST_P(Promises, ErrorFollowsTheToleranceOverSixDecades) {
  double first = 0, last = 0;
  for (double tolerance = 1e-3; tolerance > 0.5e-9; tolerance /= 10) {
    CartesianPendulum pendulum(kReference.gravity, 1);
    const Outcome outcome = run(pendulum, pendulumGuess(), tolerance, 0, kReference.time);
    last = (outcome.end.q - kReference.position).norm() + (outcome.end.v - kReference.velocity).norm();
    if (tolerance == 1e-3) first = last;
    std::printf("%s: tolerance %.0e, error %.2e, allowed %.2e\n", GetParam().name, tolerance, last,
                allowed(tolerance));
    EXPECT_LT(last, allowed(tolerance)) << tolerance;
  }
  // First: a value that is small by chance must not count against the method; but six decades of tolerance
  // must show.
  EXPECT_LT(last, (lowOrder() ? 1e-2 : 1e-3) * std::max(first, 1e-4));
}

TEST_P(Promises, RunsBackToTheStart) {
  constexpr double kTolerance = 1e-7;
  CartesianPendulum pendulum(kReference.gravity, 1);
  const Outcome there = run(pendulum, pendulumGuess(), kTolerance, 0, 1);
  const Outcome back = run(pendulum, guessOf(there.end.q, -there.end.v), kTolerance, 0, 1);
  EXPECT_LT((back.end.q - pendulumGuess().q).norm(), 4 * allowed(kTolerance));
  EXPECT_LT(back.end.v.norm(), 12 * allowed(kTolerance));
}

TEST_P(Promises, CanBeTakenUpInTheMiddle) {
  constexpr double kTolerance = 1e-7;
  CartesianPendulum pendulum(kReference.gravity, 1);
  const Outcome half = run(pendulum, pendulumGuess(), kTolerance, 0, 0.37);
  InitialGuess middle = guessOf(half.end.q, half.end.v);
  middle.t = 0.37;
  const Outcome rest = run(pendulum, middle, kTolerance, 0.37, kReference.time);
  EXPECT_LT((rest.end.q - kReference.position).norm(), 2 * allowed(kTolerance));
}

TEST_P(Promises, StartedAgainItTakesTheSameSteps) {
  CartesianPendulum pendulum(kReference.gravity, 1);
  Simulation simulation(pendulum, optionsOf(GetParam(), 1e-6, 1));
  State end;
  long steps = 0;
  for (int pass = 0; pass < 2; ++pass) {
    ASSERT_TRUE(simulation.start(pendulumGuess()));
    while (simulation.advance() == Simulation::Advance::Accepted) {}
    ASSERT_EQ(simulation.termination(), Termination::ReachedEnd) << simulation.message();
    if (pass > 0) {
      EXPECT_EQ(simulation.counts().steps, steps);
      EXPECT_EQ((simulation.state().q - end.q).norm(), 0);
    }
    end = simulation.state();
    steps = simulation.counts().steps;
  }
}

/// C always; C_q v + C_t from index 2 down; C_q a − γ at index 1. Index 3 leaves velocities to the error
/// test.
TEST_P(Promises, ConstraintsHoldOnTheLevelsOfTheForm) {
  constexpr double kTolerance = 1e-6;
  CartesianPendulum pendulum(kReference.gravity, 1);
  double position = 0, velocity = 0, acceleration = 0;
  run(pendulum, pendulumGuess(), kTolerance, 0, 3, [&](const Simulation& simulation) {
    const State& at = simulation.state();
    position = std::max(position, std::abs(0.5 * (at.q.squaredNorm() - 1)));
    velocity = std::max(velocity, std::abs(at.q.dot(at.v)));
    acceleration = std::max(acceleration, std::abs(at.q.dot(at.a) + at.v.squaredNorm()));
  });
  std::printf("%s: drift %.1e, %.1e, %.1e\n", GetParam().name, position, velocity, acceleration);
  const double held = driftAllowed(GetParam()) * kTolerance * 30;
  EXPECT_LT(position, held);
  EXPECT_LT(velocity, GetParam().index < 3 ? 10 * held : 1e3 * allowed(kTolerance));
  if (GetParam().index == 1) EXPECT_LT(acceleration, 3e3 * held);
}

INSTANTIATE_TEST_SUITE_P(All, Promises, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(FirstOrder, Promises, testing::ValuesIn(kFirstOrderVariants),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Special, Promises, testing::ValuesIn(kSpecialVariants),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace holonom

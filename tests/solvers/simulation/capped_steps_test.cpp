// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that something keeps below the size that the error asks for never make a result worse.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/reference_solution.h"

namespace holonom {
namespace {

constexpr double kTolerance = 1e-4;

struct Quality {
  double position = 0, velocity = 0, noise = 0;  // at the end; of the reaction, on the way
  double step = 0;                               // s, mean
};

const PendulumReference& kPendulum = kPendulumReferences[0];

/// λ = v² − g y; what it is beside that is the method's own noise.
Quality pendulum(const SimulationOptions& options) {
  CartesianPendulum system(kPendulum.gravity, 1);
  Quality quality;
  const auto noise = [&](const Simulation& simulation) {
    const State& at = simulation.state();
    if (at.t < 0.2) return;
    const double exact = at.v.squaredNorm() - kPendulum.gravity * at.q.y();
    quality.noise = std::max(quality.noise, std::abs(at.lambda[0] - exact));
  };
  const Outcome outcome =
      runSystem(system, options, guessOf(Vector2(kPendulum.startX, 0), Vector2::Zero()), noise);
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  quality.position = (outcome.end.q - kPendulum.position).norm();
  quality.velocity = (outcome.end.v - kPendulum.velocity).norm();
  quality.step = kPendulum.time / static_cast<double>(outcome.counts.steps);
  return quality;
}

constexpr double kSqueezed = 0.01;  // s

InitialGuess andrewsGuess() {
  return guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities());
}

Quality andrews(const SimulationOptions& options) {
  AndrewsRelative system;
  static const MotionState kReference = [] {
    AndrewsRelative reference;
    return extrapolatedRungeKutta(
        reference, 0, kSqueezed, 4000,
        {AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities()});
  }();
  const Outcome outcome = runSystem(system, options, andrewsGuess());
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  return {(outcome.end.q - kReference.q).norm(), (outcome.end.v - kReference.v).norm(), 0,
          kSqueezed / static_cast<double>(outcome.counts.steps)};
}

/// Errors come and go by parts of themselves; more than so many times the free run's is worse.
constexpr double kChance = 1.6;

void expectNoWorse(Quality (*run)(const SimulationOptions&), SimulationOptions options,
                   std::initializer_list<double> caps) {
  const Quality free = run(options);
  for (const double cap : caps) {
    options.maxStep = cap * free.step;
    const Quality capped = run(options);
    std::printf("cap %.0e: q %.1e (free %.1e), v %.1e (%.1e), noise of λ %.1e (%.1e)\n", cap, capped.position,
                free.position, capped.velocity, free.velocity, capped.noise, free.noise);
    EXPECT_LT(capped.position, kChance * free.position) << cap;
    EXPECT_LT(capped.velocity, kChance * free.velocity) << cap;
    EXPECT_LT(capped.noise, kChance * free.noise + 1e-8) << cap;
  }
}

class CappedSteps : public testing::TestWithParam<TestedMethod> {};

TEST_P(CappedSteps, OfThePendulum) {
  if (isForeign(GetParam())) GTEST_SKIP() << "chooses its order itself";
  expectNoWorse(pendulum, optionsOf(GetParam(), kTolerance, kPendulum.time), {0.3, 0.1, 0.01, 0.001});
}

TEST_P(CappedSteps, OfAndrewsMechanism) {
  if (isForeign(GetParam())) GTEST_SKIP() << "chooses its order itself";
  expectNoWorse(andrews, optionsOf(GetParam(), kTolerance, kSqueezed), {0.03, 0.01});
}

const auto nameOfVariant = [](const testing::TestParamInfo<TestedMethod>& info) {
  return std::string(info.param.name);
};
INSTANTIATE_TEST_SUITE_P(Methods, CappedSteps, testing::ValuesIn(kVariants), nameOfVariant);
INSTANTIATE_TEST_SUITE_P(FirstOrder, CappedSteps, testing::ValuesIn(kFirstOrderVariants), nameOfVariant);

TEST(CappedSteps, EveryOrderStrategyKeepsItsAccuracy) {
  for (const auto& [strategy, name] : kOrderStrategies) {
    SCOPED_TRACE(name);
    SimulationOptions options = optionsOf({"bdf", "bdf", 2}, kTolerance, kPendulum.time);
    options.orderStrategy = strategy;
    expectNoWorse(pendulum, options, {0.1, 0.01, 0.001});
  }
}

/// The case in which the order fell to 1: errors of 0.45 m where free steps had 6e-5 m. What is left is that
/// of the few steps with which every run climbs from order 1.
TEST(CappedSteps, TheOrderDoesNotFall) {
  const PendulumReference& reference = kPendulumReferences[2];
  CartesianPendulum system(reference.gravity, 1);
  SimulationOptions options = optionsOf({"bdf", "bdf", 2}, kTolerance, reference.time);
  options.maxStep = 0.001;
  long low = 0;
  const Outcome outcome = runSystem(system, options, guessOf(Vector2(reference.startX, 0), Vector2::Zero()),
                                    [&](const Simulation& run) { low += run.record().order < 3; });
  EXPECT_LT((outcome.end.q - reference.position).norm(), 3e-4);
  EXPECT_LT(low, outcome.counts.steps / 20);
}

}  // namespace
}  // namespace holonom

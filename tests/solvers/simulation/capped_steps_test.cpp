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
  double position = 0, velocity = 0;  // at the end
  double energy = 0, noise = 0;       // the largest on the way; noise: of the reaction
  double step = 0;                    // s, mean
};

const PendulumReference& kPendulum = kPendulumReferences[0];

/// λ = v² − g y; what it is beside that is the method's own noise. Errors of the place at the end cancel by
/// chance, those of the energy on the way tell what steps do.
Quality pendulumWith(const SimulationOptions& options) {
  CartesianPendulum system(kPendulum.gravity, 1);
  Quality quality;
  const auto noise = [&](const Simulation& simulation) {
    const State& at = simulation.state();
    quality.energy =
        std::max(quality.energy, std::abs(0.5 * at.v.squaredNorm() + kPendulum.gravity * at.q.y()));
    if (at.t < 0.2) return;
    const double exact = at.v.squaredNorm() - kPendulum.gravity * at.q.y();
    quality.noise = std::max(quality.noise, std::abs(at.lambda[0] - exact));
  };
  const Outcome outcome =
      runSystem(system, options, guessOf(Vector2(kPendulum.startX, 0), Vector2::Zero()), noise);
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  quality.position = (outcome.end.q - kPendulum.position).norm();
  quality.velocity = (outcome.end.v - kPendulum.velocity).norm();
  quality.step = options.endTime / static_cast<double>(outcome.counts.steps);
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
  return {(outcome.end.q - kReference.q).norm(), (outcome.end.v - kReference.v).norm(), 0, 0,
          kSqueezed / static_cast<double>(outcome.counts.steps)};
}

/// Errors come and go by parts of themselves; more than so many times the free run's is worse.
constexpr double kChance = 1.6;

void expectNoWorse(const char* what, double cap, double capped, double free) {
  constexpr double kRounding = 1e-8;
  std::printf("cap %.0e: %s %.1e (free %.1e)\n", cap, what, capped, free);
  EXPECT_LT(capped, kChance * free + kRounding) << what << ", cap " << cap;
}

void expectNoWorse(Quality (*run)(const SimulationOptions&), SimulationOptions options,
                   std::initializer_list<double> caps) {
  const Quality free = run(options);
  for (const double cap : caps) {
    options.maxStep = cap * free.step;
    const Quality capped = run(options);
    expectNoWorse("q", cap, capped.position, free.position);
    expectNoWorse("v", cap, capped.velocity, free.velocity);
    expectNoWorse("energy", cap, capped.energy, free.energy);
    expectNoWorse("noise of λ", cap, capped.noise, free.noise);
  }
}

class CappedSteps : public testing::TestWithParam<TestedMethod> {};

TEST_P(CappedSteps, OfThePendulum) {
  expectNoWorse(pendulumWith, optionsOf(GetParam(), kTolerance, kPendulum.time), {0.3, 0.1, 0.01, 0.001});
}

/// Caps of much the size of free steps: errors that would cancel in one of the runs may add up in the other.
TEST_P(CappedSteps, OfThePendulumNearTheFreeSize) {
  constexpr double kAddedUp = 4;
  SimulationOptions options = optionsOf(GetParam(), kTolerance, kPendulum.time);
  const Quality free = pendulumWith(options);
  for (const double cap : {1.0, 0.7}) {
    options.maxStep = cap * free.step;
    expectNoWorse("energy", cap, pendulumWith(options).energy, kAddedUp * free.energy);
  }
}

/// 10⁴ steps beside one, over a short time, since what tiny steps leave to rounding grows with their number.
TEST_P(CappedSteps, OfThePendulumFarBelowTheFreeSize) {
  constexpr double kFar = 1e-4, kSteps = 2e4;
  SimulationOptions options = optionsOf(GetParam(), kTolerance, kPendulum.time);
  options.maxStep = kFar * pendulumWith(options).step;
  options.endTime = kSteps * options.maxStep;
  const Quality capped = pendulumWith(options);
  options.maxStep = 0;
  expectNoWorse("energy", kFar, capped.energy, pendulumWith(options).energy);
}

TEST_P(CappedSteps, OfAndrewsMechanism) {
  expectNoWorse(andrews, optionsOf(GetParam(), kTolerance, kSqueezed), {0.03, 0.01});
}

const auto nameOfVariant = [](const testing::TestParamInfo<TestedMethod>& info) {
  return std::string(info.param.name);
};
INSTANTIATE_TEST_SUITE_P(Methods, CappedSteps, testing::ValuesIn(kVariants), nameOfVariant);
INSTANTIATE_TEST_SUITE_P(FirstOrder, CappedSteps, testing::ValuesIn(kFirstOrderVariants), nameOfVariant);
INSTANTIATE_TEST_SUITE_P(Special, CappedSteps, testing::ValuesIn(kSpecialVariants), nameOfVariant);

TEST(CappedSteps, EveryOrderStrategyKeepsItsAccuracy) {
  for (const auto& [strategy, name] : kOrderStrategies) {
    SCOPED_TRACE(name);
    SimulationOptions options = optionsOf({"bdf", "bdf", 2}, kTolerance, kPendulum.time);
    options.orderStrategy = strategy;
    expectNoWorse(pendulumWith, options, {0.1, 0.01, 0.001});
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

/// Begun at order 1, the error of the first steps stayed for the whole run: 3.9e-3 m with the larger cap.
TEST(CappedSteps, OfBdfBeginAsAccuratelyAsTheyGoOn) {
  const PendulumReference& reference = kPendulumReferences[2];
  for (const int index : {3, 2, 1})
    for (const double cap : {0.01, 0.001}) {
      CartesianPendulum system(reference.gravity, 1);
      SimulationOptions options = optionsOf({"bdf", "bdf", index}, kTolerance, reference.time);
      options.maxStep = cap;
      const Outcome outcome =
          runSystem(system, options, guessOf(Vector2(reference.startX, 0), Vector2::Zero()));
      EXPECT_LT((outcome.end.q - reference.position).norm(), kTolerance) << index << ", cap " << cap;
    }
}

}  // namespace
}  // namespace holonom

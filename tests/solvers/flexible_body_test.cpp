// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs of mechanisms with flexible bodies: against the hand-written slider–crank, energy, damping,
// branching.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/reference_problems/flexible_slider_crank.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/simulation/branch.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

Mechanism example() { return readMechanism(findModel("flexible_slider_crank")); }

double lastOf(const Recording& recording, const char* name) {
  const int channel = recording.channelIndex(name);
  EXPECT_GE(channel, 0) << name;
  return channel < 0 ? NAN : recording.value(recording.size() - 1, channel);
}

class FlexibleSliderCrankModel : public testing::TestWithParam<TestedMethod> {};

TEST_P(FlexibleSliderCrankModel, EndsWhereTheHandWrittenSystemDoes) {
  for (const bool nonlinear : {false, true}) {
    FlexibleSliderCrank crank({nonlinear, false, FlexibleSliderCrank::Data::Consistent});
    InitialGuess guess =
        guessOf(FlexibleSliderCrank::initialCoordinates(), FlexibleSliderCrank::initialVelocities());
    guess.exactQ = Vector::Ones(7);
    guess.exactQ[2] = 0;
    guess.exactV = Vector::Ones(7);
    guess.exactV[1] = guess.exactV[2] = 0;
    const State expected = runSystem(crank, optionsOf({"", "dop853", 1}, 1e-12, 0.1), guess).end;
    Mechanism mechanism = example();
    mechanism.bodies[1].flexible->stiffness =
        nonlinear ? FlexibleBeam::Stiffness::Coupled : FlexibleBeam::Stiffness::Linear;
    Recording recording;
    const double tolerance = isExplicit(GetParam()) ? 1e-9 : 1e-7;
    const Summary summary = runToEnd(mechanism, optionsOf(GetParam(), tolerance, 0.1), recording);
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    const double errors[] = {
        lastOf(recording, "rod.theta") - expected.q[1], lastOf(recording, "slider.x") - expected.q[2],
        lastOf(recording, "rod.q1") - expected.q[3],    lastOf(recording, "rod.q2") - expected.q[4],
        lastOf(recording, "rod.q3") - expected.q[5],    lastOf(recording, "rod.q4") - expected.q[6]};
    std::printf("%s, %s: %ld steps, errors", GetParam().name, nonlinear ? "coupled" : "linear",
                summary.counts.steps);
    for (const double error : errors) {
      std::printf(" %.1e", error);
      EXPECT_LT(std::abs(error), 2e-6);
    }
    std::printf("\n");
    EXPECT_NEAR(lastOf(recording, "deflection"), lastOf(recording, "rod.q1"), 1e-12);  // q2 has a node there
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, FlexibleSliderCrankModel,
                         testing::Values(TestedMethod{"BdfIndex2", "bdf", 2},
                                         TestedMethod{"BdfIndex3", "bdf", 3},
                                         TestedMethod{"DormandPrince8", "dop853", 1},
                                         TestedMethod{"Adams", "adams", 1}),
                         [](const auto& info) { return info.param.name; });

/// A hinged strip that falls and swings, without damping: energy stays; with it, the balance still closes.
TEST(FlexibleBody, KeepsTheEnergyBalance) {
  for (const double damping : {0.0, 0.02}) {
    Mechanism mechanism;
    mechanism.ground.points = {{"O", Vector2::Zero()}};
    Body strip;
    strip.name = "strip";
    strip.mass = 0.3;
    strip.inertia = 0.025;
    strip.centreOfMass = {0.5, 0};
    strip.points = {{"A", Vector2(0, 0)}, {"B", Vector2(1, 0)}};
    strip.flexible = FlexibleBeam{.from = 0,
                                  .to = 1,
                                  .youngsModulus = 1e9,
                                  .area = 1e-4,
                                  .secondMoment = 1e-10,
                                  .lateralModes = 3,
                                  .stiffness = FlexibleBeam::Stiffness::Full,
                                  .dampingRatio = damping};
    mechanism.bodies = {strip};
    mechanism.joints = {{"O", RevoluteJoint{{kGround, 0}, {0, 0}}}};
    Recording recording;
    const Summary summary = runToEnd(mechanism, optionsOf({"", "dop853", 1}, 1e-10, 0.5), recording);
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    EXPECT_LT(summary.energyError, 1e-7);
    if (damping > 0) EXPECT_GT(lastOf(recording, "energy.dissipated"), 1e-6);
    else
      EXPECT_NEAR(lastOf(recording, "energy.total"),
                  recording.value(0, recording.channelIndex("energy.total")), 1e-7);
  }
}

/// A free beam that starts bent: the decay of a damped oscillator.
TEST(FlexibleBody, DampsEveryModeByItsRatio) {
  constexpr double kRatio = 0.05;
  Mechanism mechanism;
  mechanism.gravity.setZero();
  Body strip;
  strip.name = "strip";
  strip.mass = 0.3;
  strip.inertia = 1e9;  // the chord does not turn
  strip.centreOfMass = {0.5, 0};
  strip.points = {{"A", Vector2(0, 0)}, {"B", Vector2(1, 0)}};
  strip.flexible = FlexibleBeam{.from = 0,
                                .to = 1,
                                .youngsModulus = 1e9,
                                .area = 1e-4,
                                .secondMoment = 1e-10,
                                .lateralModes = 1,
                                .longitudinal = false,
                                .dampingRatio = kRatio,
                                .displacements = {1e-3}};
  mechanism.bodies = {strip};
  // Free in space the middle moves against the ends: modal mass ½ m − (2/π)² m.
  const double pi = std::numbers::pi, stiffness = std::pow(pi, 4) / 2 * 1e9 * 1e-10;
  const double modal = 0.15, effective = modal - 0.3 * 4 / (pi * pi);
  const double damping = 2 * kRatio * std::sqrt(stiffness * modal);
  const double omega = std::sqrt(stiffness / effective),
               ratio = damping / (2 * std::sqrt(stiffness * effective));
  const double end = 6 / omega, damped = omega * std::sqrt(1 - ratio * ratio);
  Recording recording;
  runToEnd(mechanism, optionsOf({"", "dop853", 1}, 1e-11, end), recording);
  const double expected = 1e-3 * std::exp(-ratio * omega * end) *
                          (std::cos(damped * end) + ratio * omega / damped * std::sin(damped * end));
  EXPECT_NEAR(lastOf(recording, "strip.q1"), expected, 1e-7);
}

TEST(FlexibleBody, BranchesFromARecordedRow) {
  const Mechanism mechanism = example();
  Recording recording, rest;
  SimulationOptions options = optionsOf({"", "dop853", 1}, 1e-11, 0.05);
  runToEnd(mechanism, options, recording);
  std::vector<double> row(recording.channels().size());
  recording.copyRow(recording.size() - 1, row);
  const Mechanism branched = branchAt(mechanism, recording.channels(), row).mechanism;
  EXPECT_EQ(branched.bodies[1].flexible->displacements[0], lastOf(recording, "rod.q1"));
  options.startTime = 0.05;
  options.endTime = 0.06;
  const Summary second = runToEnd(branched, options, rest);
  ASSERT_EQ(second.termination, Termination::ReachedEnd) << second.message;
  Recording whole;
  runToEnd(mechanism, optionsOf({"", "dop853", 1}, 1e-11, 0.06), whole);
  EXPECT_NEAR(lastOf(rest, "rod.q1"), lastOf(whole, "rod.q1"), 1e-9);
  EXPECT_NEAR(lastOf(rest, "rod.q4"), lastOf(whole, "rod.q4"), 1e-9);
}

}  // namespace
}  // namespace holonom

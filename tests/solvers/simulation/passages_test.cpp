// SPDX-License-Identifier: GPL-3.0-or-later
// Passages of exactly singular configurations at tight tolerances, where steps are short beside the way to
// them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/one_unknown.h"

namespace holonom {
namespace {

using namespace linkages;

class Passages : public testing::TestWithParam<TestedMethod> {};

Mechanism turning(double rate) {
  Mechanism m = parallelogram(0.4, false);
  m.bodies[0].angularVelocity = m.bodies[2].angularVelocity = rate;
  m.bodies[1].velocity = rate * Vector2(-std::sin(0.4), std::cos(0.4));
  return m;
}

/// Cranks of 1 kg and 3 kg, a coupler of 1.5 kg: (1/3 + 3/3 + 1.5) φ″ = −(1/2 + 3/2 + 1.5) g cos φ.
TEST_P(Passages, UnequalParallelogramFollowsItsEquation) {
  Mechanism m = turning(7);
  m.bodies[1].mass = 1.5;
  m.bodies[2].mass *= 3;
  m.bodies[2].inertia *= 3;
  Recording recording;
  const Summary summary = runToEnd(m, optionsOf(GetParam(), 1e-9, 2), recording, 101);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  const double factor = 3.5 / (4.0 / 3 + 1.5) * 9.81;
  OneUnknown reference([factor](double phi) { return -factor * std::cos(phi); }, 0.4, 7);
  const int crank = recording.channelIndex("crank.theta"), rocker = recording.channelIndex("rocker.theta");
  for (std::size_t i = 0; i < recording.size(); ++i) {
    ASSERT_NEAR(recording.value(i, crank), reference.at(recording.time(i)), 3e-4) << recording.time(i);
    ASSERT_NEAR(recording.value(i, crank), recording.value(i, rocker), 2e-6) << recording.time(i);
  }
}

/// Plots and the timeline mark events: each passage that is told is one, at its time.
TEST_P(Passages, AreEventsOfTheRun) {
  Recording recording;
  const Summary summary = runToEnd(turning(7), optionsOf(GetParam(), 1e-6, 2), recording);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  ASSERT_GE(summary.singularConfigurations.size(), 2u);
  const auto isPassage = [](const std::string& text) {
    return text.find("the mechanism passed a singular") != std::string::npos ||
           text.find("the run stepped over a singular") != std::string::npos;
  };
  EXPECT_EQ(std::ranges::count_if(summary.singularConfigurations, isPassage),
            static_cast<std::ptrdiff_t>(summary.events.size()));
  EXPECT_EQ(recording.events(), summary.events);
  for (const Event& event : summary.events)
    EXPECT_NE(event.what.find("singular configuration"), std::string::npos)
        << event.name << ' ' << event.what;
}

/// A kite: crank as long as the ground, rocker as long as the coupler. Where the crank lies on the ground the
/// coupler lies on the rocker, and both could turn together; on the branch of the motion their angles go on
/// to add up to that of the crank.
TEST_P(Passages, KiteStaysAKite) {
  Mechanism m = fourBar(1, 1, 2, 2, 0.6);
  m.bodies[0].angularVelocity = -4;
  m.bodies[0].exact.angle = m.bodies[0].exact.omega = true;
  Recording recording;
  const Summary summary = runToEnd(m, optionsOf(GetParam(), 1e-9, 1), recording, 101);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  EXPECT_LT(summary.energyError, 1e-3);
  EXPECT_FALSE(summary.singularConfigurations.empty());
  const int crank = recording.channelIndex("crank.theta"), coupler = recording.channelIndex("coupler.theta"),
            rocker = recording.channelIndex("rocker.theta");
  const double sum = recording.value(0, coupler) + recording.value(0, rocker) - recording.value(0, crank);
  for (std::size_t i = 0; i < recording.size(); ++i)
    ASSERT_NEAR(recording.value(i, coupler) + recording.value(i, rocker) - recording.value(i, crank), sum,
                1e-5)
        << recording.time(i);
}

/// What the driver's work adds to the energy balance has a pole where the parallelogram is flat; the motion
/// has none.
TEST_P(Passages, DrivenParallelogramGoesOn) {
  Mechanism m = turning(3);
  m.drivers = {{.name = "motor", .joint = 0, .motion = "0.4+3*t"}};
  Recording recording;
  const Summary summary = runToEnd(m, optionsOf(GetParam(), 1e-9, 2.5), recording, 101);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  const int rocker = recording.channelIndex("rocker.theta");
  for (std::size_t i = 0; i < recording.size(); ++i)
    ASSERT_NEAR(recording.value(i, rocker), 0.4 + 3 * recording.time(i), 1e-6) << recording.time(i);
}

INSTANTIATE_TEST_SUITE_P(All, Passages, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

/// Within its long steps nodes near a singular configuration have accelerations that are rounding, magnified.
TEST(GraggBulirschStoerOutput, DoesNotSwingNearSingularConfigurations) {
  SimulationOptions options = optionsOf({"gbs", "gbs", 1}, 1e-11, 3);
  Recording recording;
  const Summary summary = runToEnd(turning(5), options, recording, 401);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  OneUnknown reference([](double phi) { return -9.0 / 8 * 9.81 * std::cos(phi); }, 0.4, 5);
  const int crank = recording.channelIndex("crank.theta");
  for (std::size_t i = 0; i < recording.size(); ++i)
    ASSERT_NEAR(recording.value(i, crank), reference.at(recording.time(i)), 1e-4) << recording.time(i);
}

/// At tolerances that no interpolation keeps near the singular place, rows on the way over it are those of a
/// simpler curve, and still on the constraints.
TEST(PassagesBetweenSteps, StayOnTheConstraintsAtTheTightestTolerances) {
  for (const TestedMethod& method : {TestedMethod{"", "dop853", 1}, {"", "radau", 3}, {"", "bdf", 2}}) {
    SimulationOptions options = optionsOf(method, 1e-11, 2);
    Recording recording;
    const Summary summary = runToEnd(readMechanism(findModel("parallelogram")), options, recording, 401);
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    const int drift = recording.channelIndex("drift.position"),
              energy = recording.channelIndex("energy.total");
    for (std::size_t row = 0; row < recording.size(); ++row) {
      EXPECT_LT(recording.value(row, drift), 1e-6) << method.method << " at " << recording.time(row);
      EXPECT_NEAR(recording.value(row, energy), recording.value(0, energy), 2)
          << method.method << " at " << recording.time(row);
    }
  }
}

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
// Where velocities or equations jump, a run leaves two rows: what was before, and what is behind.
#include <gtest/gtest.h>

#include <cmath>

#include "core/results/channel_curve.h"
#include "core/results/difference.h"
#include "core/results/recording.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/simulation/event_models.h"
#include "tests/support/recorded.h"

namespace holonom {
namespace {

class JumpRows : public testing::TestWithParam<TestedMethod> {
 protected:
  SimulationOptions options(double endTime) const { return optionsOf(GetParam(), 1e-7, endTime); }
  /// A fall of 1 m at 2 m/s²: hits the floor after 1 s with −2 m/s, and comes back with half of that.
  Mechanism bouncing() const {
    Mechanism m = samples::block(1, 0);
    m.forces = {{"floor", Stop{0, {}, {}, 0.0, {}, 0, 0, 0.5}},
                {"load", ForceExpression{{0, 0}, "-2", "0", "0", false}}};
    return m;
  }
};

double largestError(const Recording& recording, const char* channel, double from, double to,
                    double (*truth)(double)) {
  const ChannelCurve curve(recording, recording.channelIndex(channel));
  double largest = 0;
  for (double t = from; t < to; t += 1e-3 * (to - from))
    largest = std::max(largest, std::abs(curve.at(t) - truth(t)));
  return largest;
}

TEST_P(JumpRows, AnImpactHasOneBeforeAndOneBehind) {
  Recording recording;
  const Summary summary = runToEnd(bouncing(), options(1.9), recording);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  std::size_t jumps = 0, impact = 0, events = 0;
  for (std::size_t row = 0; row < recording.size(); ++row) {
    events += std::size_t(valueAt(recording, row, "step.events"));
    if (!recording.isBehindJump(row)) continue;
    ++jumps;
    if (std::abs(recording.time(row) - 1) < 1e-3) impact = row;
  }
  EXPECT_EQ(events, summary.events.size());
  EXPECT_EQ(recording.size(), std::size_t(summary.counts.steps) + 1 + jumps);
  ASSERT_GT(impact, 1u);
  const std::size_t before = impact - 1;
  EXPECT_NEAR(valueAt(recording, before, "block.vx"), -2, 1e-4);
  EXPECT_NEAR(valueAt(recording, impact, "block.vx"), -0.5 * valueAt(recording, before, "block.vx"), 1e-9);
  EXPECT_NEAR(valueAt(recording, before, "block.x"), valueAt(recording, impact, "block.x"), 1e-9);
  EXPECT_NEAR(valueAt(recording, before, "block.ax"), -2, 1e-2);
  EXPECT_NEAR(valueAt(recording, before, "energy.kinetic"), 2, 1e-3);
  EXPECT_NEAR(valueAt(recording, impact, "energy.kinetic"), 0.5, 1e-3);
  EXPECT_NEAR(valueAt(recording, before, "energy.balance"), valueAt(recording, impact, "energy.balance"),
              1e-9)
      << "what the impact took is counted";
  EXPECT_EQ(valueAt(recording, before, "step.events"), 0);
  EXPECT_GT(valueAt(recording, impact, "step.events"), 0);
  EXPECT_EQ(valueAt(recording, impact, "step.h"), valueAt(recording, before, "step.h"));
  EXPECT_EQ(valueAt(recording, impact, "step.newton"), 0) << "no step: sums over rows are sums over steps";
}

TEST_P(JumpRows, TheCurveUpToAnImpactIsThatOfTheMotion) {
  Recording recording;
  ASSERT_EQ(runToEnd(bouncing(), options(1.9), recording).termination, Termination::ReachedEnd);
  EXPECT_LT(largestError(recording, "block.x", 0, 1 - 1e-4, [](double t) { return 1 - t * t; }), 1e-4);
  EXPECT_LT(largestError(recording, "block.vx", 0, 1 - 1e-4, [](double t) { return -2 * t; }), 1e-3);
  EXPECT_LT(largestError(recording, "block.vx", 1 + 1e-4, 1.9, [](double t) { return 1 - 2 * (t - 1); }),
            1e-3);
}

/// Outputs of positions, alone or in formulas, and coordinates of joints have their rates as positions have.
TEST_P(JumpRows, TheCurveOfAnOutputIsThatOfTheMotion) {
  Mechanism m = bouncing();
  m.outputs = {{"place", "block.x", "m"},
               {"speed", "block.vx", "m/s"},
               {"formula", "3 - 2*block.x", "m"},
               {"branches", "abs(block.x)", "m"}};
  Recording recording;
  ASSERT_EQ(runToEnd(m, options(1.9), recording).termination, Termination::ReachedEnd);
  EXPECT_LT(largestError(recording, "place", 0, 1 - 1e-4, [](double t) { return 1 - t * t; }), 1e-4);
  EXPECT_LT(largestError(recording, "speed", 0, 1 - 1e-4, [](double t) { return -2 * t; }), 1e-3);
  EXPECT_LT(largestError(recording, "formula", 0, 1 - 1e-4, [](double t) { return 1 + 2 * t * t; }), 1e-3);
  const std::string guide = m.joints[0].name + ".position";
  EXPECT_LT(largestError(recording, guide.c_str(), 0, 1 - 1e-4, [](double t) { return 1 - t * t; }), 1e-4);
  EXPECT_EQ(recording.channels()[std::size_t(recording.channelIndex("branches"))].rate, -1);
}

TEST_P(JumpRows, AForceThatIsSwitchedDoesNotSlopeTowardsItsNewValue) {
  Recording recording;
  ASSERT_EQ(runToEnd(samples::pushedBlock(0, 0, "if(t > 0.5, 200, 3)"), options(1), recording).termination,
            Termination::ReachedEnd);
  const ChannelCurve acceleration(recording, recording.channelIndex("block.ax"));
  EXPECT_NEAR(acceleration.at(0.5 - 1e-6), 3, 0.1);
  EXPECT_NEAR(acceleration.at(0.5 + 1e-6), 200, 2);
}

/// The largest difference of two angles is no longer that of two ways of drawing a line to an impact.
TEST(JumpRowsOfTwoRuns, DifferFromAReferenceByTheirErrorOnly) {
  Mechanism m = samples::block(1, 0);
  m.forces = {{"floor", Stop{0, {}, {}, 0.0, {}, 0, 0, 0.5}},
              {"load", ForceExpression{{0, 0}, "-2 + 0.3*sin(3*t)", "0", "0", false}}};
  const auto run = [&](const char* method, double tolerance, Recording& into) {
    SimulationOptions options;
    options.method = method;
    options.index = 2;
    options.rtol = options.atol = tolerance;
    options.endTime = 1.8;
    ASSERT_EQ(runToEnd(m, options, into).termination, Termination::ReachedEnd);
  };
  Recording fine, coarse;
  run("bdf", 1e-10, fine);
  run("bdf", 1e-6, coarse);
  for (const DifferenceGroup& group : differencesOf(coarse, fine))
    if (group.kind == ChannelKind::Position && group.unit == "m")
      EXPECT_LT(group.largest, 2e-5) << group.channel << " at " << group.time;
}

INSTANTIATE_TEST_SUITE_P(All, JumpRows, testing::ValuesIn(kVariants),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace holonom

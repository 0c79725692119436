// SPDX-License-Identifier: GPL-3.0-or-later
// A run that branches off goes on as its parent does: the same motion, the same quantities of controllers,
// the same energy.
#include "solvers/simulation/branch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/spatial/spatial_models.h"

namespace holonom {
namespace {

/// Runs on its own thread, as the window's do.
void runFrom(const BranchPoint& from, SimulationOptions options, Recording& recording) {
  options.startTime = from.time;
  Run run(from.mechanism, options, recording);
  run.continueFrom(from.before);
  run.start();
  run.join();
  ASSERT_EQ(run.summary().termination, Termination::ReachedEnd) << run.summary().message;
}

/// Largest difference of a kind's channels at the end of two recordings, as part of the channel's largest
/// value.
double difference(const Recording& a, const Recording& b, ChannelKind kind) {
  double largest = 0;
  for (int c = 0; c < static_cast<int>(a.channels().size()); ++c) {
    if (a.channels()[c].kind != kind) continue;
    double size = kind == ChannelKind::Position ? 1 : 1e-3;
    for (std::size_t i = 0; i < a.size(); ++i) size = std::max(size, std::abs(a.value(i, c)));
    const int other = b.channelIndex(a.channels()[c].name);
    EXPECT_GE(other, 0) << a.channels()[c].name;
    const double off = std::abs(a.value(a.size() - 1, c) - b.value(b.size() - 1, other)) / size;
    if (off > 1e-4) ADD_FAILURE() << a.channels()[c].name << " is off by " << off;
    largest = std::max(largest, off);
  }
  return largest;
}

class Branches : public testing::TestWithParam<const char*> {};

TEST_P(Branches, GoOnAsTheirParentDoes) {
  const Mechanism mechanism = readMechanism(findModel(GetParam()));
  SimulationOptions options = optionsFor(mechanism);
  options.rtol = options.atol = 1e-9;
  options.endTime = std::min(options.endTime, mechanism.controllers.empty() ? 0.5 : 2.0);
  Recording whole;
  ASSERT_EQ(runToEnd(mechanism, options, whole).termination, Termination::ReachedEnd);
  for (const double part : {0.31, 0.7}) {
    std::vector<double> row(whole.channels().size());
    whole.copyRow(whole.rowAt(part * options.endTime), row);
    Recording branch;
    runFrom(branchAt(mechanism, whole.channels(), row), options, branch);
    EXPECT_LT(difference(whole, branch, ChannelKind::Position), 1e-5) << part;
    EXPECT_LT(difference(whole, branch, ChannelKind::Output), 1e-4) << part;
    EXPECT_LT(difference(whole, branch, ChannelKind::Energy), 1e-4) << part;
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, Branches,
                         testing::Values("four_bar", "pid_arm", "sampled_arm", "bouncing_slider",
                                         "slider_crank", "rolling_disc"),
                         [](const auto& info) { return std::string(info.param); });

/// The reactions of index 3 alternate in the tiny first steps; that must not be taken for work.
TEST(Branch, OfIndexThreeKeepsTheLevelOfItsEnergy) {
  const Mechanism mechanism = readMechanism(findModel("slider_crank"));
  SimulationOptions options = optionsFor(mechanism);
  options.method = "bdf";
  options.index = 3;
  Recording whole;
  ASSERT_EQ(runToEnd(mechanism, options, whole).termination, Termination::ReachedEnd);
  const int balance = whole.channelIndex("energy.balance"), kinetic = whole.channelIndex("energy.kinetic");
  double largest = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) largest = std::max(largest, whole.value(i, kinetic));
  for (const double t : {0.01, 0.03, 0.05, 0.07}) {
    std::vector<double> row(whole.channels().size());
    whole.copyRow(whole.rowAt(t), row);
    Recording branch;
    runFrom(branchAt(mechanism, whole.channels(), row), options, branch);
    for (std::size_t i = 0; i < branch.size(); ++i)
      EXPECT_NEAR(branch.value(i, balance), branch.value(0, balance), 0.25 * largest)
          << t << " at " << branch.time(i);
  }
}

/// A law with a state and a variable, and a sampled one with a memory of its own: both keep what they know.
TEST(Branch, ControllersKeepWhatTheyKnow) {
  Mechanism mechanism = readMechanism(findModel("pid_arm"));
  mechanism.controllers.push_back({"filter", ControlLaw{{{"z", 0.2, "shoulder.position - filter.z", 1}},
                                                        {{"w", 0, "filter.w + filter.w^3 - filter.z", 1}},
                                                        {}}});
  mechanism.controllers.push_back(
      {"counter", SampledLaw{{0.1, 0.05}, {{"y", 0, "counter.n"}}, {{"n", 3, "counter.n + 1"}}}});
  SimulationOptions options = optionsFor(mechanism);
  options.endTime = 1.02;
  Recording whole;
  ASSERT_EQ(runToEnd(mechanism, options, whole).termination, Termination::ReachedEnd);
  for (std::size_t i = 0; i < whole.size(); i += 7) {
    if (i + 1 < whole.size() && whole.isBehindJump(i + 1)) ++i;  // from behind the sample
    std::vector<double> row(whole.channels().size());
    whole.copyRow(i, row);
    const BranchPoint from = branchAt(mechanism, whole.channels(), row);
    if (from.time > 1) break;
    Recording branch;
    runFrom(from, options, branch);
    for (const char* name : {"filter.z", "filter.w", "counter.n", "counter.y", "pid.integral"}) {
      const int c = whole.channelIndex(name);
      EXPECT_NEAR(branch.value(0, c), whole.value(i, c), 1e-7) << name << " at " << from.time;
      EXPECT_NEAR(branch.value(branch.size() - 1, c), whole.value(whole.size() - 1, c), 1e-4)
          << name << " from " << from.time;
    }
  }
}

/// A torsion spring in space that is wound up by whole turns, which no position of a body tells.
TEST(Branch, KeepsTheTurnsOfJointsInSpace) {
  Mechanism mechanism = spatial_models::inSpace(linkages::pendulum(0.3));
  mechanism.gravity = Vector3::Zero();
  mechanism.bodies[0].spin = {0, 0, 12};
  mechanism.bodies[0].velocity = Vector3(-12 * 0.5 * std::sin(0.3), 12 * 0.5 * std::cos(0.3), 0);
  mechanism.forces = {{"coil", JointSpring{0, 0.3, 0, 0}}};
  SimulationOptions options = optionsFor(mechanism);
  options.rtol = options.atol = 1e-9;
  options.endTime = 2.5;
  Recording whole, branch;
  ASSERT_EQ(runToEnd(mechanism, options, whole).termination, Termination::ReachedEnd);
  std::vector<double> row(whole.channels().size());
  whole.copyRow(whole.rowAt(1.2), row);
  const int angle = whole.channelIndex("hinge.position");
  ASSERT_GT(row[std::size_t(angle)], 3 * std::numbers::pi);
  runFrom(branchAt(mechanism, whole.channels(), row), options, branch);
  for (const char* name : {"hinge.position", "bar.x", "bar.y"})
    EXPECT_NEAR(branch.value(branch.size() - 1, branch.channelIndex(name)),
                whole.value(whole.size() - 1, whole.channelIndex(name)), 1e-5)
        << name;
}

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms of particles in runs: drift and energy with methods of each family, the start, branches, and a
// hand that pulls.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/model/building.h"
#include "core/model/generators.h"
#include "core/results/recording.h"
#include "solvers/analyses/drag.h"
#include "solvers/options/variants.h"
#include "solvers/simulation/branch.h"
#include "solvers/simulation/run.h"

namespace holonom {
namespace {

double last(const Recording& recording, const std::string& channel) {
  const int at = recording.channelIndex(channel);
  EXPECT_GE(at, 0) << channel;
  return at < 0 ? NAN : recording.value(recording.size() - 1, at);
}

Summary runOf(const Mechanism& m, const std::string& variant, double end, Recording& recording) {
  SimulationOptions options = parseVariant(variant, optionsFor(m));
  options.endTime = end;
  const Summary summary = runToEnd(m, options, recording);
  EXPECT_EQ(summary.termination, Termination::ReachedEnd) << variant << ": " << summary.message;
  return summary;
}

TEST(ParticleRuns, KeepRodsAndEnergyWithEveryFamily) {
  for (const char* variant :
       {"bdf:3", "bdf:2", "bdf:1", "generalized-alpha:2", "trapezoidal:2", "dop853:1", "rkc:1"}) {
    Recording recording;
    const Summary summary =
        runOf(makePendulum(4), variant + std::string(":rtol=1e-8:atol=1e-8"), 1, recording);
    EXPECT_LT(summary.largestDriftPosition, 1e-6) << variant;
    EXPECT_NEAR(last(recording, "energy.total"), recording.value(0, recording.channelIndex("energy.total")),
                1e-4)
        << variant;
    EXPECT_EQ(recording.channelIndex("mass1.theta"), -1);
  }
}

/// A single particle on a rod is the pendulum of the textbook: T = m (g cos φ + l φ̇²).
TEST(ParticleRuns, OneOfThemIsTheMathematicalPendulum) {
  Recording recording;
  runOf(makePendulum(1), "bdf:2:rtol=1e-9:atol=1e-9", 0.8, recording);
  const double x = last(recording, "mass1.x"), y = last(recording, "mass1.y");
  const double fall = -std::sqrt(2.0) - y;  // from −2 cos 45°
  EXPECT_NEAR(std::hypot(x, y), 2, 1e-8);
  EXPECT_NEAR(last(recording, "tension"), 9.81 * (-y / 2) + 2 * 9.81 * fall / 2, 1e-4);
}

TEST(ParticleRuns, OpenRodsCloseAtTheStartAndWhatIsExactStays) {
  Mechanism m = makePendulum(2);
  m.bodies[0].position += Vector3(0.05, -0.02);
  m.bodies[1].exact.x = m.bodies[1].exact.y = true;
  m.bodies[1].position += Vector3(0, 0.3);
  Recording recording;
  runOf(m, "bdf:2", 0.01, recording);
  const auto at = [&](const char* channel) { return recording.value(0, recording.channelIndex(channel)); };
  EXPECT_NEAR(std::hypot(at("mass1.x"), at("mass1.y")), 1, 1e-9);
  EXPECT_NEAR(at("mass2.x"), m.bodies[1].position.x(), 1e-4);
  EXPECT_NEAR(at("mass2.y"), m.bodies[1].position.y(), 1e-4);
}

TEST(ParticleRuns, GoOnFromWhereTheyWere) {
  const Mechanism m = makePendulum(3);
  Recording whole, first, second;
  runOf(m, "bdf:2:rtol=1e-9:atol=1e-9", 1, whole);
  runOf(m, "bdf:2:rtol=1e-9:atol=1e-9", 0.5, first);
  std::vector<double> row(first.channels().size());
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = first.value(first.size() - 1, static_cast<int>(i));
  const BranchPoint branch = branchAt(m, first.channels(), row);
  runOf(branch.mechanism, "bdf:2:rtol=1e-9:atol=1e-9", 0.5, second);
  for (const char* channel : {"tip.x", "tip.y", "tension"})
    EXPECT_NEAR(last(second, channel), last(whole, channel), 1e-4) << channel;
}

TEST(ParticleRuns, AHandPullsThem) {
  Mechanism m = makePendulum(1);
  m.forces = {
      {"hand",
       Hand{2000, 200, {{0, {0.3, 0.3}, {{0, {1.4, -1.4}, 0}, {0.1, {1.4, -1.4}, 1}, {1, {0, -2}, 1}}}}}}};
  Recording recording;
  runOf(m, "bdf:2", 3, recording);
  EXPECT_NEAR(last(recording, "mass1.x"), 0, 1e-3) << "held at its place, not at 0.3, 0.3";
}

TEST(ParticleRuns, TheMouseDragsThem) {
  Drag drag(makePendulum(3));
  drag.grab(2, {0, 0});
  for (int i = 0; i < 20; ++i)
    drag.moveTo({1.2, -0.4});  // not along the rods, which could buckle to either side
  EXPECT_LT((inPlane(drag.heldPlace()) - Vector2(1.2, -0.4)).norm(), 1e-3);
  EXPECT_LT(drag.gap(), 1e-8);
  const Mechanism& moved = drag.mechanism();
  for (std::size_t i = 0; i < 3; ++i) {
    const auto [a, b] = endsOf(moved.joints[i]);
    EXPECT_NEAR((groundPosition(moved, a) - groundPosition(moved, b)).norm(), 2.0 / 3, 1e-8);
    EXPECT_EQ(moved.bodies[i].angle, 0);
  }
}

}  // namespace
}  // namespace holonom

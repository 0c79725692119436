// SPDX-License-Identifier: GPL-3.0-or-later
// Which consistent start is nearest to the given values.
#include <gtest/gtest.h>

#include <tuple>

#include "core/dynamics/equations_of_motion.h"
#include "solvers/analyses/assembly.h"
#include "solvers/simulation/loop/simulation.h"
#include "tests/solvers/linkages.h"
#include "tests/support/contains.h"

namespace holonom {
namespace {

using namespace linkages;

struct Start {
  Assembly assembly;
  std::string warnings;
};

Start startOf(const Mechanism& mechanism) {
  EquationsOfMotion equations(mechanism);
  Start start{assemble(equations, initialGuess(equations, 0)), {}};
  for (const std::string& warning : start.assembly.warnings) start.warnings += warning + '\n';
  EXPECT_TRUE(start.assembly.consistent) << start.assembly.failure;
  return start;
}

/// A disc of 1 kg and 0.02 kg m² on the ground, pushed without spin; `unit` metres are one unit of length.
Mechanism slippingDisc(double unit, double unusedPoint) {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}, {"unused", {unusedPoint, 0.2 / unit}}};
  Body disc;
  disc.name = "disc";
  disc.mass = 1;
  disc.inertia = 0.02 / (unit * unit);
  disc.position = {0, 0.2 / unit};
  disc.velocity = {2 / unit, 0};
  disc.points = {{"hub", {0, 0}}};
  m.bodies = {disc};
  m.joints = {{"road", RollingJoint{{kGround, 0}, {0, 0}, {1, 0}, 0.2 / unit}}};
  return m;
}

/// As by an impulse at the road: v m = v0 m/(m + J/r²).
TEST(StartMetric, KeepsTheMomentumAboutTheContact) {
  for (const double unit : {1.0, 1e-3, 1e3})
    for (const double unused : {0.5, 2000.0}) {
      const Start start = startOf(slippingDisc(unit, unused / unit));
      EXPECT_NEAR(start.assembly.state.v[0] * unit, 4.0 / 3, 1e-9);
      EXPECT_NEAR(std::abs(start.assembly.state.v[2]), 20.0 / 3, 1e-8);
    }
}

TEST(StartMetric, KeepsTheMomentumAboutTheHinge) {
  Mechanism m = pendulum();
  m.bodies[0].velocity = {0, 1};  // every point of the bar, as if it flew
  m.ground.points.push_back({"unused", {1e4, 0}});
  const Start start = startOf(m);
  EXPECT_NEAR(start.assembly.state.v[2], 1.5, 1e-9);
  EXPECT_TRUE(contains(start.warnings, "bar.vx, bar.vy was changed from (0, 1) to (0, 0.75)"))
      << start.warnings;
}

TEST(StartMetric, SaysWhatCannotStayExact) {
  Mechanism m = pendulum();
  EXPECT_FALSE(contains(startOf(m).warnings, "could not be kept"));
  m.bodies[0].position += Vector3(0.5, 0);
  m.bodies[0].exact.x = m.bodies[0].exact.y = m.bodies[0].exact.angle = true;
  const Start start = startOf(m);
  EXPECT_TRUE(contains(start.warnings, "bar.x")) << start.warnings;
  EXPECT_TRUE(contains(start.warnings, "could not be kept")) << start.warnings;
  EXPECT_TRUE(contains(start.warnings, "Give assembled positions.")) << start.warnings;
  EXPECT_FALSE(contains(start.warnings, "Mark values")) << "they are marked: " << start.warnings;
}

TEST(StartMetric, KeepsWhatIsExact) {
  for (const double mass : {1.0, 1e-4, 1e4}) {
    Mechanism m = slippingDisc(1, 3);
    m.bodies[0].exact.vx = true;
    m.bodies[0].mass = mass;
    const Start start = startOf(m);
    EXPECT_NEAR(start.assembly.state.v[0], 2, 1e-4);
    EXPECT_EQ(start.warnings, "");
  }
}

TEST(StartMetric, SaysWhatItChanged) {
  const Start start = startOf(slippingDisc(1, 3));
  for (const char* part : {"velocities", "disc.vx", "from (2, 0) to (1.333, 0)", "exact", "consistent"})
    EXPECT_TRUE(contains(start.warnings, part)) << part << " in " << start.warnings;
  Mechanism crank = fourBar(2, 0.6, 1.8, 1.5, 0.8);
  crank.bodies[0].angularVelocity = 3;
  EXPECT_TRUE(contains(startOf(crank).warnings, "crank"))
      << "the bars that were given no speed take some of it";
  crank.bodies[0].exact.omega = true;
  const Start exact = startOf(crank);
  EXPECT_NEAR(exact.assembly.state.v[2], 3, 1e-4);
}

TEST(StartMetric, PositionsGiveWayByTheirInertia) {
  for (const double unused : {1.0, 1e5}) {
    Mechanism m;  // two blocks on one guide, which a joint brings together
    m.ground.points = {{"O", {0, 0}}, {"unused", {unused, 0}}};
    for (const auto& [name, mass, x] : {std::tuple("light", 1.0, 0.0), std::tuple("heavy", 3.0, 1.0)}) {
      Body body;
      body.name = name;
      body.mass = mass;
      body.inertia = 0.1;
      body.position = {x, 0};
      body.points = {{"C", {0, 0}}};
      m.bodies.push_back(body);
    }
    m.joints = {{"guide", PrismaticJoint{{kGround, 0}, {0, 0}, {1, 0}, 0}},
                {"pin", RevoluteJoint{{0, 0}, {1, 0}}}};
    const Start start = startOf(m);
    EXPECT_NEAR(start.assembly.state.q[0], 0.75, 1e-9);
    EXPECT_TRUE(contains(start.warnings, "most at light.x")) << start.warnings;
  }
}

TEST(StartMetric, UnusedPointsChangeNoRun) {
  const auto stepsWith = [](double unused) {
    Mechanism m = fourBar(2, 0.6, 1.8, 1.5, 0.8);
    m.gravity = {0, -9.81};
    m.ground.points.push_back({"unused", {unused, 3}});
    EquationsOfMotion equations(m);
    SimulationOptions options;
    options.endTime = 2;
    Simulation simulation(equations, options);
    EXPECT_TRUE(simulation.start(initialGuess(equations, 0)));
    while (simulation.advance() == Simulation::Advance::Accepted) {}
    EXPECT_TRUE(simulation.warnings().empty());
    return simulation.counts().steps;
  };
  EXPECT_EQ(stepsWith(1), stepsWith(1e4));
}

}  // namespace
}  // namespace holonom

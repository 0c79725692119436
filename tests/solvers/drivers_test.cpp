// SPDX-License-Identifier: GPL-3.0-or-later
// Drivers that prescribe velocities and accelerations, in the plane and in space: the motion of the same
// given as positions, over jumps, from another start time and behind a branch; the turns at which driven
// joints begin.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/model/building.h"
#include "core/results/recording.h"
#include "solvers/simulation/branch.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/solvers/spatial/spatial_models.h"

namespace holonom {
namespace {

using std::numbers::pi;
using Prescribes = Driver::Prescribes;

constexpr double kAngle = 0.3;

/// A driven pendulum, in the plane or in space.
Mechanism drivenPendulum(bool inSpace, Driver driver) {
  Mechanism m = linkages::pendulum(kAngle);
  if (inSpace) m = spatial_models::inSpace(m);
  m.gravity = {0, -9.81, 0};
  m.drivers = {std::move(driver)};
  m.outputs = {{"angle", "hinge.position", "rad"},
               {"rate", "hinge.velocity", "rad/s"},
               {"torque", "motor.lambda1", "N·m"}};
  return m;
}

struct Ended {
  double angle, rate, torque;
};

Ended endOf(const Mechanism& mechanism, const SimulationOptions& options, int points = 0) {
  Recording recording;
  const Summary summary = runToEnd(mechanism, options, recording, points);
  EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  const auto last = [&](const char* name) {
    return recording.value(recording.size() - 1, recording.channelIndex(name));
  };
  return {last("angle"), last("rate"), last("torque")};
}

const TestedMethod kSome[] = {{"Kinematics", "kinematics", 1}, {"BdfIndex3", "bdf", 3},
                              {"BdfIndex2", "bdf", 2},         {"GeneralizedAlpha", "generalized-alpha", 2},
                              {"Dop853", "dop853", 1},         {"Radau", "radau", 3}};

class Drivers : public testing::TestWithParam<bool> {};

TEST_P(Drivers, PrescribeRatesAsTheyDoPositions) {
  const Driver position{"motor", 0, "0.3 + 1.5*sin(2*t)"};
  const Driver velocity{"motor", 0, "3*cos(2*t)", 0, Prescribes::Velocity};
  const Driver acceleration{"motor", 0, "-6*sin(2*t)", 0, Prescribes::Acceleration, {}, 3};
  for (const TestedMethod& method : kSome) {
    SCOPED_TRACE(method.name);
    const SimulationOptions options = optionsOf(method, 1e-7, 2.3);
    const Ended wanted = endOf(drivenPendulum(GetParam(), position), options);
    for (const Driver& driver : {velocity, acceleration}) {
      const Ended end = endOf(drivenPendulum(GetParam(), driver), options);
      EXPECT_NEAR(end.angle, wanted.angle, 1e-9);
      EXPECT_NEAR(end.rate, wanted.rate, 1e-8);
      EXPECT_NEAR(end.torque, wanted.torque, 1e-5);
    }
  }
}

/// Velocities may jump: the motion goes round a corner, as a position that bends would.
TEST_P(Drivers, MayPrescribeVelocitiesThatJump) {
  const Driver driver{"motor", 0, "if(t < 1, 2, -1)", 0, Prescribes::Velocity};
  for (const TestedMethod& method : kSome) {
    SCOPED_TRACE(method.name);
    const Ended end = endOf(drivenPendulum(GetParam(), driver), optionsOf(method, 1e-7, 1.6));
    EXPECT_NEAR(end.angle, kAngle + 2 - 0.6, 1e-7);
    EXPECT_NEAR(end.rate, -1, 1e-7);
  }
}

/// A row that is asked for at a time before a jump is looked at when the step has ended on it.
TEST_P(Drivers, ThatJumpAreTheSameWhicheverRowsAreAskedFor) {
  const Driver velocity{"motor", 0, "if(t < 1, 2, 5*t)", 0, Prescribes::Velocity, 0};
  const Driver acceleration{"motor", 0, "if(t < 0.5, 4, if(t < 1, 0, -4))", 0, Prescribes::Acceleration, 0};
  for (const TestedMethod& method : kSome)
    for (const int points : {16, 31, 151}) {
      SCOPED_TRACE(std::string(method.name) + " " + std::to_string(points));
      const SimulationOptions options = optionsOf(method, 1e-7, 1.5);
      EXPECT_NEAR(endOf(drivenPendulum(GetParam(), velocity), options, points).angle, 2 + 2.5 * 1.25, 1e-7);
      EXPECT_NEAR(endOf(drivenPendulum(GetParam(), acceleration), options, points).angle, 2, 1e-7);
    }
}

/// What a driver gives in a blow is its work, what it takes away is lost as in an impact.
TEST_P(Drivers, DoWorkInBlows) {
  Mechanism m =
      drivenPendulum(GetParam(), {"motor", 0, "if(t < 1, 1, if(t < 2, 3, 2))", 0, Prescribes::Velocity});
  m.gravity = Vector3::Zero();
  m.outputs.clear();
  Recording recording;
  ASSERT_EQ(runToEnd(m, optionsOf(kSome[2], 1e-7, 3), recording).termination, Termination::ReachedEnd);
  const auto last = [&](const char* name) {
    return recording.value(recording.size() - 1, recording.channelIndex(name));
  };
  const double inertia = 1.0 / 3;
  EXPECT_NEAR(last("energy.work"), inertia * (9 - 1) / 2, 1e-4);
  EXPECT_NEAR(last("energy.dissipated"), inertia * (9 - 4) / 2, 1e-4);
}

TEST_P(Drivers, MayPrescribeAccelerationsThatJump) {
  const Driver driver{"motor", 0, "if(t < 0.5, 4, 0)", 0, Prescribes::Acceleration, -0.2, 1};
  for (const TestedMethod& method : kSome) {
    SCOPED_TRACE(method.name);
    const Ended end = endOf(drivenPendulum(GetParam(), driver), optionsOf(method, 1e-7, 1.5));
    EXPECT_NEAR(end.angle, -0.2 + 0.5 + 0.5 + 3, 1e-7);
    EXPECT_NEAR(end.rate, 3, 1e-7);
  }
}

/// Behind a jump methods look back at a motion that has always been as it is now. Accelerations ±20 add
/// 20 (π/40)² in each of 20 periods.
TEST_P(Drivers, MayJumpOften) {
  const double w = 40, half = pi / w, end = 40 * half;
  const Driver velocity{"motor", 0, "3*sign(sin(40*t))", 0, Prescribes::Velocity};
  const Driver acceleration{"motor", 0, "20*sign(sin(40*t))", 0, Prescribes::Acceleration};
  for (const TestedMethod& method : kSome) {
    SCOPED_TRACE(method.name);
    EXPECT_NEAR(endOf(drivenPendulum(GetParam(), velocity), optionsOf(method, 1e-6, end)).angle, kAngle,
                1e-7);
    EXPECT_NEAR(endOf(drivenPendulum(GetParam(), acceleration), optionsOf(method, 1e-6, end)).angle,
                kAngle + 20 * 20 * half * half, 1e-7);
  }
}

/// Pulses and fronts that no step sees by itself, and powers of a distance in time that no rule integrates
/// well: from where their branches change on, too.
TEST_P(Drivers, AreIntegratedExactlyWhateverTheFormula) {
  const struct {
    Prescribes prescribes;
    const char* formula;
    double way;
  } cases[] = {{Prescribes::Velocity, "1000*exp(-((t-1.1)/1e-4)^2)", 0.1 * std::sqrt(pi)},
               {Prescribes::Velocity, "1 + tanh((t-1)/1e-6)", 2},
               {Prescribes::Velocity, "abs(1-t)^1.5", 0.8},
               {Prescribes::Acceleration, "sqrt(abs(1-t))", 4.0 / 3},
               {Prescribes::Acceleration, "sqrt(max(0,1-t))", 16.0 / 15}};
  for (const auto& [prescribes, formula, way] : cases)
    for (const TestedMethod& method : kSome) {
      SCOPED_TRACE(std::string(formula) + " by " + method.name);
      const Mechanism m = drivenPendulum(GetParam(), {"motor", 0, formula, 0, prescribes});
      EXPECT_NEAR(endOf(m, optionsOf(method, 1e-5, 2)).angle, kAngle + way, 1e-8);
    }
}

TEST_P(Drivers, CountFromTimeZeroWheneverTheRunBegins) {
  const Driver driver{"motor", 0, "0.5*t", 0, Prescribes::Velocity};
  const Mechanism m = drivenPendulum(GetParam(), driver);
  for (const double start : {-1.0, 0.5}) {
    SimulationOptions options = optionsOf(kSome[2], 1e-7, start + 1);
    options.startTime = start;
    EXPECT_NEAR(endOf(m, options).angle, kAngle + 0.25 * (start + 1) * (start + 1), 1e-8);
  }
}

TEST_P(Drivers, GoOnBehindABranch) {
  const Mechanism m = drivenPendulum(GetParam(), {"motor", 0, "2 - t", 0, Prescribes::Velocity});
  const SimulationOptions options = optionsOf(kSome[2], 1e-7, 2);
  Recording whole;
  ASSERT_EQ(runToEnd(m, options, whole).termination, Termination::ReachedEnd);
  std::vector<double> row(whole.channels().size());
  whole.copyRow(whole.rowAt(0.8), row);
  const BranchPoint branch = branchAt(m, whole.channels(), row);
  SimulationOptions rest = options;
  rest.startTime = branch.time;
  EXPECT_NEAR(endOf(branch.mechanism, rest).angle, kAngle + 2, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(, Drivers, testing::Bool(),
                         [](const auto& info) { return info.param ? "InSpace" : "InThePlane"; });

/// The driver begins at rest: rounding left of the new velocity is not told.
TEST_P(Drivers, ChangesOfGivenVelocitiesAreToldWithoutRounding) {
  Mechanism m = drivenPendulum(GetParam(), {"motor", 0, "4*pi", 0, Prescribes::Acceleration});
  if (GetParam()) m.bodies[0].spin = {0, 0, 150};
  else m.bodies[0].angularVelocity = 150;
  Recording recording;
  const Summary summary = runToEnd(m, optionsOf(kSome[2], 1e-5, 0.01), recording);
  std::string told;
  for (const Warning& warning : summary.warnings) told += warning.text;
  EXPECT_NE(told.find(GetParam() ? "to (0, 0, 0) rad/s" : "to 0 rad/s"), std::string::npos) << told;
}

/// Along a slider: x = 0.1 + 0.2 t + t³/6.
TEST(DriversOfSliders, PrescribeRates) {
  Mechanism planar;
  planar.ground.points = {{"O", {0, 0}}};
  planar.bodies = {linkages::bodyAt("block", 2, 0.1, {0.1, 0})};
  planar.joints = {{"guide", PrismaticJoint{{kGround, 0}, {0, 0}, {1, 0}, 0}}};
  planar.drivers = {{"motor", 0, "t", 0, Prescribes::Acceleration, {}, 0.2}};
  Mechanism space = spatial_models::inSpace(planar);
  space.drivers = planar.drivers;
  for (Mechanism* m : {&planar, &space}) {
    m->outputs = {{"angle", "guide.position", "m"},
                  {"rate", "guide.velocity", "m/s"},
                  {"torque", "motor.lambda1", "N"}};
    const Ended end = endOf(*m, optionsOf(kSome[3], 1e-8, 1.2));
    EXPECT_NEAR(end.angle, 0.1 + 0.24 + 1.728 / 6, 1e-8);
    EXPECT_NEAR(end.rate, 0.2 + 0.72, 1e-8);
    EXPECT_NEAR(end.torque, 2 * 1.2, 1e-5);
  }
}

/// Rotation matrices tell turns up to whole ones: the driver says which.
TEST(DriversInSpace, SayAtWhichTurnTheirJointsBegin) {
  for (const std::string start : {"pi", "-pi", "8", "-20"}) {
    const double begin = start == "pi" ? pi : start == "-pi" ? -pi : std::stod(start);
    const Mechanism m = drivenPendulum(true, {"motor", 0, start + " + t"});
    for (const TestedMethod& method : {kSome[0], kSome[2], kSome[4]}) {
      SCOPED_TRACE(start + " by " + method.name);
      EXPECT_NEAR(endOf(m, optionsOf(method, 1e-8, 1)).angle, begin + 1, 1e-7);
    }
  }
}

/// A nut stands where the turns have taken it, whenever a run begins and wherever the driver does.
TEST(DriversInSpace, TakeNutsToTheirPitch) {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  m.bodies = {spatial_models::barInSpace("nut", 1, {0, 0}, Vector3())};
  ScrewJoint screw{{kGround, 0}, {0, 0}};
  screw.pitch = 0.1;
  m.joints = {{"screw", screw}};
  m.outputs = {{"angle", "screw.position", "rad"},
               {"rate", "screw.velocity", "rad/s"},
               {"torque", "nut.start.z", "m"}};
  const auto endOf = [&](double start) {
    SimulationOptions options = optionsOf(kSome[2], 1e-7, start + 1);
    options.startTime = start;
    return holonom::endOf(m, options);
  };
  m.drivers = {{"motor", 0, "10*t"}};
  for (const double start : {0.0, 3.0, -2.0}) {
    const Ended end = endOf(start);
    EXPECT_NEAR(end.angle, 10 * (start + 1), 1e-7);
    EXPECT_NEAR(end.torque, 0.1 * 10 * (start + 1) / (2 * pi), 1e-7) << "its way";
  }
  m.drivers = {{"motor", 0, "1", 0, Prescribes::Velocity, 100}};
  EXPECT_NEAR(endOf(0).torque, 0.1 * 101 / (2 * pi), 1e-7);
  m.drivers = {{"motor", 0, "1", 0, Prescribes::Velocity}};
  m.bodies[0].position.z() += 0.3;
  EXPECT_NEAR(endOf(0).angle, 6 * pi + 1, 1e-7) << "three pitches";
  EXPECT_NEAR(endOf(0).torque, 0.3 + 0.1 / (2 * pi), 1e-7);
}

/// A run may begin after many turns, with what keeps its angle to the driven body, and with motors on the arm
/// of others.
TEST(DriversInThePlane, SayAtWhichTurnTheirJointsBegin) {
  Mechanism m = linkages::doublePendulum();
  m.drivers = {{"elbow", 1, "-60*t"}, {"shoulder", 0, "150*t"}};
  m.outputs = {{"shoulder", "O.position", "rad"}, {"elbow", "A.position", "rad"}};
  m.ground.points.push_back({"P", {0, 1}});
  m.bodies.push_back(linkages::bodyAt("block", 1, 0.1, {0.5, 0}));
  m.joints.push_back({"guide", PrismaticJoint{{0, linkages::kMiddle}, {2, 0}, {1, 0}, 0}});
  m.drivers.push_back({"push", 2, "0.1*t"});
  SimulationOptions options = optionsOf(kSome[0], 1e-8, 3.5);
  options.startTime = 3;
  Recording recording;
  const Summary summary = runToEnd(m, options, recording);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  const auto last = [&](const char* name) {
    return recording.value(recording.size() - 1, recording.channelIndex(name));
  };
  EXPECT_NEAR(last("shoulder"), 150 * 3.5, 1e-9);
  EXPECT_NEAR(last("elbow"), -60 * 3.5, 1e-9);
  EXPECT_NEAR(last("block.theta"), 150 * 3.5, 1e-9);
}

/// Half a turn is +π, whichever sign rounding would give it.
TEST(DriversInSpace, HalfATurnIsPositive) {
  for (const double off : {0.0, 1e-13, -1e-13}) {
    Mechanism m = spatial_models::inSpace(linkages::pendulum(pi + off));
    EXPECT_NEAR(jointCoordinate(m, m.joints[0]), pi, 1e-12);
  }
}

}  // namespace
}  // namespace holonom

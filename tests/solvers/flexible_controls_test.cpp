// SPDX-License-Identifier: GPL-3.0-or-later
// Flexible bodies beside controllers, blades and rolling discs: derivatives, and whole runs against other
// formulations.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/results/recording.h"
#include "solvers/simulation/run.h"
#include "tests/core/dynamics/sample_mechanisms.h"
#include "tests/solvers/hinged_bar.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/finite_differences.h"

namespace holonom {
namespace {

/// A soft beam on a hinge, held and moved by a torque.
Mechanism arm(const std::string& torque) {
  Mechanism m = samples::hingedBar(2, 0.2);
  Body& bar = m.bodies[0];
  bar.exact.angle = bar.exact.omega = true;
  bar.points.push_back({"tip", {1, 0}});
  bar.flexible = FlexibleBeam{.from = 0,
                              .to = 1,
                              .youngsModulus = 1e6,
                              .area = 1e-2,
                              .secondMoment = 1e-4,
                              .lateralModes = 2,
                              .endShapes = true,
                              .dampingRatio = 0.05};
  m.forces = {{"motor", TorqueExpression{0, kGround, torque}}};
  m.outputs = {{"hinge.angle", "hinge.position", "rad"}, {"hinge.rate", "hinge.velocity", "rad/s"}};
  return m;
}

/// A skate whose runner is a soft beam: its blade sits at one end, and a spring pulls the other one aside.
Mechanism skate(double youngsModulus) {
  Mechanism m;
  m.gravity = {0, 0};
  m.ground.points = {{"O", {0, 0}}, {"post", {0, 2}}};
  Body runner;
  runner.name = "runner";
  runner.mass = 3;
  runner.inertia = 0.3;
  runner.centreOfMass = {0.5, 0};
  runner.velocity = {1, 0};
  runner.points = {{"heel", {0, 0}}, {"toe", {1, 0}}};
  runner.flexible = FlexibleBeam{.from = 0,
                                 .to = 1,
                                 .youngsModulus = youngsModulus,
                                 .area = 1e-2,
                                 .secondMoment = 1e-4,
                                 .lateralModes = 2,
                                 .endShapes = true,
                                 .dampingRatio = 0.3};
  m.bodies = {runner};
  m.joints = {{"blade", KnifeEdgeJoint{{kGround, 0}, {0, 0}, {1, 0}}}};
  m.forces = {{"spring", SpringDamper{{kGround, 1}, {0, 1}, 4, 0, 1}}};
  return m;
}

TEST(FlexibleControls, Derivatives) {
  Mechanism m = samples::twoBodies();
  for (Body& body : m.bodies) {
    body.centreOfMass = 0.5 * (body.points[0].position + body.points[1].position);
    body.flexible = FlexibleBeam{.from = 0,
                                 .to = 1,
                                 .youngsModulus = 3,
                                 .area = 0.7,
                                 .secondMoment = 0.02,
                                 .lateralModes = 2,
                                 .endShapes = body.name == "left",
                                 .longitudinal = true,
                                 .dampingRatio = 0.1};
  }
  m.joints = {{"pin", RevoluteJoint{{0, 1}, {1, 0}}},
              {"blade", KnifeEdgeJoint{{0, 0}, {1, 1}, {0.6, 0.8}}},
              {"roll", RollingJoint{{kGround, 0}, {0, 0}, {1, 0.2}, 0.3}}};
  const std::string tip = m.bodies[1].name + "." + m.bodies[1].points[1].name;
  m.controllers = {
      {"pid", PidController{0, "0.3*sin(t)", 6, 4, 1}},
      {"valve", ControlLaw{{{"seen", 0.1, tip + ".vx*" + tip + ".y-valve.seen^2", 1}},
                           {{"flow", 0, "valve.flow^3+valve.flow-valve.seen+" + tip + ".vy^2", 1}},
                           {}}}};
  m.forces = {{"motor", TorqueExpression{0, 1, "pid.u+valve.flow"}}};
  EquationsOfMotion system(m);
  samples::RandomVectors random;
  const int n = system.coordinateCount(), rows = system.constraintCount();
  EXPECT_EQ(system.coordinateName(n - 1), "valve.flow");
  EXPECT_EQ(system.coordinateName(n - 3), "pid.integral");
  EXPECT_EQ(rows - system.holonomicCount(), 2 + 3);
  for (int i = 0; i < 3; ++i) {
    Vector lambda = random(rows);
    lambda.tail(3).setZero();  // those of controllers are zero
    EXPECT_EQ(checkDerivatives(system, 0.1 + 0.23 * i, random(n), random(n), random(n), lambda), "");
  }
}

class FlexibleControlRuns : public testing::TestWithParam<TestedMethod> {
 protected:
  void run(const Mechanism& mechanism, double end, Recording& recording) const {
    const Summary summary = runToEnd(mechanism, optionsOf(GetParam(), 1e-7, end), recording);
    EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  }
  static double last(const Recording& recording, const char* name) {
    const int channel = recording.channelIndex(name);
    EXPECT_GE(channel, 0) << name;
    return channel < 0 ? NAN : recording.value(recording.size() - 1, channel);
  }
};

/// The torque of a controller, by way of an algebraic quantity and a state, and the same torque written as a
/// force.
TEST_P(FlexibleControlRuns, ControllerIsTheForceItComputes) {
  Mechanism controlled = arm("law.torque");
  controlled.controllers = {
      {"law", ControlLaw{{{"work", 0, "law.torque*bar.omega", 1}},
                         {{"torque", 0, "law.torque-30*(0.5-hinge.position)+4*hinge.velocity", 1}},
                         {}}}};
  Recording a, b;
  run(controlled, 0.3, a);
  run(arm("30*(0.5-hinge.position)-4*hinge.velocity"), 0.3, b);
  for (const char* name : {"bar.theta", "bar.q1", "bar.q3"})
    EXPECT_NEAR(last(a, name), last(b, name), 1e-5) << name;
  EXPECT_NEAR(last(a, "law.work"), last(b, "energy.work"), 1e-3) << "a sum over steps";
  EXPECT_NEAR(last(a, "law.torque"), 30 * (0.5 - last(a, "hinge.angle")) - 4 * last(a, "hinge.rate"), 1e-5);
}

/// A stiff runner moves as a rigid one does, up to what its stiffness lets it bend.
TEST_P(FlexibleControlRuns, StiffBladeIsTheRigidOne) {
  Mechanism rigid = skate(1);
  rigid.bodies[0].flexible.reset();
  Recording exact;
  run(rigid, 1, exact);
  double errors[2];
  for (int i = 0; i < 2; ++i) {
    Recording soft;
    run(skate(i == 0 ? 1e5 : 1e6), 1, soft);
    errors[i] = std::hypot(last(soft, "runner.x") - last(exact, "runner.x"),
                           last(soft, "runner.y") - last(exact, "runner.y")) +
                std::abs(last(soft, "runner.theta") - last(exact, "runner.theta"));
    EXPECT_LT(last(soft, "drift.velocity"), 1e-4);
  }
  EXPECT_GT(std::abs(last(exact, "runner.theta")), 0.3) << "it does turn";
  EXPECT_LT(errors[0], 2e-2);
  EXPECT_NEAR(errors[0] / errors[1], 10, 3);
}

INSTANTIATE_TEST_SUITE_P(Methods, FlexibleControlRuns,
                         testing::Values(TestedMethod{"BdfIndex2", "bdf", 2},
                                         TestedMethod{"BdfIndex3", "bdf", 3},
                                         TestedMethod{"BdfIndex1", "bdf", 1},
                                         TestedMethod{"DormandPrince8", "dop853", 1}),
                         [](const auto& info) { return info.param.name; });

/// Samples and named events look at the points of flexible bodies.
TEST(FlexibleControls, SamplesAndEventsSeeTheDeformedBody) {
  Mechanism m = arm("clock.u");
  m.controllers = {{"clock", SampledLaw{{0.02, 0}, {{"u", 0, "30*(0.5-bar.tip.y)-4*bar.tip.vy"}}, {}}}};
  m.events = {{"level", "bar.tip.y", NamedEvent::Direction::Falling, NamedEvent::Action::Stop}};
  m.outputs = {{"tip", "bar.tip.y", "m"}, {"speed", "bar.tip.vy", "m/s"}};
  m.bodies[0].angularVelocity = 0.5;
  Recording recording;
  const Summary summary = runToEnd(m, optionsOf({"", "bdf", 2}, 1e-7, 5), recording);
  ASSERT_TRUE(summary.termination == Termination::ReachedEnd ||
              summary.termination == Termination::EventReached)
      << summary.message;
  double held = 0;
  for (std::size_t i = 0; i < recording.size(); ++i) {
    const auto at = [&](const char* name) { return recording.value(i, recording.channelIndex(name)); };
    if (i + 1 < recording.size() && recording.isBehindJump(i + 1)) continue;  // the sample is taken there
    const double phase = at("t") / 0.02;
    if (std::abs(phase - std::round(phase)) < 1e-9) held = 30 * (0.5 - at("tip")) - 4 * at("speed");
    ASSERT_NEAR(at("clock.u"), held, 1e-9) << at("t");
  }
  if (summary.termination == Termination::EventReached)
    EXPECT_NEAR(recording.value(recording.size() - 1, recording.channelIndex("tip")), 0, 1e-7);
}

}  // namespace
}  // namespace holonom

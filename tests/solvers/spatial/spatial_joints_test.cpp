// SPDX-License-Identifier: GPL-3.0-or-later
// What acts at joints in space – drivers, stops, springs, forces, controllers – against the same in the
// plane; screws, shafts and wheels against closed forms and published equations.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/spatial/end_values.h"

namespace holonom {
namespace {

using namespace spatial_models;
using std::numbers::pi;

/// All of it in space on a base that is welded to the ground, turned against it: hinges and their angles stay
/// what they are.
Mechanism leaning(const Mechanism& planar) {
  const Vector3 turn(0.7, -1.1, 0.4);
  Mechanism m = turned(inSpace(planar), eulerParameters(turn));
  const int base = int(m.bodies.size());
  Body plate = m.bodies[0];
  plate.name = "base";
  plate.position = plate.velocity = plate.spin = Vector3::Zero();
  plate.axis = turn.normalized();
  plate.angle = turn.norm();
  plate.points = planar.ground.points;
  m.bodies.push_back(plate);
  m.joints = planar.joints;
  for (Joint& joint : m.joints)
    std::visit(
        [&](auto& kind) {
          for (PointRef* end : {&kind.a, &kind.b})
            if (end->body == kGround) end->body = base;
        },
        joint.kind);
  m.ground.points = {{"O", m.bodies[std::size_t(base)].points[0].position}};
  m.ground.points[0].position = rotationMatrix(eulerParameters(turn)) * m.ground.points[0].position;
  m.joints.push_back({"weld", FixedJoint{{kGround, 0}, {base, 0}, 0, turn}});
  return m;
}

Mechanism planarFourBar() { return linkages::fourBar(2, 0.6, 1.5, 1.4, 0.5); }

/// The driver's multiplier is a moment about the hinge, wherever that points.
TEST(SpatialJoints, DriversLeadAsInThePlane) {
  Mechanism planar = planarFourBar();
  planar.gravity = {0, -9.81};
  const double start = planar.bodies[0].angle;
  Mechanism space = leaning(planar);
  for (Mechanism* m : {&planar, &space}) {
    m->drivers = {{"motor", 0, std::to_string(start) + " + 2*pi*t"}};
    m->outputs = {{"torque", "motor.lambda1", "N·m"}, {"angle", "A.position", "rad"}};
  }
  for (const TestedMethod& method :
       {TestedMethod{"", "bdf", 3}, TestedMethod{"", "bdf", 2}, TestedMethod{"", "generalized-alpha", 2},
        TestedMethod{"", "dop853", 1}}) {
    const SimulationOptions options = optionsOf(method, isSecondOrder(method) ? 1e-7 : 1e-9, 1.3);
    const End flat(planar, options), there(space, options);
    EXPECT_NEAR(there["torque"], flat["torque"], 2e-3 * std::abs(flat["torque"])) << method.method;
    EXPECT_NEAR(there["angle"], start + 2.6 * pi, 1e-6) << method.method;
  }
}

TEST(SpatialJoints, KinematicsFollowsDrivers) {
  Mechanism planar = planarFourBar();
  const double start = planar.bodies[0].angle;
  Mechanism space = inSpace(planar);
  for (Mechanism* m : {&planar, &space}) m->drivers = {{"motor", 0, std::to_string(start) + " + 2*t"}};
  const SimulationOptions options = optionsOf({"", "kinematics", 1}, 1e-8, 2);
  const End flat(planar, options), there(space, options);
  EXPECT_NEAR(there["coupler.x"], flat["coupler.x"], 1e-9);
  EXPECT_NEAR(there["coupler.y"], flat["coupler.y"], 1e-9);
}

/// Where something reads its angle a hinge counts its turns, and does so along a prescribed motion, too: for
/// a steady one, one that swings beyond several turns and comes back, and one that halts.
TEST(SpatialJoints, KinematicsCountsTurns) {
  Mechanism planar = planarFourBar();
  const double start = planar.bodies[0].angle;
  for (const std::string motion : {" + 40*t", " + 30*sin(3*t)", " - 25*(1 - cos(2*t))^2"}) {
    Mechanism space = inSpace(planar);
    for (Mechanism* m : {&planar, &space}) {
      m->drivers = {{"motor", 0, std::to_string(start) + motion}};
      m->outputs = {{"angle", m->joints[0].name + ".position", "rad"}, {"torque", "motor.lambda1", "N·m"}};
      m->forces = {{"drag", JointForce{0, "-0.3*" + m->joints[0].name + ".position"}}};
    }
    for (const TestedMethod& method : {TestedMethod{"", "kinematics", 1}, TestedMethod{"", "auto", 2}}) {
      const SimulationOptions options = optionsOf(method, 1e-6, 2);
      const End flat(planar, options), there(space, options);
      EXPECT_GT(there.largest("angle", 0, 2), 8 * pi) << motion;
      EXPECT_NEAR(there["angle"], flat["angle"], 1e-9) << motion;
      EXPECT_NEAR(there["torque"], flat["torque"], 1e-6 * std::abs(flat["torque"])) << motion;
    }
  }
}

/// A rod on a hinge that leans by an angle against gravity: its end swings as a pendulum in the plane across
/// the hinge, with the force along the rod −m (v²/l + g·u) and along the hinge −m g·n.
TEST(SpatialJoints, ARodOnAHingeSwingsAcrossIt) {
  constexpr double kLength = 0.7, kMass = 1.3, kGravity = 9.81, kLean = 0.5;
  const Vector3 hinge(0, -std::sin(kLean), std::cos(kLean)), gravity(0, 0, -kGravity);
  Mechanism m;
  m.gravity = gravity;
  m.ground.points = {{"O", {0, 0}}};
  Body bob;
  bob.name = "bob";
  bob.kind = Body::Kind::SpatialParticle;
  bob.mass = kMass;
  bob.position = {kLength, 0, 0};
  bob.points = {{"P", {0, 0}}};
  m.bodies = {bob};
  m.joints = {{"rod", RevoluteSphericalJoint{{kGround, 0}, {0, 0}, hinge, kLength}}};
  for (const TestedMethod& method : {TestedMethod{"", "dop853", 1}, {"", "bdf", 2}, {"", "radau", 3}}) {
    Recording recording;
    const Summary summary = runToEnd(m, optionsOf(method, 1e-9, 2), recording);
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    const auto value = [&](std::size_t row, const char* name) {
      return recording.value(row, recording.channelIndex(name));
    };
    const Vector3 across = gravity - gravity.dot(hinge) * hinge;  // what moves it
    for (std::size_t row = 0; row < recording.size(); ++row) {
      const Vector3 place(value(row, "bob.x"), value(row, "bob.y"), value(row, "bob.z")), u = place / kLength;
      const double speedSquared = 2 * across.dot(place - bob.position);
      EXPECT_NEAR(place.dot(hinge), 0, 1e-7) << method.method;
      EXPECT_NEAR(value(row, "rod.lambda1"), -kMass * (speedSquared / kLength + across.dot(u)), 2e-5)
          << method.method << " at " << value(row, "t");
      EXPECT_NEAR(value(row, "rod.lambda2"), -kMass * gravity.dot(hinge), 2e-5) << method.method;
    }
  }
}

/// A pendulum with a torsion spring that hits a soft and, on the other side, is thrown back by a hard stop.
TEST(SpatialJoints, SpringsAndStopsActAsInThePlane) {
  Mechanism planar = linkages::pendulum(0.3);
  planar.gravity = {0, -9.81};
  Mechanism space = leaning(planar);
  for (const bool ideal : {false, true}) {
    for (Mechanism* m : {&planar, &space}) {
      Stop stop{0, {}, {}, -1.4, {}, 800, 3, {}};
      if (ideal) stop = Stop{0, {}, {}, -1.4, {}, 0, 0, 0.6};
      m->forces = {{"coil", JointSpring{0, 4, 0.2, 0.1}}, {"stop", stop}};
      m->outputs = {{"angle", "hinge.position", "rad"}, {"rate", "hinge.velocity", "rad/s"}};
    }
    const End flat(planar, exact(1.5)), there(space, exact(1.5));
    EXPECT_LT(flat.largest("angle", 0, 1.5), 1.45);
    EXPECT_NEAR(there["angle"], flat["angle"], 1e-6);
    EXPECT_NEAR(there["rate"], flat["rate"], 1e-5);
  }
}

/// Over many turns, which axes alone do not tell.
TEST(SpatialJoints, ControllersAndForcesSeeAllTurns) {
  Mechanism planar = linkages::pendulum(0.3);
  Mechanism space = leaning(planar);
  for (Mechanism* m : {&planar, &space}) {
    m->controllers = {{"pid", PidController{0, "40*sin(t)", 30, 5, 2, {}}}};
    m->forces = {{"servo", JointForce{0, "pid.u"}}};
    m->outputs = {{"angle", "hinge.position", "rad"}, {"size", "servo.force", "N·m"}};
  }
  const End flat(planar, exact(3)), there(space, exact(3));
  EXPECT_GT(flat.largest("angle", 0, 3), 6 * pi);
  EXPECT_NEAR(there["angle"], flat["angle"], 1e-5);
  EXPECT_NEAR(there["size"], flat["size"], 1e-3);
}

/// A rod swings a slider: force and spring along the way of a prismatic joint, in the plane and in space.
TEST(SpatialJoints, SlidersArePushedAlongTheirWay) {
  Mechanism planar;
  planar.ground.points = {{"O", {0, 0}}};
  planar.bodies = {linkages::bodyAt("block", 2, 0.1, {0.3, 0})};
  planar.joints = {{"guide", PrismaticJoint{{kGround, 0}, {0, 0}, {1, 0}, 0}}};
  Mechanism space = inSpace(planar);
  for (Mechanism* m : {&planar, &space}) {
    m->forces = {{"coil", JointSpring{0, 50, 0, 0.1}}, {"push", JointForce{0, "3*cos(2*t)"}}};
    m->outputs = {{"x", "guide.position", "m"}};
  }
  const double w = 5, a = 1.5 / (w * w - 4), t = 2;  // w² = k/m, 3/m = 1.5
  const double closed = 0.1 + (0.2 - a) * std::cos(w * t) + a * std::cos(2 * t);
  EXPECT_NEAR(End(planar, exact(t))["x"], closed, 1e-7);
  EXPECT_NEAR(End(space, exact(t))["x"], closed, 1e-7);
}

/// A nut of mass m and moment J falls down a screw: z″ = −g/(1 + J (2π/pitch)²/m), over many turns.
TEST(SpatialJoints, ANutFallsDownItsScrew) {
  Mechanism m;
  m.gravity = {0, 0, -9.81};
  m.ground.points = {{"O", {0, 0}}};
  Body nut;
  nut.name = "nut";
  nut.kind = Body::Kind::Spatial;
  nut.mass = 0.5;
  nut.moments = {2e-4, 2e-4, 1e-4};
  nut.points = {{"P", {0, 0}}};
  m.bodies = {nut};
  ScrewJoint screw{{kGround, 0}, {0, 0}};
  screw.pitch = 0.05;
  m.joints = {{"screw", screw}};
  m.outputs = {{"turn", "screw.position", "rad"}};
  const double slope = 2 * pi / screw.pitch, fall = 9.81 / (1 + nut.moments.z() * slope * slope / nut.mass);
  for (const TestedMethod& method :
       {TestedMethod{"", "bdf", 3}, TestedMethod{"", "bdf", 2}, TestedMethod{"", "dop853", 1}}) {
    const End end(m, optionsOf(method, 1e-9, 1));
    EXPECT_NEAR(end["nut.z"], -fall / 2, 1e-6) << method.method;
    EXPECT_NEAR(end["turn"], -fall / 2 * slope, 1e-3) << method.method;
  }
}

/// Two shafts at 40°: a Cardan joint makes the second hasten and lag, a constant-velocity joint does not.
TEST(SpatialJoints, ShaftsTurnAtTheSameSpeedWhereTheirJointSaysSo) {
  const double bend = 40 * pi / 180;
  const Vector3 along(std::cos(bend), std::sin(bend), 0);
  for (const bool constant : {true, false}) {
    Mechanism m;
    m.ground.points = {{"A", {-1, 0}}, {"B", along}};
    for (const char* name : {"first", "second"}) {
      Body shaft;
      shaft.name = name;
      shaft.kind = Body::Kind::Spatial;
      shaft.moments = {0.1, 0.2, 0.2};
      shaft.points = {{"cross", {0, 0}}, {"bearing", {name[0] == 'f' ? -1.0 : 1.0, 0}}};
      m.bodies.push_back(shaft);
    }
    m.bodies[1].axis = Vector3::UnitZ();
    m.bodies[1].angle = bend;
    m.joints = {{"A", RevoluteJoint{{kGround, 0}, {0, 1}, Vector3::UnitX(), Vector3::UnitX()}},
                {"B", SlotJoint{{kGround, 1}, {1, 1}, along}}};
    if (constant) m.joints.push_back({"J", ConstantVelocityJoint{{0, 0}, {1, 0}}});
    else m.joints.push_back({"J", UniversalJoint{{0, 0}, {1, 0}, Vector3::UnitY(), Vector3::UnitZ()}});
    m.drivers = {{"motor", 0, "5*t"}};
    m.outputs = {{"ratio",
                  "(second.omegax*cos(" + std::to_string(bend) + ") + second.omegay*sin(" +
                      std::to_string(bend) + "))/5 - 1",
                  ""}};
    const End end(m, exact(1.5));
    const double uneven = end.largest("ratio", 0, 1.5);
    if (constant) EXPECT_LT(uneven, 1e-6);
    else EXPECT_NEAR(uneven, 1 / std::cos(bend) - 1, 1e-3);
  }
}

/// A body whose shaft z hangs from the ground by a constant-velocity joint, without weight. With the bend β
/// about the direction α, its Euler parameters (cos β/2, sin β/2 cos α, sin β/2 sin α, 0):
/// β″ = α′² (J sin β cos β + C (1 − cos β) sin β)/J, and α′ (J sin² β + C (1 − cos β)²) stays. By the classic
/// Runge–Kutta method.
struct BentShaft {
  double J, C, beta, betaRate, momentum;
  double alpha = 0;
  double inertia(double b) const { return J * std::pow(std::sin(b), 2) + C * std::pow(1 - std::cos(b), 2); }
  Vector3 slope(const Vector3& x) const {
    const double s = std::sin(x[0]), c = std::cos(x[0]), turn = momentum / inertia(x[0]);
    return {x[1], turn * turn * s * (J * c + C * (1 - c)) / J, turn};
  }
  void swing(double end, int steps) {
    const double h = end / steps;
    Vector3 x(beta, betaRate, alpha);
    for (int i = 0; i < steps; ++i) {
      const Vector3 a = slope(x), b = slope(x + h / 2 * a), c = slope(x + h / 2 * b), d = slope(x + h * c);
      x += h / 6 * (a + 2 * b + 2 * c + d);
    }
    beta = x[0], betaRate = x[1], alpha = x[2];
  }
};

/// Bent by half a turn and on: no other zero of the joint's row is met there.
TEST(SpatialJoints, ConstantVelocityShaftsBendByMoreThanHalfATurn) {
  constexpr double kEnd = 1.5;
  BentShaft shaft{0.2, 0.05, 1, 3, 0};
  const double turning = 0.4, half = shaft.beta / 2;
  shaft.momentum = turning * shaft.inertia(shaft.beta);
  Mechanism m = onGround(ConstantVelocityJoint{{kGround, 0}, {0, 0}, Vector3::UnitZ(), Vector3::UnitZ()});
  Body& body = m.bodies[0];
  body.moments = {shaft.J, shaft.J, shaft.C};
  body.axis = Vector3::UnitX();
  body.angle = shaft.beta;
  const Vector4 rate(-std::sin(half) * shaft.betaRate / 2, std::cos(half) * shaft.betaRate / 2,
                     std::sin(half) * turning, 0);
  body.spin = angularVelocity(eulerParameters(body.axis, body.angle), rate);
  m.outputs = {
      {"x", "bar.a13", ""}, {"y", "bar.a23", ""}, {"z", "bar.a33", ""}, {"bend", "J.position", "rad"}};
  shaft.swing(kEnd, 20000);
  ASSERT_GT(shaft.beta, pi + 0.5);
  for (const bool cardan : {false, true})
    for (const TestedMethod& method :
         {TestedMethod{"", "dop853", 1}, TestedMethod{"", "bdf", 3}, TestedMethod{"", "bdf", 2},
          TestedMethod{"", "radau", 3}, TestedMethod{"", "generalized-alpha", 2},
          TestedMethod{"", "local-equivalence", 1}, TestedMethod{"", "l-stable", 2}}) {
      SCOPED_TRACE(std::string(method.method) + (cardan ? ", Cardan angles" : ", Euler parameters"));
      const bool exactly = std::string(method.method) == "dop853";
      const End run(cardan ? byCardanAngles(m) : m, optionsOf(method, exactly ? 1e-10 : 1e-7, kEnd));
      const double near = exactly ? 1e-7 : 1e-3;
      EXPECT_NEAR(run["x"], std::sin(shaft.beta) * std::sin(shaft.alpha), near);
      EXPECT_NEAR(run["y"], -std::sin(shaft.beta) * std::cos(shaft.alpha), near);
      EXPECT_NEAR(run["z"], std::cos(shaft.beta), near);
      EXPECT_LT(run.energyError(), exactly ? 1e-9 : 1e-4);
    }
}

/// ω₂/ω₁ = cos β/(1 − sin² β cos² θ), of the example, whose output is the difference from it.
TEST(SpatialJoints, ACardanJointTurnsItsShaftsInTheRatioOfTheFormula) {
  const Mechanism shafts = readMechanism(findModel("universal_shaft"));
  for (const TestedMethod& method : {TestedMethod{"", "bdf", 2}, TestedMethod{"", "dop853", 1}}) {
    SCOPED_TRACE(method.method);
    const SimulationOptions options = optionsOf(method, 1e-10, 1);
    const End run(shafts, options);
    EXPECT_GT(run.largest("ratio", 0, 1), 1.154) << "1/cos β is 1.1547";
    EXPECT_LT(run.largest("ratio_error", 0, 1), 1e-9);
  }
}

/// A bar on a ball joint and a second one at its end by a joint of that kind; what rolls or glides does so on
/// the ground, where a second bar hangs from it.
Mechanism swinging(std::size_t kind) {
  const bool onGround = JointKind::count(jointKinds()[kind].rowsInSpace, JointRow::Keeps::Velocity) > 0;
  Mechanism m;
  m.gravity = {0.4, -1, -9.81};
  m.ground.points = {{"O", {0, 0}}};
  m.bodies = {barInSpace("first", 1, {0, 0}, {0.2, -0.3, 0.1}),
              barInSpace("second", 0.8, {0.9, 0.1, 0.3}, {0.5, 0.2, 0.9})};
  for (Body& body : m.bodies) body.spin = {1, 2, -1.5};
  JointStart start{{0.6, 0, -0.8}, 0, {}, 0.4, 2};
  start.turn = {0.3, 0.5, 0.8};
  const PointRef first{onGround ? kGround : 0, onGround ? 0 : 1};
  m.joints = {{"joint", makeJoint(kind, first, {1, 0}, start)}};
  if (onGround) m.joints.push_back({"ball", SphericalJoint{{1, 1}, {0, 0}}});
  else m.joints.push_back({"ball", SphericalJoint{{kGround, 0}, {0, 0}}});
  return m;
}

/// Joints do no work; what is held at one level does not drift at any.
TEST(SpatialJoints, EveryKindKeepsTheEnergyAndItsRows) {
  for (std::size_t kind = 0; kind < jointKinds().size(); ++kind) {
    if (jointKinds()[kind].rowsInSpace.empty()) continue;
    SCOPED_TRACE(jointKinds()[kind].name);
    Recording recording;
    const Summary summary = runToEnd(swinging(kind), optionsOf({"", "dop853", 1}, 1e-9, 0.4), recording);
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    double largest = 0;
    for (const char* column : {"energy.kinetic", "energy.potential"})
      for (std::size_t row = 0; row < recording.size(); ++row)
        largest = std::max(largest, std::abs(recording.value(row, recording.channelIndex(column))));
    EXPECT_GT(largest, 0.5);
    EXPECT_LT(summary.energyError, 1e-6 * largest);
    EXPECT_LT(summary.largestDriftPosition, 1e-9);
    EXPECT_LT(summary.largestDriftVelocity, 1e-9);
    EXPECT_LT(summary.largestDriftAcceleration, 1e-7);
  }
}

/// Where its axle points along the normal of the ground, whatever each method makes of it.
TEST(SpatialJoints, ADiscThatFallsOverIsNamed) {
  Mechanism m = onGround(RollingJoint{{kGround, 0}, {0, 0}});
  m.gravity = {0, 0, -9.81};
  auto& disc = std::get<RollingJoint>(m.joints[0].kind);
  disc.radius = m.bodies[0].position.z() = 0.3;
  m.bodies[0].spin = {0.1, 0, 0};
  for (const TestedMethod& method :
       {TestedMethod{"", "bdf", 2}, TestedMethod{"", "radau", 2}, TestedMethod{"", "dop853", 1},
        TestedMethod{"", "gbs", 1}, TestedMethod{"", "adams", 1}, TestedMethod{"", "rk4", 1}}) {
    SCOPED_TRACE(method.method);
    Recording recording;
    const Summary summary = runToEnd(m, optionsOf(method, 1e-6, 5), recording);
    EXPECT_TRUE(summary.termination == Termination::StepTooSmall ||
                summary.termination == Termination::Locked);
    EXPECT_LT(summary.energyError, 0.01) << "explicit methods would go on and make some";
    EXPECT_LT(summary.time, 3);
    EXPECT_NE(summary.message.find("the disc of joint 'J' has fallen over and lies flat"), std::string::npos)
        << summary.message;
  }
}

/// The example at another speed, and pushed over at another rate.
Mechanism bicycle(double speed, double rate) {
  Mechanism m = readMechanism(findModel("bicycle"));
  for (Body& body : m.bodies) {
    body.velocity = {speed, -rate * body.position.z(), 0};
    body.spin = {rate, body.spin.y() * speed / 4, 0};
  }
  return m;
}

/// What is small follows the linear equations of Meijaard et al. (2007): error of the square of the size.
TEST(SpatialJoints, TheBicycleFollowsItsLinearEquations) {
  const double share = 0.05;
  const End end(bicycle(4, 0.05 * share), exact(2));
  EXPECT_NEAR(end["roll"] / share, 0.0081120187, 2e-6);
  EXPECT_NEAR(end["steer"] / share, -0.0079296916, 2e-6);
}

/// It is stable between 4.292 m/s, where it begins to sway, and 6.024 m/s, where it begins to tip over.
TEST(SpatialJoints, TheBicycleIsStableBetweenThePublishedSpeeds) {
  const auto growth = [](double speed, double endTime) {
    const End end(bicycle(speed, 0.02), exact(endTime));
    EXPECT_LT(end.energyError(), 1e-3 * 0.5 * 94 * speed * speed) << speed;
    return end.largest("roll", 0.8 * endTime, endTime) / end.largest("roll", 0, 0.2 * endTime);
  };
  EXPECT_GT(growth(4.0, 10), 1.05);
  EXPECT_LT(growth(4.6, 10), 0.5);
  EXPECT_LT(growth(5.5, 10), 0.5);
  EXPECT_GT(growth(8.0, 20), 1.2);
}

}  // namespace
}  // namespace holonom

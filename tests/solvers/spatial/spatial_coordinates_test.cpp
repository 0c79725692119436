// SPDX-License-Identifier: GPL-3.0-or-later
// Joints in space with several coordinates: drivers, stops, springs and forces at each against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include "core/model/particles.h"
#include "tests/solvers/spatial/end_values.h"

namespace holonom {
namespace {

using namespace spatial_models;

/// check(run, exactly, near) of runs by a method of order 8, which is exact to 1e-7, and by others.
void withSomeMethods(const Mechanism& mechanism, double end,
                     const std::function<void(const End&, bool, double)>& check) {
  for (const auto& method : {TestedMethod{"", "dop853", 1}, TestedMethod{"", "bdf", 2},
                             TestedMethod{"", "radau", 3}, TestedMethod{"", "generalized-alpha", 2}}) {
    SCOPED_TRACE(method.method);
    const bool exactly = method.index == 1;
    check(End(mechanism, optionsOf(method, exactly ? 1e-10 : 1e-7, end)), exactly, exactly ? 1e-7 : 1e-4);
  }
}

Matrix3 about(int axis, double angle) { return rotationMatrix(eulerParameters(Vector3::Unit(axis), angle)); }

/// A shaft in a sleeve, turned and shifted: more than one turn, the force m s″ and the torque J φ″.
TEST(SpatialCoordinates, BothCoordinatesOfASleeveAreDriven) {
  Mechanism m = onGround(CylindricalJoint{{kGround, 0}, {0, 0}});
  m.drivers = {{"turn", 0, "2*t^2"}, {"shift", 0, "0.2*sin(3*t)", 1}};
  const double end = 2.2;
  const End kinematic(m, optionsOf({"", "kinematics", 1}, 1e-8, end));
  m.outputs = {{"turned", "J.position", "rad"},
               {"speed", "J.velocity", "rad/s"},
               {"way", "J.position2", "m"},
               {"rate", "J.velocity2", "m/s"}};
  for (const char* method : {"bdf", "generalized-alpha", "dop853"}) {
    SCOPED_TRACE(method);
    const bool exactly = std::string(method) == "dop853";
    const End run(m, optionsOf({"", method, exactly ? 1 : 2}, exactly ? 1e-10 : 1e-7, end));
    const double near = exactly ? 1e-8 : 1e-4;
    EXPECT_NEAR(run["turned"], 2 * end * end, near);
    EXPECT_NEAR(run["speed"], 4 * end, near);
    EXPECT_NEAR(run["way"], 0.2 * std::sin(3 * end), near);
    EXPECT_NEAR(run["rate"], 0.6 * std::cos(3 * end), near);
    EXPECT_NEAR(run["bar.z"], 0.2 * std::sin(3 * end), near);
    EXPECT_NEAR(run["bar.z"], kinematic["bar.z"], near);
    EXPECT_NEAR(run["bar.omegaz"], kinematic["bar.omegaz"], near);
    EXPECT_NEAR(run["turn.lambda1"], 4 * m.bodies[0].moments.z(), 10 * near);
    EXPECT_NEAR(run["shift.lambda1"], -1.8 * std::sin(3 * end) * m.bodies[0].mass, 10 * near);
  }
}

/// Along its way a body on a sleeve falls as a stone does, bounces at a stop, and swings on a spring.
TEST(SpatialCoordinates, StopsAndSpringsActOnTheWayOfASleeve) {
  constexpr double kFall = 0.4, kGravity = 9.81, kStiffness = 50, kRestitution = 0.6;
  Mechanism m = onGround(CylindricalJoint{{kGround, 0}, {0, 0}});
  m.gravity = {0, 0, -kGravity};
  m.bodies[0].spin = {0, 0, 3};
  m.outputs = {{"way", "J.position2", "m"}};
  Stop floor;
  floor.joint = 0, floor.coordinate = 1, floor.lower = -kFall, floor.restitution = kRestitution;
  m.forces = {{"floor", floor}};
  const double hit = std::sqrt(2 * kFall / kGravity), top = hit * (1 + kRestitution);
  const End bounced(m, exact(top));
  EXPECT_NEAR(bounced["way"], -kFall * (1 - kRestitution * kRestitution), 1e-7);
  EXPECT_NEAR(bounced["bar.omegaz"], 3, 1e-9) << "the turn is not touched";
  floor.restitution.reset();
  floor.stiffness = 2e4;
  m.forces = {{"floor", floor}};
  const double period = 2 * std::numbers::pi * std::sqrt(m.bodies[0].mass / 2e4);
  const End soft(m, exact(2 * hit + period));
  EXPECT_GT(soft["way"], -0.1 * kFall) << "it comes back nearly as high";
  m.forces = {{"coil", JointSpring{0, kStiffness, 0, 0, 1}}};
  const double omega = std::sqrt(kStiffness / m.bodies[0].mass),
               sag = m.bodies[0].mass * kGravity / kStiffness;
  const End swung(m, exact(1.3));
  EXPECT_NEAR(swung["way"], -sag * (1 - std::cos(omega * 1.3)), 1e-7);
  m.forces = {{"lift", JointForce{0, std::to_string(m.bodies[0].mass * (kGravity + 2)), 1}}};
  EXPECT_NEAR(End(m, exact(1))["way"], 1, 1e-5);
}

/// A body is led over a leaning plane and turned on it: where it is, the forces and the torque that do it.
TEST(SpatialCoordinates, AllCoordinatesOfABodyOnAPlaneAreDriven) {
  const Vector3 normal(0.4, -0.7, 1.1), n = normal.normalized();
  const auto [first, second] = waysOnPlane(normal);
  EXPECT_NEAR((first.cross(second) - n).norm(), 0, 1e-15);
  EXPECT_NEAR(first.dot(n), 0, 1e-15);
  Mechanism m = onGround(PlanarJoint{{kGround, 0}, {0, 0}, normal, normal});
  m.drivers = {{"x", 0, "0.3*sin(3*t)"}, {"y", 0, "0.5*t^2", 1}, {"turn", 0, "3*t^2", 2}};
  m.outputs = {{"x1", "J.position", "m"},        {"x2", "J.position2", "m"},
               {"angle", "J.position3", "rad"},  {"rate", "J.velocity3", "rad/s"},
               {"px", "bar.end.x - bar.x", "m"}, {"py", "bar.end.y - bar.y", "m"},
               {"pz", "bar.end.z - bar.z", "m"}};
  const double end = 2, x = 0.3 * std::sin(3 * end), y = 0.5 * end * end, angle = 3 * end * end;
  for (const auto& method : {TestedMethod{"", "dop853", 1}, TestedMethod{"", "bdf", 2},
                             TestedMethod{"", "bdf", 3}, TestedMethod{"", "generalized-alpha", 3}}) {
    SCOPED_TRACE(std::string(method.name) + std::to_string(method.index));
    const bool exactly = method.index == 1;
    const End run(m, optionsOf(method, exactly ? 1e-10 : 1e-7, end));
    const double near = exactly ? 1e-8 : 1e-4;
    EXPECT_NEAR(run["x1"], x, near);
    EXPECT_NEAR(run["x2"], y, near);
    EXPECT_NEAR(run["angle"], angle, near) << "turns are counted";
    EXPECT_NEAR(run["rate"], 6 * end, near);
    const Vector3 place = x * first + y * second;
    EXPECT_NEAR((Vector3(run["bar.x"], run["bar.y"], run["bar.z"]) - place).norm(), 0, near);
    const Vector3 tip = rotationMatrix(eulerParameters(n, angle)) * m.bodies[0].points[1].position;
    EXPECT_NEAR((Vector3(run["px"], run["py"], run["pz"]) - tip).norm(), 0, near);
    if (method.index == 3) continue;  // whose multipliers carry errors of positions over h²
    const double about = n.dot(m.bodies[0].moments.cwiseProduct(n));
    EXPECT_NEAR(run["x.lambda1"], -9 * x * m.bodies[0].mass, 30 * near);
    EXPECT_NEAR(run["y.lambda1"], m.bodies[0].mass, 30 * near);
    EXPECT_NEAR(run["turn.lambda1"], 6 * about, 30 * near);
  }
}

/// On a smooth table each way is one of its own: a spring along the first, stops along the second, and about
/// the normal a torque.
TEST(SpatialCoordinates, StopsSpringsAndForcesActOnAPlaneEachWay) {
  constexpr double kStiffness = 40, kRoom = 0.3, kSpeed = 2, kRestitution = 0.5, kTorque = 0.6;
  Mechanism m = onGround(PlanarJoint{{kGround, 0}, {0, 0}});
  m.gravity = {0, 0, -9.81};
  m.bodies[0].velocity = {1, kSpeed, 0};
  m.outputs = {{"x", "J.position", "m"}, {"y", "J.position2", "m"}, {"turn", "J.position3", "rad"}};
  Stop wall;
  wall.joint = 0, wall.coordinate = 1, wall.lower = -kRoom, wall.upper = kRoom,
  wall.restitution = kRestitution;
  m.forces = {{"coil", JointSpring{0, kStiffness, 0, 0, 0}},
              {"walls", wall},
              {"drive", JointForce{0, std::to_string(kTorque), 2}}};
  const double omega = std::sqrt(kStiffness / m.bodies[0].mass), end = 1.1;
  // to the upper wall, then at half the speed to the lower, and so on
  double y = 0, v = kSpeed, left = end;
  for (double way = kRoom; left > way / std::abs(v); way = 2 * kRoom) {
    left -= way / std::abs(v);
    y = std::copysign(kRoom, v);
    v *= -kRestitution;
  }
  y += v * left;
  const End run(m, exact(end));
  EXPECT_NEAR(run["x"], std::sin(omega * end) / omega, 1e-7);
  EXPECT_NEAR(run["y"], y, 1e-7);
  EXPECT_NEAR(run["turn"], 0.5 * kTorque / m.bodies[0].moments.z() * end * end, 1e-6);
  EXPECT_NEAR(run["J.lambda1"], 9.81 * m.bodies[0].mass, 1e-6) << "the table bears its weight";
}

/// A point of a body that turns is led over a plane; a body that is kept parallel is turned by a motor.
TEST(SpatialCoordinates, PointsOnPlanesAndParallelAxesAreDriven) {
  Mechanism m = onGround(InPlaneJoint{{kGround, 0}, {0, 0}, {0, 1, 0}});
  m.bodies[0].spin = {0.3, -0.2, 2};
  m.drivers = {{"x", 0, "0.2*t"}, {"z", 0, "t^2", 1}};
  const End led(m, exact(1.5));
  EXPECT_NEAR(led["bar.x"], 0.3, 1e-9);
  EXPECT_NEAR(led["bar.y"], 0, 1e-9);
  EXPECT_NEAR(led["bar.z"], -2.25, 1e-9) << "x × (−z) is y";
  EXPECT_NEAR(led["z.lambda1"], 2 * m.bodies[0].mass, 1e-7);
  Mechanism p = onGround(ParallelAxesJoint{{kGround, 0}, {0, 0}});
  p.gravity = {0, 0, -9.81};
  p.drivers = {{"turn", 0, "4*t^2"}};
  p.outputs = {{"angle", "J.position", "rad"}};
  const End turned(p, exact(2));
  EXPECT_NEAR(turned["angle"], 16, 1e-8);
  EXPECT_NEAR(turned["turn.lambda1"], 8 * p.bodies[0].moments.z(), 1e-7);
  EXPECT_NEAR(turned["bar.z"], -0.5 * 9.81 * 4, 1e-8) << "it falls as before";
}

/// The second body is turned about the first axis, then about the second, which goes with the cross.
TEST(SpatialCoordinates, BothAnglesOfACardanJointAreDriven) {
  const Vector3 w = Vector3(1, 2, -0.5).normalized(), s = w.cross(Vector3(0.3, 0.1, 1)).normalized();
  Mechanism m = onGround(UniversalJoint{{kGround, 0}, {0, 0}, 3 * w, 2 * s});
  m.drivers = {{"first", 0, "2*t"}, {"second", 0, "0.5 - 0.5*cos(3*t)", 1}};
  m.outputs = {{"a", "J.position", "rad"}, {"b", "J.position2", "rad"}, {"rate", "J.velocity2", "rad/s"},
               {"x", "bar.end.x", "m"},    {"y", "bar.end.y", "m"},     {"z", "bar.end.z", "m"},
               {"cosine", "bar.a11", ""}};
  const double end = 4;
  const End run(m, exact(end));
  const double a = 2 * end, b = 0.5 - 0.5 * std::cos(3 * end);
  EXPECT_NEAR(run["a"], a, 1e-7);
  EXPECT_NEAR(run["b"], b, 1e-7);
  EXPECT_NEAR(run["rate"], 1.5 * std::sin(3 * end), 1e-7);
  const Matrix3 A = rotationMatrix(eulerParameters(w, a)) * rotationMatrix(eulerParameters(s, b));
  const Eigen::Vector3d tip = A * m.bodies[0].points[1].position;
  EXPECT_NEAR(run["x"], tip.x(), 1e-7);
  EXPECT_NEAR(run["y"], tip.y(), 1e-7);
  EXPECT_NEAR(run["z"], tip.z(), 1e-7);
  EXPECT_NEAR(run["cosine"], A(0, 0), 1e-7);
}

/// The axes of two points as they are turned by the Cardan angles x, y, z against each other.
TEST(SpatialCoordinates, AllAnglesOfABallJointAreDriven) {
  Mechanism m = onGround(SphericalJoint{{kGround, 0}, {0, 0}});
  const Vector4 first = eulerParameters(Vector3(0.4, 1.1, -0.3)),
                second = eulerParameters(Vector3(-1, 0.2, 0.6));
  const auto give = [](Point& point, const Vector4& turn) {
    const AxisAngle own = axisAngle(turn);
    point.axis = own.axis, point.angle = own.angle;
  };
  give(m.ground.points[0], first);
  give(m.bodies[0].points[0], second);
  m.drivers = {{"a", 0, "2*t"}, {"b", 0, "0.9*sin(3*t)", 1}, {"c", 0, "0.3 - 1.5*t^2", 2}};
  m.outputs = {{"x", "J.position", "rad"},     {"y", "J.position2", "rad"}, {"z", "J.position3", "rad"},
               {"vy", "J.velocity2", "rad/s"}, {"px", "bar.end.x", "m"},    {"py", "bar.end.y", "m"},
               {"pz", "bar.end.z", "m"}};
  const double end = 3, a = 2 * end, b = 0.9 * std::sin(3 * end), c = 0.3 - 1.5 * end * end;
  const Matrix3 A =
      rotationMatrix(first) * about(0, a) * about(1, b) * about(2, c) * rotationMatrix(second).transpose();
  const Vector3 tip = A * m.bodies[0].points[1].position;
  withSomeMethods(m, end, [&](const End& run, bool exactly, double near) {
    EXPECT_NEAR(run["x"], a, near);
    EXPECT_NEAR(run["y"], b, near);
    EXPECT_NEAR(run["z"], c, near) << "turns are counted";
    EXPECT_NEAR(run["vy"], 2.7 * std::cos(3 * end), 10 * near);
    EXPECT_NEAR((Vector3(run["px"], run["py"], run["pz"]) - tip).norm(), 0, near);
    if (exactly) EXPECT_LT(run.energyError(), 1e-5) << "the work of the three";
  });
}

/// Shafts along x and along z of their bodies: y of the first is the next axis, the bend leads the second
/// about it and then across. Neither shaft turns about itself: the turn is the least between them.
TEST(SpatialCoordinates, TheBendOfConstantVelocityShaftsIsDriven) {
  Mechanism m = onGround(ConstantVelocityJoint{{kGround, 0}, {0, 0}, 2 * Vector3::UnitX(), Vector3::UnitZ()});
  m.drivers = {{"a", 0, "0.8*sin(2*t)"}, {"b", 0, "0.6*sin(3*t)", 1}};
  m.outputs = {{"a", "J.position", "rad"}, {"b", "J.position2", "rad"}, {"rate", "J.velocity", "rad/s"},
               {"x", "bar.a13", ""},       {"y", "bar.a23", ""},        {"z", "bar.a33", ""}};
  const double end = 2.5, a = 0.8 * std::sin(2 * end), b = 0.6 * std::sin(3 * end);
  withSomeMethods(m, end, [&](const End& run, bool, double near) {
    EXPECT_NEAR(run["x"], std::cos(a) * std::cos(b), near);
    EXPECT_NEAR(run["y"], std::sin(b), near);
    EXPECT_NEAR(run["z"], -std::sin(a) * std::cos(b), near) << "about y from x";
    EXPECT_NEAR(run["a"], a, near);
    EXPECT_NEAR(run["b"], b, near);
    EXPECT_NEAR(run["rate"], 1.6 * std::cos(2 * end), 10 * near);
  });
}

/// The second of three angles ends at right angles: a limit there is refused, and named in degrees.
TEST(SpatialCoordinates, AStopBeyondTheEndOfATiltIsRefused) {
  Mechanism m = onGround(SphericalJoint{{kGround, 0}, {0, 0}});
  const auto refusal = [&](double limit, int coordinate) {
    Stop stop{0, {}, {}, {}, limit, 100, 1};
    stop.coordinate = coordinate;
    const auto misfit = misfitOf(m, Force{"stop", stop});
    return misfit ? misfit->what : std::string();
  };
  EXPECT_NE(refusal(std::numbers::pi / 2, 1).find("90°"), std::string::npos);
  EXPECT_NE(refusal(-2, 1).find("'J'"), std::string::npos);
  EXPECT_EQ(refusal(1.5, 1), "");
  EXPECT_EQ(refusal(4, 0), "") << "the others go round";
}

/// A driver that leads it there is told so.
TEST(SpatialCoordinates, WhereAnAngleEndsIsSaid) {
  Mechanism m = onGround(SphericalJoint{{kGround, 0}, {0, 0}});
  m.drivers = {{"lead", 0, "2*t", 1}};
  for (const auto& method : {TestedMethod{"", "bdf", 3}, TestedMethod{"", "bdf", 2},
                             TestedMethod{"", "dop853", 1}, TestedMethod{"", "radau", 2}}) {
    SCOPED_TRACE(method.method);
    Recording recording;
    const Summary summary = runToEnd(m, optionsOf(method, 1e-6, 2), recording);
    EXPECT_NE(summary.termination, Termination::ReachedEnd);
    EXPECT_NEAR(summary.time, std::numbers::pi / 4, 0.05);
    EXPECT_NE(summary.message.find("angle of joint 'J' comes to a right angle"), std::string::npos)
        << summary.message;
    EXPECT_NE(summary.message.find("'lead'"), std::string::npos);
  }
}

/// A rod on a hinge leads the middle of a bar round: more than one turn, the torque m l² θ″; it swings on a
/// torsion spring, and a particle has that coordinate, too.
TEST(SpatialCoordinates, TheTurnOfARodOnAHingeIsDriven) {
  constexpr double kLength = 0.5, kEnd = 3;
  Mechanism m = onGround(RevoluteSphericalJoint{{kGround, 0}, {0, 0}, {0, 3, 0}, kLength});
  m.bodies[0].position = {0, 0, kLength};  // along z, the next axis
  m.outputs = {{"angle", "J.position", "rad"}, {"rate", "J.velocity", "rad/s"}};
  m.drivers = {{"turn", 0, "t^2"}};
  const double angle = kEnd * kEnd, inertia = m.bodies[0].mass * kLength * kLength;
  const auto expectLed = [&](const End& run) {
    EXPECT_NEAR(run["angle"], angle, 1e-7);
    EXPECT_NEAR(run["rate"], 2 * kEnd, 1e-7);
    EXPECT_NEAR(run["turn.lambda1"], 2 * inertia, 1e-6);
    EXPECT_NEAR(run["bar.z"], kLength * std::cos(angle), 1e-7);
    EXPECT_NEAR(run["bar.x"], kLength * std::sin(angle), 1e-7);
  };
  expectLed(End(m, exact(kEnd)));
  Mechanism light = m;
  light.bodies[0] = {.name = "bar", .mass = m.bodies[0].mass, .points = {{"start", {0, 0}}}};
  light.bodies[0].kind = Body::Kind::SpatialParticle;
  light.bodies[0].position = m.bodies[0].position;
  expectLed(End(light, exact(kEnd)));
  m.drivers.clear();
  m.forces = {{"coil", JointSpring{0, 2, 0, 0.1}}};
  EXPECT_NEAR(End(m, exact(kEnd))["angle"], 0.1 - 0.1 * std::cos(std::sqrt(2 / inertia) * kEnd), 1e-7);
}

/// Where a point lies on a line or on a plane, the bodies turn as at a ball joint, and the ways are led as
/// before.
TEST(SpatialCoordinates, ThePointOnALineOrAPlaneTurnsAsABallDoes) {
  const double end = 2, way = 0.2 * end, a = 2 * end, b = 0.7 * std::sin(end), c = -1.5 * end;
  const Matrix3 A = about(0, a) * about(1, b) * about(2, c);
  const auto expectTurned = [&](Mechanism m, const std::string& first, const std::vector<std::string>& ways) {
    const std::vector<std::string> turns{"2*t", "0.7*sin(t)", "-1.5*t"};
    int coordinate = 0;
    for (const auto* all : {&ways, &turns})
      for (const std::string& motion : *all) {
        m.drivers.push_back({"D" + std::to_string(coordinate), 0, motion, coordinate});
        ++coordinate;
      }
    m.outputs = {{"way", "J.position", "m"},
                 {"a", "J.position" + first, "rad"},
                 {"x", "bar.end.x", "m"},
                 {"y", "bar.end.y", "m"},
                 {"z", "bar.end.z", "m"}};
    const End run(m, exact(end));
    const Vector3 arm = m.bodies[0].points[1].position - m.bodies[0].points[0].position;
    const Vector3 tip = A * arm + Vector3(way, ways.size() > 1 ? -0.1 * end : 0, 0);
    EXPECT_NEAR((Vector3(run["x"], run["y"], run["z"]) - tip).norm(), 0, 1e-7);
    EXPECT_NEAR(run["way"], way, 1e-8);
    EXPECT_NEAR(run["a"], a, 1e-7) << "its turns are counted";
  };
  expectTurned(onGround(SlotJoint{{kGround, 0}, {0, 0}, Vector3::UnitX()}), "2", {"0.2*t"});
  expectTurned(onGround(InPlaneJoint{{kGround, 0}, {0, 0}, Vector3::UnitZ()}), "3", {"0.2*t", "-0.1*t"});
}

/// A rod on a hinge leads a point of a bar round, and the bar turns about that point as on a ball joint.
TEST(SpatialCoordinates, TheBallOfARodOnAHingeIsDriven) {
  constexpr double kLength = 0.5, kEnd = 2;
  Mechanism m = onGround(RevoluteSphericalJoint{{kGround, 0}, {0, 0}, {0, 1, 0}, kLength});
  m.bodies[0].position = {0, 0, kLength};
  m.drivers = {{"turn", 0, "t^2"}, {"a", 0, "2*t", 1}, {"b", 0, "0.7*sin(t)", 2}, {"c", 0, "-1.5*t", 3}};
  m.outputs = {
      {"c", "J.position4", "rad"}, {"x", "bar.end.x", "m"}, {"y", "bar.end.y", "m"}, {"z", "bar.end.z", "m"}};
  const double angle = kEnd * kEnd;
  const Matrix3 A = about(0, 2 * kEnd) * about(1, 0.7 * std::sin(kEnd)) * about(2, -1.5 * kEnd);
  const Vector3 arm = m.bodies[0].points[1].position - m.bodies[0].points[0].position;
  const Vector3 tip = A * arm + kLength * Vector3(std::sin(angle), 0, std::cos(angle));
  withSomeMethods(m, kEnd, [&](const End& run, bool, double near) {
    EXPECT_NEAR((Vector3(run["x"], run["y"], run["z"]) - tip).norm(), 0, near);
    EXPECT_NEAR(run["c"], -1.5 * kEnd, near) << "its turns are counted";
  });
}

/// Bodies that keep their axes, or one of them, are led along all three directions: across an axis and along
/// it, or along those of the first body; the forces are m ẍ.
TEST(SpatialCoordinates, ThePlacesOfBodiesThatKeepTheirAxesAreDriven) {
  const Vector3 axis(0.4, -0.7, 1.1);
  const auto [first, second] = waysOnPlane(axis);
  const double end = 1.5;
  const auto expectLed = [&](Mechanism m, int from, const Matrix3& ways) {
    m.drivers.push_back({"x", 0, "0.3*sin(3*t)", from});
    m.drivers.push_back({"y", 0, "0.5*t^2", from + 1});
    m.drivers.push_back({"z", 0, "t - t^3", from + 2});
    m.outputs = {{"last", std::string("J") + coordinateSymbols(from + 2)[0], "m"}};
    const Vector3 x(0.3 * std::sin(3 * end), 0.5 * end * end, end - end * end * end);
    const Vector3 a(-2.7 * std::sin(3 * end), 1, -6 * end);
    withSomeMethods(m, end, [&](const End& run, bool, double near) {
      EXPECT_NEAR((Vector3(run["bar.x"], run["bar.y"], run["bar.z"]) - ways * x).norm(), 0, near);
      const Vector3 forces(run["x.lambda1"], run["y.lambda1"], run["z.lambda1"]);
      EXPECT_NEAR((forces - m.bodies[0].mass * a).norm(), 0, 100 * near);
      EXPECT_NEAR(run["last"], x.z(), near);
    });
  };
  Matrix3 ways;
  ways << first, second, axis.normalized();
  Mechanism turning = onGround(ParallelAxesJoint{{kGround, 0}, {0, 0}, axis, axis});
  turning.drivers = {{"turn", 0, "4*t^2"}};
  expectLed(turning, 1, ways);
  expectLed(onGround(SameOrientationJoint{{kGround, 0}, {0, 0}, {}}), 0, Matrix3::Identity());
  Mechanism crossed = onGround(PerpendicularAxesJoint{{kGround, 0}, {0, 0}, axis, first});
  crossed.drivers = {{"a", 0, "2*t"}, {"b", 0, "t^2", 1}};
  expectLed(crossed, 2, Matrix3::Identity());
}

/// Its centre led over the ground, a ball that does not spin turns by ω = n × v/r.
TEST(SpatialCoordinates, TheWaysOfARollingBallAreDriven) {
  constexpr double kRadius = 0.2;
  Mechanism m = onGround(RollingBallJoint{{kGround, 0}, {0, 0}, {0, 0, 1}, kRadius});
  m.bodies[0].points[0].position = Vector3();
  m.bodies[0].position = {0, 0, kRadius};
  m.bodies[0].moments = {0.03, 0.03, 0.03};
  m.drivers = {{"x", 0, "0.5*t^2"}, {"y", 0, "0.3*sin(2*t)", 1}};
  const double end = 2;
  withSomeMethods(m, end, [&](const End& run, bool exactly, double near) {
    EXPECT_NEAR(run["bar.x"], 0.5 * end * end, near);
    EXPECT_NEAR(run["bar.y"], 0.3 * std::sin(2 * end), near);
    EXPECT_NEAR(run["bar.omegax"], -0.6 * std::cos(2 * end) / kRadius, 100 * near);
    EXPECT_NEAR(run["bar.omegay"], end / kRadius, 100 * near);
    EXPECT_NEAR(run["bar.omegaz"], 0, 100 * near);
    if (exactly) EXPECT_NEAR(run["x.lambda1"], m.bodies[0].mass + 0.03 / (kRadius * kRadius), 1e-6);
  });
}

/// A disc that turns, leans and rolls steadily runs round a circle: its centre moves by ω × c, c from the
/// place where it touches the ground.
TEST(SpatialCoordinates, HeadingLeanAndRollOfADiscAreDriven) {
  constexpr double kRadius = 0.3, kLean = 0.4, kTurning = 0.8, kRolling = 5;
  Mechanism m = onGround(RollingJoint{{kGround, 0}, {0, 0}, Vector3::UnitX(), kRadius});
  m.gravity = {0, 0, -9.81};
  m.bodies[0].points[0].position = Vector3();
  m.bodies[0].position = {0, 0, kRadius * std::cos(kLean)};
  m.drivers = {{"heading", 0, "0.8*t"}, {"lean", 0, "0.4", 1}, {"roll", 0, "5*t", 2}};
  m.outputs = {{"rolled", "J.position3", "rad"},
               {"lean", "J.position2", "rad"},
               {"along", "J.position4", "m"},
               {"across", "J.position5", "m"}};
  // where the heading is zero it goes along x, its axle along y and up
  const Vector3 n = Vector3::UnitZ(), axle(0, std::cos(kLean), std::sin(kLean));
  const Vector3 c = kRadius * (n - n.dot(axle) * axle).normalized();
  const Vector3 v = (kTurning * n + kRolling * axle).cross(c);
  EXPECT_NEAR(v.y(), 0, 1e-12);
  EXPECT_NEAR(v.z(), 0, 1e-12);
  EXPECT_GT(v.x(), 0) << "forwards";
  const double end = 3, circle = v.x() / kTurning, x = circle * std::sin(kTurning * end),
               y = circle * (1 - std::cos(kTurning * end));
  withSomeMethods(m, end, [&](const End& run, bool, double near) {
    EXPECT_NEAR(run["rolled"], kRolling * end, near) << "its turns are counted";
    EXPECT_NEAR(run["lean"], kLean, near);
    EXPECT_NEAR(run["bar.x"], x, 10 * near);
    EXPECT_NEAR(run["bar.y"], y, 10 * near);
    EXPECT_NEAR(run["along"], x, 10 * near);
    EXPECT_NEAR(run["across"], y, 10 * near);
  });
  m.drivers = {{"way", 0, "1.2*t", 3}, {"straight", 0, "0", 0}, {"upright", 0, "0", 1}};
  const End straight(m, exact(end));
  EXPECT_NEAR(straight["rolled"], 1.2 * end / kRadius, 1e-7) << "led along, it rolls";
}

/// The axes of a body that falls, kept at right angles to one of ground, turn as those of a Cardan joint.
TEST(SpatialCoordinates, BothTurnsOfPerpendicularAxesAreDriven) {
  Mechanism m = onGround(PerpendicularAxesJoint{{kGround, 0}, {0, 0}, Vector3::UnitX(), Vector3::UnitY()});
  m.gravity = {0, 0, -9.81};
  m.drivers = {{"first", 0, "2*t"}, {"second", 0, "0.5*t^2", 1}};
  m.outputs = {{"a", "J.position", "rad"}, {"b", "J.position2", "rad"}};
  const double end = 3;
  const End run(m, exact(end));
  const Matrix3 A = about(0, 2 * end) * about(1, 0.5 * end * end);
  EXPECT_NEAR(run["a"], 2 * end, 1e-7);
  EXPECT_NEAR(run["b"], 0.5 * end * end, 1e-7);
  EXPECT_NEAR(
      std::abs(eulerParameters(A).dot(Vector4(run["bar.e0"], run["bar.e1"], run["bar.e2"], run["bar.e3"]))),
      1, 1e-8);
  EXPECT_NEAR(run["bar.z"], -0.5 * 9.81 * end * end, 1e-7);
}

/// About its own y axis a body swings on a torsion spring, and bounces at a stop; the other angles stay.
TEST(SpatialCoordinates, SpringsAndStopsActOnTheTiltOfABallJoint) {
  constexpr double kStiffness = 3, kEnd = 0.8, kRestitution = 0.5;
  Mechanism m = onGround(SphericalJoint{{kGround, 0}, {0, 0}});
  const double J = m.bodies[0].moments.y(), omega = std::sqrt(kStiffness / J), v = 0.6 * omega;
  m.bodies[0].spin = {0, v, 0};
  m.outputs = {
      {"tilt", "J.position2", "rad"}, {"rate", "J.velocity2", "rad/s"}, {"turn", "J.position", "rad"}};
  m.forces = {{"coil", JointSpring{0, kStiffness, 0, 0, 1}}};
  const End swung(m, exact(kEnd));
  EXPECT_NEAR(swung["tilt"], 0.6 * std::sin(omega * kEnd), 1e-7);
  EXPECT_NEAR(swung["rate"], v * std::cos(omega * kEnd), 1e-6);
  EXPECT_NEAR(swung["turn"], 0, 1e-9);
  Stop stop;
  stop.joint = 0, stop.coordinate = 1, stop.upper = 0.5, stop.restitution = kRestitution;
  m.forces = {{"limit", stop}};
  const End bounced(m, exact(0.5 / v + 0.1));
  EXPECT_NEAR(bounced["tilt"], 0.5 - kRestitution * v * 0.1, 1e-8);
  m.forces = {{"drive", JointForce{0, "0.2", 1}}};
  m.bodies[0].spin = Vector3();
  EXPECT_NEAR(End(m, exact(1))["tilt"], 0.1 / J, 1e-7);
}

/// Where drivers prescribe all of a motion, nothing but the reactions is left to iterate for.
TEST(SpatialCoordinates, ReactionsOfADrivenMotionAreThoseOfKinematics) {
  Mechanism m = onGround(UniversalJoint{{kGround, 0}, {0, 0}, Vector3::UnitX(), Vector3::UnitY()});
  m.gravity = {0, 0, -9.81};
  m.bodies[0].centreOfMass = {0.2, 0.1, 0.3};
  m.drivers = {{"a", 0, "2*t"}, {"b", 0, "0.9*sin(3*t)", 1}};
  m.outputs = {{"moment", "J.tz", "N·m"}};
  const double end = 6;
  const End wanted(m, optionsOf({"", "kinematics", 1}, 1e-8, end));
  for (const Rotations rotations : {Rotations::EulerParameters, Rotations::CardanAngles})
    for (const auto& [method, index] : {std::pair("radau", 1), {"radau", 2}, {"l-stable", 1}})
      for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
        SimulationOptions options = optionsOf({"", method, index}, tolerance, end);
        options.rotations = rotations;
        const End run(m, options);
        EXPECT_LT(run.largest("moment", 0, end), 1.1 * wanted.largest("moment", 0, end))
            << method << " " << index << " " << tolerance;
      }
}

}  // namespace
}  // namespace holonom

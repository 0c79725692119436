// SPDX-License-Identifier: GPL-3.0-or-later
// A mechanism that is dragged by a place keeps its joints, follows where it can, and never breaks.
#include "solvers/analyses/drag.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/math/pose.h"
#include "core/model/building.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/spatial/spatial_models.h"

namespace holonom {
namespace {

/// Largest distance between points that joints hold together, from the model alone.
double openJoints(const Mechanism& m) {
  double gap = 0;
  for (const Joint& joint : m.joints) {
    const auto [a, b] = endsOf(joint);
    const Vector2 apart = groundPosition(m, b) - groundPosition(m, a);
    if (std::holds_alternative<PrismaticJoint>(joint.kind)) {
      const Vector2 normal = perpendicular(inPlane(std::get<PrismaticJoint>(joint.kind).axis).normalized());
      gap = std::max(gap, std::abs(normal.dot(apart)));
    } else {
      gap = std::max(gap, apart.norm());
    }
  }
  return gap;
}

constexpr double kClosed = 1e-9;

/// Its joints, which are open, are brought together; where ground has gone too far nothing is changed.
void expectCloses(Mechanism m, double (*open)(const Mechanism&)) {
  Drag drag(m);
  EXPECT_GT(drag.gap(), 0.01);
  EXPECT_TRUE(drag.close());
  EXPECT_LT(open(drag.mechanism()), kClosed);
  m.ground.points[1].position = {9, 0};
  Drag hopeless(m);
  EXPECT_FALSE(hopeless.close());
  EXPECT_EQ(hopeless.mechanism().bodies, m.bodies);
}

TEST(Dragging, AFourBarFollowsItsCrank) {
  Drag drag(linkages::fourBar(0.9, 0.25, 0.8, 0.6, 1.0));
  drag.grab(0, {0.25, 0});
  for (int i = 0; i <= 200; ++i) {  // more than a full turn
    const double angle = 1.0 + 0.04 * i;
    const Vector2 target = 0.25 * Vector2(std::cos(angle), std::sin(angle));
    drag.moveTo(target);
    ASSERT_LT((inPlane(drag.heldPlace()) - target).norm(), 1e-3) << angle;
    ASSERT_LT(openJoints(drag.mechanism()), kClosed) << angle;
  }
}

TEST(Dragging, BeyondReachItGoesAsFarAsItCan) {
  Drag drag(linkages::pendulum(0.3));
  drag.grab(0, {1, 0});
  for (int i = 0; i < 10; ++i) drag.moveTo({0, 5});
  EXPECT_LT((inPlane(drag.heldPlace()) - Vector2(0, 1)).norm(), 0.02);
  EXPECT_LT(openJoints(drag.mechanism()), kClosed);
}

TEST(Dragging, MotorsLetGoAndModelStaysOtherwise) {
  Mechanism m = linkages::fourBar(0.9, 0.25, 0.8, 0.6, 1.0);
  m.drivers = {{"motor", 0, "1 + t"}};
  Drag drag(m);
  drag.grab(0, {0.25, 0});
  EXPECT_TRUE(drag.moveTo({0.2, 0.15}));
  EXPECT_GT(std::abs(drag.mechanism().bodies[0].angle - 1), 0.1);
  EXPECT_EQ(drag.mechanism().drivers, m.drivers);
}

TEST(Dragging, AThirdParallelBarChangesNothing) {
  // Over-constrained by one row, and singular where all bars lie on one line.
  Drag drag(linkages::parallelogram(0.4, true));
  drag.grab(0, {1, 0});
  for (int i = 0; i <= 60; ++i) {
    const double angle = 0.4 - 0.02 * i;
    drag.moveTo({std::cos(angle), std::sin(angle)});
    ASSERT_LT(openJoints(drag.mechanism()), kClosed) << angle;
    ASSERT_TRUE(drag.heldPlace().allFinite());
  }
}

TEST(Dragging, WildMovesNeverBreakTheJoints) {
  Drag drag(linkages::fourBar(0.9, 0.25, 0.8, 0.6, 1.0));
  drag.grab(1, {0.5, 0.1});
  unsigned state = 7;
  const auto random = [&state] { return (state = state * 1664525u + 1013904223u) / 4294967296.0 * 6 - 3; };
  for (int i = 0; i < 300; ++i) {
    drag.moveTo({random(), random()});
    ASSERT_LT(openJoints(drag.mechanism()), kClosed) << i;
  }
}

TEST(Dragging, StretchedOutToASingularPositionAndBack) {
  Mechanism m;
  addLink(m, {{0, 0}}, {{1, 0.2}});
  addLink(m, {{1, 0.2}, PointRef{0, 1}, {}}, {{2, 0}});
  pinToGround(m, {{0, 0}, PointRef{0, 0}, {}});
  addSlider(m, {{2, 0}, PointRef{1, 1}, {}}, {1, 0});
  Drag drag(m);
  drag.grab(2, {0, 0});
  for (const double x : {2.02, 2.2, 3.0, 2.05, 1.9, 1.5, 1.0}) {
    drag.moveTo({x, 0});
    ASSERT_LT(openJoints(drag.mechanism()), kClosed) << x;
    if (x < 2) ASSERT_LT(std::abs(drag.heldPlace().x() - x), 1e-2);
  }
}

TEST(Dragging, AChainOfAHundredIsQuick) {
  Mechanism m;
  for (int i = 0; i < 100; ++i)
    addLink(m, i == 0 ? Place{{0, 0}} : Place{{0.1 * i, 0}, PointRef{i - 1, 1}, {}}, {{0.1 * (i + 1), 0}});
  pinToGround(m, {{0, 0}, PointRef{0, 0}, {}});
  Drag drag(m);
  drag.grab(99, {0.1, 0});
  std::vector<double> milliseconds;
  for (int i = 1; i <= 40; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const Vector2 target(10 - 0.15 * i, 0.1 * i);
    drag.moveTo(target);
    milliseconds.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    ASSERT_LT(openJoints(drag.mechanism()), kClosed) << i;
    if (i > 5) ASSERT_LT((inPlane(drag.heldPlace()) - target).norm(), 0.2) << i;
  }
  std::nth_element(milliseconds.begin(), milliseconds.begin() + 20, milliseconds.end());
  RecordProperty("median_ms", std::to_string(milliseconds[20]));
  std::printf("median %.2f ms\n", milliseconds[20]);
}

TEST(Dragging, ClosingBringsPointsTogether) {
  Mechanism m = linkages::fourBar(0.9, 0.25, 0.8, 0.6, 1.0);
  m.bodies[2].angle += 0.2;
  expectCloses(m, openJoints);
}

TEST(Dragging, AWheelRollsWhereItIsPulled) {
  Mechanism m;
  addRollingDisc(m, {{0, 0.5}}, {0, 0});
  Drag drag(m);
  drag.grab(0, {0, 0});
  drag.moveTo({0.3, 0.9});
  EXPECT_NEAR(drag.heldPlace().x(), 0.3, 1e-2);
  EXPECT_NEAR(drag.heldPlace().y(), 0.5, 1e-9);
  EXPECT_NEAR(drag.mechanism().bodies[0].angle, -drag.heldPlace().x() / 0.5, 1e-2);
}

Mechanism example(const char* name) { return readMechanism(findModel(name)); }

/// Largest residual of the joints by the equations that a run of the mechanism would have.
double openRows(const Mechanism& m) {
  EquationsOfMotion equations(m);
  const Vector q = equations.givenCoordinates();
  equations.moveTo(0, q, Vector::Zero(q.size()));
  Vector c(equations.constraintCount());
  equations.constraints(c);
  return c.lpNorm<Eigen::Infinity>();
}

Vector3 placeOf(const Mechanism& m, int body, const Vector3& local) {
  return initialPose(m.bodies[std::size_t(body)]).toGround(local);
}

Mechanism pendulumInSpace() {
  Mechanism m;
  m.ground.points = {{"O", {0, 0, 0.5}}};
  m.bodies = {spatial_models::barInSpace("bar", 1, {0, 0, 0.5}, {0, 0.4, 0.3})};
  m.joints = {{"ball", SphericalJoint{{kGround, 0}, {0, 0}}}};
  return m;
}

TEST(DraggingInSpace, APendulumOnABallGoesAllWays) {
  Mechanism given = pendulumInSpace();
  given.bodies[0].velocity = {1, 2, 3};
  given.bodies[0].spin = {0.1, 0.2, 0.3};
  Drag drag(given);
  const Vector3 local(0.9, 0.05, -0.02), support(0, 0, 0.5);
  drag.grab(0, local);
  EXPECT_LT((drag.heldPlace() - placeOf(given, 0, local)).norm(), 1e-12);
  for (int i = 0; i <= 100; ++i) {
    const double a = 0.13 * i, b = 0.07 * i;  // several times over the poles
    const Vector3 target =
        support + local.norm() * Vector3(std::cos(a) * std::cos(b), std::sin(a) * std::cos(b), std::sin(b));
    drag.moveTo(target);
    ASSERT_LT((drag.heldPlace() - target).norm(), i == 0 ? 1e-2 : 1e-3) << i;
    const Body& bar = drag.mechanism().bodies[0];
    ASSERT_LT((placeOf(drag.mechanism(), 0, local) - drag.heldPlace()).norm(), 1e-10) << "as it is told";
    ASSERT_LT(openRows(drag.mechanism()), kClosed) << i;
    ASSERT_NEAR(bar.axis.norm(), 1, 1e-12);
  }
  EXPECT_EQ(drag.mechanism().bodies[0].velocity, given.bodies[0].velocity);
  EXPECT_EQ(drag.mechanism().bodies[0].spin, given.bodies[0].spin);
}

TEST(DraggingInSpace, BeyondReachItGoesAsFarAsItCan) {
  Drag drag(pendulumInSpace());
  drag.grab(0, {1, 0});
  const Vector3 way(0.3, -0.5, 0.8), support(0, 0, 0.5);
  for (int i = 0; i < 10; ++i) drag.moveTo(support + 5 * way);
  EXPECT_LT((drag.heldPlace() - support - way.normalized()).norm(), 0.02);
  EXPECT_LT(openRows(drag.mechanism()), kClosed);
}

/// A bar that is held beside its axis turns about that and swings as its moments of inertia share the way.
TEST(DraggingInSpace, TheInertiaSaysAboutWhichAxisItTurns) {
  const Mechanism given = pendulumInSpace();
  const double arm = 0.2, way = 0.01, middle = 0.5;
  Drag drag(given);
  drag.grab(0, {middle, arm, 0});
  drag.moveTo(placeOf(given, 0, {middle, arm, way}));
  const Eigen::AngleAxisd turn(Matrix3(initialPose(given.bodies[0]).rotation.transpose() *
                                       initialPose(drag.mechanism().bodies[0]).rotation));
  const Body& bar = given.bodies[0];
  const double spin = arm * arm / bar.moments.x(),
               swing = middle * middle / (bar.moments.y() + bar.mass * middle * middle);
  EXPECT_NEAR(turn.angle() * turn.axis().x(), way / arm * spin / (spin + swing), 1e-3 * way / arm);
  EXPECT_NEAR(turn.angle() * turn.axis().y(), -way / middle * swing / (spin + swing), 5e-3 * way / middle);
}

/// Overconstrained: six hinges leave one motion where counting gives none.
TEST(DraggingInSpace, BricardsLinkageFollows) {
  const Mechanism given = example("bricard");
  Drag drag(given);
  drag.grab(2, {0, 0, -0.5});
  const Vector3 from = drag.heldPlace();
  double farthest = 0;
  for (int i = 1; i <= 60; ++i) {
    drag.moveTo(from + 0.02 * i * Vector3(-0.6, 0.3, -0.5));
    ASSERT_LT(openRows(drag.mechanism()), kClosed) << i;
    farthest = std::max(farthest, (drag.heldPlace() - from).norm());
  }
  EXPECT_GT(farthest, 0.2);
  int moved = 0;
  for (std::size_t i = 0; i < given.bodies.size(); ++i)
    moved += (drag.mechanism().bodies[i].position - given.bodies[i].position).norm() > 0.05;
  EXPECT_EQ(moved, 5);
}

TEST(DraggingInSpace, ASpatialFourBarFollowsItsCrank) {
  Drag drag(example("spatial_four_bar"));
  drag.grab(0, {0.1, 0});
  for (int i = 0; i <= 200; ++i) {  // more than a full turn
    const double angle = 0.04 * i;
    const Vector3 target(0.1 * std::cos(angle), 0.1 * std::sin(angle), 0);
    drag.moveTo(target);
    ASSERT_LT((drag.heldPlace() - target).norm(), 2e-4) << angle;
    ASSERT_LT(openRows(drag.mechanism()), kClosed) << angle;
  }
}

TEST(DraggingInSpace, WildMovesNeverBreakTheJoints) {
  Drag drag(example("spatial_four_bar"));
  drag.grab(1, {0.1, 0.01, 0.02});
  unsigned state = 7;
  const auto random = [&state] { return (state = state * 1664525u + 1013904223u) / 4294967296.0 * 2 - 1; };
  for (int i = 0; i < 100; ++i) {
    const double x = random(), y = random(), z = random();
    drag.moveTo({x, y, z});
    ASSERT_LT(openRows(drag.mechanism()), kClosed) << i;
  }
}

/// The coordinates of the run do not matter to the hand, nor where they are singular.
TEST(DraggingInSpace, CardanAnglesFollowAsEulerParametersDo) {
  Mechanism cardan = example("universal_shaft");
  Drag euler(cardan);
  cardan.run.rotations = Rotations::CardanAngles;
  Drag drag(cardan);
  const Vector3 local(0, 0, 0.1);
  const double arm = 0.1;
  for (Drag* each : {&euler, &drag}) each->grab(0, local);
  const Vector3 from = drag.heldPlace();
  for (int i = 1; i <= 50; ++i) {
    const double angle = 0.1 * i;  // through a quarter of a turn, where Cardan angles end
    const Vector3 target = from + arm * Vector3(0, -std::sin(angle), std::cos(angle) - 1);
    euler.moveTo(target);
    drag.moveTo(target);
    ASSERT_LT((drag.heldPlace() - target).norm(), 1e-3) << angle;
    ASSERT_LT(openRows(drag.mechanism()), kClosed) << angle;
    for (const std::size_t body : {0, 1})
      ASSERT_LT((initialPose(drag.mechanism().bodies[body]).rotation -
                 initialPose(euler.mechanism().bodies[body]).rotation)
                    .norm(),
                1e-9)
          << angle;
  }
  EXPECT_EQ(drag.mechanism().run, cardan.run);
}

/// Whoever is pulled, those in the plane stay there, and those in space follow.
TEST(DraggingInSpace, AMixedMechanismFollowsInPlaneAndSpace) {
  const Mechanism given = example("mixed");
  Drag crank(given);
  crank.grab(0, {0.1, 0, 0});
  crank.moveTo({0.08, 0.06, 5});  // of which the place below counts
  EXPECT_LT((crank.heldPlace() - Vector3(0.08, 0.06)).norm(), 2e-3);
  EXPECT_LT(openRows(crank.mechanism()), kClosed);
  EXPECT_GT(
      (initialPose(crank.mechanism().bodies[4]).rotation - initialPose(given.bodies[4]).rotation).norm(),
      0.05)
      << "the lever in space";
  const Mechanism turned = crank.mechanism();
  Drag lever(turned);
  const Vector3 end(0, 0.15, 0);
  lever.grab(4, end);
  const Vector3 target = 0.5 * (placeOf(turned, 4, end) + placeOf(given, 4, end));
  lever.moveTo(target);
  EXPECT_LT((lever.heldPlace() - target).norm(), 2e-3);
  EXPECT_LT(openRows(lever.mechanism()), kClosed);
  EXPECT_GT(std::abs(lever.mechanism().bodies[0].angle - turned.bodies[0].angle), 0.05)
      << "the crank in the plane";
  for (const int body : {0, 1, 2}) EXPECT_EQ(lever.mechanism().bodies[std::size_t(body)].position.z(), 0);
}

TEST(DraggingInSpace, WhatDoesNotMoveStaysAsItWasGiven) {
  Mechanism m = pendulumInSpace();
  m.bodies.push_back(spatial_models::barInSpace("other", 0.7, {3, 1, 2}, {0.3, 0.2, 0.1}));
  Body weight;
  weight.name = "weight";
  weight.kind = Body::Kind::SpatialParticle;
  weight.position = {1, 1, 1};
  weight.points = {{"P", Vector3()}};
  m.bodies.push_back(weight);
  Drag drag(m);
  drag.grab(2, {0, 0});
  EXPECT_TRUE(drag.moveTo({1.1, 1.2, 0.8}));
  EXPECT_LT((drag.mechanism().bodies[2].position - Vector3(1.1, 1.2, 0.8)).norm(), 1e-2);
  EXPECT_EQ(drag.mechanism().bodies[0], m.bodies[0]);
  EXPECT_EQ(drag.mechanism().bodies[1], m.bodies[1]);
}

/// A bar on a pin in an upright plane: what pulls it out of that plane does nothing.
TEST(DraggingInSpace, ABodyThatKeepsItsPlaneStaysThere) {
  Mechanism given = pendulumInSpace();
  given.bodies[0].normal = {0, -3, 0}, given.bodies[0].angle = 0;
  given.joints[0].kind = SlotJoint{{kGround, 0}, {0, 0}, {0, 1, 0}};
  Drag drag(given);
  drag.grab(0, {1, 0});
  const Vector3 support = given.ground.points[0].position;
  const double away = given.bodies[0].position.y();
  for (int i = 0; i <= 80; ++i) {
    const Vector3 circle = support + Vector3(std::cos(0.1 * i), away, std::sin(0.1 * i));
    drag.moveTo(circle + Vector3(0, 0.4, 0));
    ASSERT_LT((drag.heldPlace() - circle).norm(), i == 0 ? 2e-2 : 1e-3) << i;
    ASSERT_LT(openRows(drag.mechanism()), kClosed) << i;
  }
  EXPECT_NEAR(drag.mechanism().bodies[0].position.y(), away, 1e-12);
}

/// On its slope, without slip as long as it comes in small steps.
TEST(DraggingInSpace, ABallRollsWhereItIsPulled) {
  const Mechanism given = example("rolling_ball");
  const auto& contact = std::get<RollingBallJoint>(given.joints[0].kind);
  const Vector3 normal = contact.normal.normalized(), along = normal.cross(Vector3(0.4, 1, 0)).normalized();
  Drag drag(given);
  drag.grab(0, {0, 0, 0});
  const Vector3 from = drag.heldPlace();
  for (int i = 1; i <= 50; ++i) drag.moveTo(from + 0.002 * i * along + 0.1 * normal);
  const Vector3 way = drag.heldPlace() - from;
  EXPECT_NEAR(normal.dot(drag.heldPlace()), contact.radius, 1e-9);
  EXPECT_GT(way.norm(), 0.09);
  const Matrix3 turn =
      initialPose(drag.mechanism().bodies[0]).rotation * initialPose(given.bodies[0]).rotation.transpose();
  EXPECT_NEAR(Eigen::AngleAxisd(turn).angle(), way.norm() / contact.radius, 0.02);
}

TEST(DraggingInSpace, ClosingBringsPointsAndAxesTogether) {
  Mechanism m = example("spatial_four_bar");
  m.bodies[2].angle += 0.1;
  m.bodies[1].position.x() += 0.02;
  expectCloses(m, openRows);
}

}  // namespace
}  // namespace holonom

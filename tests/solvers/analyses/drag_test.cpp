// SPDX-License-Identifier: GPL-3.0-or-later
// A mechanism that is dragged by a place keeps its joints, follows where it can, and never breaks.
#include "solvers/analyses/drag.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "core/model/building.h"
#include "tests/solvers/linkages.h"

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

TEST(Dragging, AFourBarFollowsItsCrank) {
  Drag drag(linkages::fourBar(0.9, 0.25, 0.8, 0.6, 1.0));
  drag.grab(0, {0.25, 0});
  for (int i = 0; i <= 200; ++i) {  // more than a full turn
    const double angle = 1.0 + 0.04 * i;
    const Vector2 target = 0.25 * Vector2(std::cos(angle), std::sin(angle));
    drag.moveTo(target);
    ASSERT_LT((drag.heldPlace() - target).norm(), 1e-3) << angle;
    ASSERT_LT(openJoints(drag.mechanism()), kClosed) << angle;
  }
}

TEST(Dragging, BeyondReachItGoesAsFarAsItCan) {
  Drag drag(linkages::pendulum(0.3));
  drag.grab(0, {1, 0});
  for (int i = 0; i < 10; ++i) drag.moveTo({0, 5});
  EXPECT_LT((drag.heldPlace() - Vector2(0, 1)).norm(), 0.02);
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
    if (i > 5) ASSERT_LT((drag.heldPlace() - target).norm(), 0.2) << i;
  }
  std::nth_element(milliseconds.begin(), milliseconds.begin() + 20, milliseconds.end());
  RecordProperty("median_ms", std::to_string(milliseconds[20]));
  std::printf("median %.2f ms\n", milliseconds[20]);
}

TEST(Dragging, ClosingBringsPointsTogether) {
  Mechanism m = linkages::fourBar(0.9, 0.25, 0.8, 0.6, 1.0);
  m.bodies[2].angle += 0.2;
  Drag drag(m);
  EXPECT_GT(drag.gap(), 0.01);
  EXPECT_TRUE(drag.close());
  EXPECT_LT(openJoints(drag.mechanism()), kClosed);
  m.ground.points[1].position = {9, 0};  // nothing reaches that far
  Drag hopeless(m);
  EXPECT_FALSE(hopeless.close());
  EXPECT_EQ(hopeless.mechanism().bodies, m.bodies);
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

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
// Assemblies beside the window: which answers come, in which order, and what a user who goes on finds.
#include "gui/app/assembling.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <QApplication>
#include <QTest>
#include <QWidget>
#include <cmath>

#include "core/math/pose.h"
#include "core/model/building.h"
#include "core/model/centre_motion.h"
#include "drawing_fixture.h"

namespace holonom {
namespace {

/// A link that is pinned to ground at its beginning.
class Assemblies : public testing::Test {
 protected:
  void SetUp() override {
    if (!qApp) GTEST_SKIP() << "needs a display";
    addLink(mechanism, {{0, 0}}, {{0.3, 0}});
    mechanism.ground.points.push_back({"O", {0, 0}});
    mechanism.joints.push_back({"pin", RevoluteJoint{{kGround, 0}, {0, 0}}});
  }
  /// Pulls the end of the link and notes where it got to.
  void pullTo(double x, double y) {
    assembling.moveTo({x, y}, [this](const std::optional<Mechanism>& reached) {
      ASSERT_TRUE(reached);
      const Vector3 end = groundPosition(*reached, {0, 1});
      angles.push_back(std::atan2(end.y(), end.x()));
    });
  }

  Mechanism mechanism;
  Assembling assembling;
  std::vector<double> angles;
};

// No answer comes without a turn of the event loop: the second target is there before the first is answered.
TEST_F(Assemblies, OfTargetsThatComeMeanwhileTheLastCounts) {
  assembling.hold(mechanism, 0, localPlace(mechanism, 0, {0.3, 0}));
  pullTo(0.3, 0.1);
  for (int i = 2; i < 9; ++i) pullTo(0.3, 0.1 * i);
  pullTo(0.3, 0.3);
  EXPECT_TRUE(angles.empty());
  ASSERT_TRUE(waitFor([&] { return !assembling.isBusy(); }));
  ASSERT_EQ(angles.size(), 2u) << "the first, that was under way, and the last";
  EXPECT_NEAR(angles[0], std::atan2(0.1, 0.3), 0.01);
  EXPECT_NEAR(angles[1], M_PI / 4, 0.01);
}

TEST_F(Assemblies, AreNotAnsweredWhenForgotten) {
  assembling.hold(mechanism, 0, localPlace(mechanism, 0, {0.3, 0}));
  pullTo(0.3, 0.1);
  pullTo(0.3, 0.2);
  assembling.forget();
  EXPECT_FALSE(assembling.isBusy());
  pullTo(0.3, 0.3);
  ASSERT_TRUE(waitFor([&] { return !assembling.isBusy(); }));
  ASSERT_EQ(angles.size(), 1u);
  EXPECT_NEAR(angles[0], M_PI / 4, 0.01);
}

TEST_F(Assemblies, GapsAreClosedOrNot) {
  std::vector<bool> closed;
  const auto close = [&](const Mechanism& open) {
    assembling.close(open, [&](const std::optional<Mechanism>& got) { closed.push_back(got.has_value()); });
    assembling.finish();
  };
  Mechanism apart = mechanism;
  moveBody(apart, 0, {0.1, 0.1});
  close(apart);
  apart.ground.points.push_back({"far", {5, 0}});
  apart.joints.push_back({"other", RevoluteJoint{{kGround, 1}, {0, 1}}});
  close(apart);
  EXPECT_EQ(closed, (std::vector{true, false}));
}

TEST_F(Assemblies, WhatIsPressedMeanwhileWaitsForThem) {
  QWidget widget;
  for (const bool key : {true, false}) {
    angles.clear();
    assembling.hold(mechanism, 0, localPlace(mechanism, 0, {0.3, 0}));
    pullTo(0.3, 0.1);
    pullTo(0.3, 0.3);
    QTest::mouseMove(&widget);
    EXPECT_TRUE(assembling.isBusy());
    if (key) QTest::keyClick(&widget, Qt::Key_A);
    else QTest::mouseClick(&widget, Qt::LeftButton);
    EXPECT_FALSE(assembling.isBusy());
    EXPECT_EQ(angles.size(), 2u);
  }
  QTest::qWait(1);
  EXPECT_EQ(angles.size(), 2u) << "once each";
}

class HastyDrawing : public Drawing {};

TEST_F(HastyDrawing, ADragIsInTheModelBeforeWhateverIsPressedNext) {
  drawLink(0, 0, 0.1, 0.2);
  drawLink(0.1, 0.2, 0.4, 0.3);
  drawLink(0.4, 0.3, 0.4, 0);
  tool(Qt::Key_G);
  clickAt(0, 0), clickAt(0.4, 0);
  tool(Qt::Key_S);
  const Mechanism drawn = model();
  const int steps = document().history().count();
  dragHastily(0.1, 0.2, 0.2, 0.1);
  EXPECT_TRUE(isAssembling());
  EXPECT_TRUE(model() == drawn);
  key(Qt::Key_Z, Qt::ControlModifier);  // takes back the drag, not what was before it
  EXPECT_EQ(document().history().count(), steps + 1);
  EXPECT_EQ(document().history().index(), steps);
  EXPECT_TRUE(model() == drawn);
  dragHastily(0.1, 0.2, 0.2, 0.1);
  dragHastily(0.2, 0.1, 0.1, 0.2);  // the hand is quicker than the window
  ASSERT_TRUE(waitFor([&] { return !isAssembling(); }));
  EXPECT_EQ(document().history().count(), steps + 2);
}

TEST_F(HastyDrawing, AnExampleFollowsTheMouseWhileItIsDragged) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  tool(Qt::Key_B);
  settle();
  const Mechanism before = model();
  const Vector2 from = inPlane(groundPosition(before, {0, 1}));
  const Vector2 pivot = inPlane(groundPosition(before, {0, 0}));
  QPoint there;
  const auto moveTo = [&](const Vector2& place) {
    there = view().pixelOf(place).toPoint();
    QMouseEvent move(QEvent::MouseMove, there, view().mapToGlobal(there), Qt::NoButton, Qt::LeftButton,
                     Qt::ControlModifier);
    QApplication::sendEvent(&view(), &move);
  };
  QTest::mousePress(&view(), Qt::LeftButton, {}, view().pixelOf(from).toPoint());
  double turned = 0;
  for (const double angle : {0.4, 0.6, 0.8}) {
    moveTo(pivot + Eigen::Rotation2Dd(angle) * (from - pivot));
    waitForAssembly();
    const std::vector<BodyPose> poses = view().shownPoses();
    const double now = planarAngle(poses[0], before.bodies[0].angle) - before.bodies[0].angle;
    EXPECT_NEAR(now, angle, 0.05) << "shown while it is held";
    turned = now;
    EXPECT_TRUE(model() == before);
  }
  keepDrawing("dragged.png", window_.get());
  QTest::mouseRelease(&view(), Qt::LeftButton, Qt::ControlModifier, there);
  waitForAssembly();
  EXPECT_EQ(document().history().count(), 1);
  EXPECT_NEAR(model().bodies[0].angle - before.bodies[0].angle, turned, 1e-12);
}

class AssemblingInSpace : public Drawing {
 protected:
  void open(const char* name) {
    ASSERT_TRUE(document().openNamed(name));
    settle();
    tool(Qt::Key_S);
    ASSERT_FALSE(view().isDrawing()) << "in the view as it is";
    before_ = model();
  }
  QPoint pixelOf(int body, int point) {
    return view().pixelInSpace(startPlace(model(), {body, point})).toPoint();
  }
  void moveTo(const QPoint& there) {
    QMouseEvent move(QEvent::MouseMove, there, view().mapToGlobal(there), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(&view(), &move);
    waitForAssembly();
  }
  double largestGap() {
    double gap = 0;
    for (const Joint& joint : model().joints) {
      const auto [a, b] = endsOf(joint);
      gap = std::max(gap, (startPlace(model(), b) - startPlace(model(), a)).norm());
    }
    return gap;
  }
  Mechanism before_;
};

TEST_F(AssemblingInSpace, AClosedLinkageFollowsTheMouseByOneStep) {
  ASSERT_NO_FATAL_FAILURE(open("spatial_four_bar"));
  const QPoint from = pixelOf(1, 1);  // where the coupler meets the rocker
  QTest::mousePress(&view(), Qt::LeftButton, {}, from);
  for (int i = 1; i <= 6; ++i) moveTo(from + QPoint(0, 6 * i));
  const std::vector<BodyPose> shown = view().shownPoses();
  EXPECT_GT((shown[2].rotation - initialPose(before_.bodies[2]).rotation).norm(), 0.02) << "the rocker turns";
  EXPECT_TRUE(model() == before_) << "shown only";
  keepDrawing("dragged_in_space.png", window_.get());
  QTest::mouseRelease(&view(), Qt::LeftButton, {}, from + QPoint(0, 36));
  waitForAssembly();
  EXPECT_EQ(document().history().count(), 1);
  EXPECT_LT(largestGap(), 1e-9);
  EXPECT_GT((initialPose(model().bodies[0]).rotation - initialPose(before_.bodies[0]).rotation).norm(), 0.02)
      << "and so does the crank";
  EXPECT_TRUE(session().runs().empty());
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(model() == before_);
}

TEST_F(AssemblingInSpace, TheToolEndsByEscapeAndWithTheModel) {
  ASSERT_NO_FATAL_FAILURE(open("spatial_pendulum"));
  auto* select = find<QAction>("tool_select");
  EXPECT_TRUE(select->isChecked());
  view().lookFrom(MechanismView::Direction::Right);
  EXPECT_TRUE(select->isChecked()) << "whatever is looked at";
  key(Qt::Key_Escape);
  EXPECT_FALSE(select->isChecked());
  EXPECT_EQ(view().cursor().shape(), Qt::ArrowCursor);
  tool(Qt::Key_S);
  ASSERT_TRUE(document().openNamed("pendulum"));
  EXPECT_FALSE(select->isChecked());
  tool(Qt::Key_S);
  EXPECT_TRUE(view().isDrawing()) << "in the plane as ever";
}

TEST_F(HastyDrawing, AToolThatIsLeftGetsNoAnswer) {
  drawLink(-0.4, 0, -0.1, 0);
  drawLink(0.1, 0, 0.4, 0);
  const Mechanism drawn = model();
  tool(Qt::Key_J);
  clickHastily(0.1, 0);
  clickHastily(-0.1, 0);
  EXPECT_TRUE(isAssembling());
  find<QAction>("tool_link")->trigger();  // not pressed, so that nothing waits
  EXPECT_FALSE(isAssembling());
  QTest::qWait(50);
  EXPECT_TRUE(model() == drawn);
}

}  // namespace
}  // namespace holonom

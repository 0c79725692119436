// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse does by dragging, done with keys: Enter takes hold, arrows carry, Enter puts down, Esc puts
// back.
#include <Eigen/Geometry>

#include "keyboard_drawing_fixture.h"

namespace holonom {
namespace {

class KeyboardCarrying : public KeyboardDrawing {};

TEST_F(KeyboardCarrying, ALinkageFollowsAndEscPutsItBack) {
  drawFourBar();
  ASSERT_EQ(model().bodies.size(), 3u);
  key(Qt::Key_S);
  const int before = steps(), index = document().history().index();
  const Mechanism drawn = model();
  jumpTo(-0.15, 0.05);
  enter();
  for (int i = 0; i < 4; ++i) key(Qt::Key_Right);
  EXPECT_TRUE(hint().contains("Enter releases")) << hint().toStdString();
  keepDrawing("keyboard-drawing.png", window_->centralWidget());
  const Mechanism carried = shown();
  EXPECT_GT(std::abs(carried.bodies[0].angle - drawn.bodies[0].angle), 0.1) << "the crank turned";
  EXPECT_GT(std::abs(carried.bodies[2].angle - drawn.bodies[2].angle), 0.02) << "the rocker followed";
  EXPECT_LT(worstGap(carried), 1e-7);
  EXPECT_EQ(steps(), before);
  key(Qt::Key_Escape);
  EXPECT_TRUE(model() == drawn);
  EXPECT_LT((shown().bodies[2].position - drawn.bodies[2].position).norm(), 1e-12);
  EXPECT_EQ(steps(), before);
  EXPECT_EQ(document().history().index(), index);
  EXPECT_LT((cross() - Vector2(-0.15, 0.05)).norm(), 2e-3) << "the cross is where it took hold";
  EXPECT_TRUE(find<QAction>("tool_select")->isChecked());

  enter();
  for (int i = 0; i < 4; ++i) key(Qt::Key_Right);
  enter();
  EXPECT_EQ(steps(), before + 1);
  EXPECT_LT(worstGap(model()), 1e-9);
  EXPECT_GT(std::abs(model().bodies[2].angle - drawn.bodies[2].angle), 0.02);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(model() == drawn);
}

TEST_F(KeyboardCarrying, AFreeLinkIsMovedByTenthsStretchedAndTurned) {
  drawLink(-0.2, 0, 0.2, 0);
  key(Qt::Key_S);
  jumpTo(0, 0);
  enter();
  EXPECT_EQ(selection().body(), 0);
  key(Qt::Key_Up, Qt::ControlModifier);
  enter();
  const Vector2 moved = groundPosition(model(), {0, 0});
  EXPECT_NEAR(moved.x(), -0.2, 1e-12) << "along the arrow only";
  EXPECT_GT(moved.y(), 1e-3);
  EXPECT_LT(moved.y(), 0.01);
  key(Qt::Key_Z, Qt::ControlModifier);
  jumpTo(0.2, 0);
  const int before = steps();
  enter(Qt::ShiftModifier);
  to(0.3, 0);
  enter();
  EXPECT_EQ(document().history().index(), before);
  expectPlace(groundPosition(model(), {0, 0}), -0.2, 0);
  expectPlace(groundPosition(model(), {0, 1}), 0.3, 0);
  EXPECT_NEAR(model().bodies[0].mass, 0.5 * kLinkMassPerLength, 1e-9);
  // The handle is a stop as well.
  selection().select({PartRef::Kind::Body, 0});
  const double metre = (view().pixelOf({1, 0}) - view().pixelOf({0, 0})).x();
  jumpTo(0.05, 62 / metre);
  enter();
  EXPECT_EQ(
      hint().section('\n', 0, 0),
      "Click to select, drag to move; drag a frame around several; Shift and drag an end to stretch a link");
  for (int i = 0; i < 3; ++i) key(Qt::Key_Left);
  EXPECT_TRUE(hint().startsWith("Release where the part points")) << hint().toStdString();
  keepDrawing("keys_turn.png", &view());
  enter();
  EXPECT_GT(std::abs(std::remainder(model().bodies[0].angle, 2 * M_PI)), 0.2);
}

TEST_F(KeyboardCarrying, AStretchThatIsGivenUpLeavesNoStep) {
  drawFourBar();
  key(Qt::Key_S);
  const Mechanism drawn = model();
  const int before = steps();
  jumpTo(0.2, 0.2);
  enter(Qt::ShiftModifier);
  for (int i = 0; i < 2; ++i) key(Qt::Key_Up);
  EXPECT_FALSE(model() == drawn);
  key(Qt::Key_Escape);
  EXPECT_TRUE(model() == drawn);
  EXPECT_EQ(steps(), before);
}

TEST_F(KeyboardCarrying, APointThatIsPutOnAPointIsJoined) {
  drawLink(-0.3, 0, -0.1, 0);
  drawLink(0.1, 0.1, 0.3, 0.1);
  key(Qt::Key_S);
  jumpTo(0.1, 0.1), enter();
  jumpTo(-0.1, 0), enter();
  ASSERT_EQ(model().joints.size(), 1u);
  expectPlace(groundPosition(model(), {1, 0}), -0.1, 0);
  EXPECT_EQ(document().history().undoText(), "join points");
}

TEST_F(KeyboardCarrying, AFrameSelectsSeveralAndTheyMoveTogether) {
  drawLink(-0.3, 0, -0.1, 0);
  drawLink(-0.3, 0.2, -0.1, 0.2);
  key(Qt::Key_S);
  selection().clear();
  to(-0.35, -0.05), enter();
  to(-0.05, 0.25);
  keepDrawing("keys_frame.png", &view());
  enter();
  EXPECT_EQ(selection().parts().size(), 2u);
  jumpTo(-0.2, 0), enter();
  for (int i = 0; i < 2; ++i) key(Qt::Key_Down);
  enter();
  EXPECT_EQ(document().history().undoText(), "move 2 parts");
  EXPECT_LT(groundPosition(model(), {1, 0}).y(), 0.2 - 0.03);
  EXPECT_NEAR(groundPosition(model(), {0, 0}).x(), -0.3, 1e-9);
}

TEST_F(KeyboardCarrying, ARunningMechanismIsPulled) {
  drawLink(0, 0, 0, -0.3);
  key(Qt::Key_G);
  clickAt(0, 0);
  key(Qt::Key_B);  // off the board
  ASSERT_FALSE(view().isDrawing());
  key(Qt::Key_1);
  settle();
  SimulationOptions options = session().options();
  options.endTime = 4;
  session().setOptions(options);
  key(Qt::Key_H);
  key(Qt::Key_F9);
  EXPECT_TRUE(hint().contains("pulls it")) << hint().toStdString();
  jumpTo(0, -0.3);
  enter();
  ASSERT_TRUE(waitFor([this] { return session().isLive() && rows() > 3; }));
  for (int i = 0; i < 4; ++i) key(Qt::Key_Right);
  const double start = model().bodies[0].angle;
  const auto angle = [&] {
    std::vector<BodyPose> poses;
    const auto& run = session().runs().front();
    return run->posesAt(run->recordedUntil(), poses) ? planarAngle(poses[0], start) : start;
  };
  EXPECT_TRUE(waitFor([&] { return std::abs(angle() - start) > 0.1; }));
  keepPicture("keys_pull.png");
  key(Qt::Key_Escape);
  EXPECT_FALSE(window_->workspace().pulling.holds());
  EXPECT_TRUE(view().hasKeyboardPointer());
  key(Qt::Key_Escape);
  EXPECT_FALSE(view().hasKeyboardPointer());
  key(Qt::Key_Escape);
  EXPECT_TRUE(waitFor([this] { return finished(); }));
}

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies in space that are moved with the mouse at the start.
#include <gtest/gtest.h>

#include "core/model/centre_motion.h"
#include "gui/viewport/tools/select_tool.h"
#include "tests/gui/viewport/mechanisms.h"
#include "tests/gui/viewport/spatial_view.h"
#include "tests/gui/viewport/tool_desk.h"

namespace holonom {
namespace {

/// A hand that drags parts of the rod in space, seen from the front and above.
class SpatialDrag : public testing::Test {
 protected:
  SpatialDrag() { desk.mechanism_ = rodInSpace(); }
  /// On the way of light through a place, which is on the surface of the body there.
  Pointer at(const Vector3& place, std::optional<int> body = {}) {
    Pointer pointer;
    pointer.raw = pointer.place.position = inPlane(place);
    pointer.sight = {place - 3 * away, away};
    if (!body) return pointer;
    pointer.part = {PartRef::Kind::Body, *body};
    pointer.grip = Grip{{*body, Vector3(), place}, picture(place)};
    return pointer;
  }
  WorkPlane picture(const Vector3& place) const {
    Pose frame{place, Matrix3::Identity()};
    frame.rotation.col(2) = -away;
    frame.rotation.col(0) = away.unitOrthogonal();
    frame.rotation.col(1) = frame.rotation.col(2).cross(frame.rotation.col(0));
    return WorkPlane(frame);
  }

  const Vector3 away = Vector3(0.2, 0.6, -0.7).normalized();  // from the viewer
  const Vector3 from{0.01, 0.6, 0.51};
  Vector3 across = away.cross(Vector3(0, 0, 1)).normalized();  // along the picture
  Desk desk;
  SelectTool tool{desk};
};

TEST_F(SpatialDrag, AFreeBodyGoesParallelToThePicture) {
  desk.mechanism_.joints.clear();
  const Mechanism before = desk.mechanism_;
  ASSERT_TRUE(tool.press(at(from, 0)));
  EXPECT_EQ(desk.part_, (PartRef{PartRef::Kind::Body, 0}));
  const Vector3 way = 0.3 * across + 0.2 * away.cross(across);
  tool.move(at(from + way + 0.5 * away), true);  // what is behind the picture is seen there, too
  tool.release(at(from + way));
  ASSERT_EQ(desk.edits_, QStringList("move rod"));
  EXPECT_LT((desk.mechanism_.bodies[0].position - before.bodies[0].position - way).norm(), 1e-12);
  EXPECT_EQ(desk.mechanism_.bodies[0].axis, before.bodies[0].axis);
}

TEST_F(SpatialDrag, WhatJointsHoldIsPulledToThePlaceInThePicture) {
  const Mechanism before = desk.mechanism_;
  ASSERT_TRUE(tool.press(at(from, 0)));
  tool.move(at(from + 0.1 * across - away), true);
  ASSERT_EQ(desk.assembler_.targets_.size(), 1u);
  EXPECT_LT((desk.assembler_.targets_[0] - from - 0.1 * across).norm(), 1e-12);
  Mechanism turned = before;
  turned.bodies[0].axis = {1, 0, 0};
  desk.assembler_.answer(turned);
  EXPECT_TRUE(desk.shown_ == turned);
  tool.release(at(from + 0.1 * across));
  EXPECT_EQ(desk.edits_, QStringList("move rod"));
  EXPECT_TRUE(desk.mechanism_ == turned);
}

/// Also where only the height of its points has changed, and where it has none.
TEST_F(SpatialDrag, WhatHasMovedUpwardsHasMoved) {
  for (const bool points : {true, false}) {
    desk.mechanism_ = rodInSpace();
    desk.mechanism_.joints = {{"guide", SlotJoint{{kGround, 0}, {0, 0}, {0, 0, 1}}}};
    if (!points) desk.mechanism_.bodies[0].points.resize(1);
    desk.edits_.clear();
    ASSERT_TRUE(tool.press(at(from, 0)));
    tool.move(at(from + 0.1 * across), true);
    Mechanism raised = desk.mechanism_;
    raised.bodies[0].position.z() += 0.1;
    desk.assembler_.answer(raised);
    tool.release(at(from + 0.1 * across));
    EXPECT_EQ(desk.edits_.size(), 1);
    ASSERT_TRUE(tool.press(at(from, 0)));
    tool.move(at(from + 0.1 * across), true);
    desk.assembler_.answer(desk.mechanism_);
    tool.release(at(from + 0.1 * across));
    EXPECT_EQ(desk.edits_.size(), 1) << "it has not moved";
    EXPECT_TRUE(tool.hint().startsWith("It cannot move")) << tool.hint().toStdString();
  }
}

/// A particle is held at its place, and follows by the way of the mouse.
TEST_F(SpatialDrag, AParticleDoesNotLeapToTheMouse) {
  Body& bob = desk.mechanism_.bodies[0];
  bob.kind = Body::Kind::SpatialParticle;
  bob.centreOfMass.setZero();
  bob.points.resize(1);
  const Vector3 seen = bob.position - 0.1 * away;
  ASSERT_TRUE(tool.press(at(seen, 0)));
  tool.move(at(seen + 0.2 * across), true);
  ASSERT_EQ(desk.assembler_.targets_.size(), 1u);
  EXPECT_LT((desk.assembler_.targets_[0] - bob.position - 0.2 * across).norm(), 1e-12);
}

TEST_F(SpatialDrag, SeveralBodiesGoTogether) {
  class Crowd : public Desk {
    std::vector<PartRef> selection() const override {
      return {{PartRef::Kind::Body, 0}, {PartRef::Kind::Body, 1}};
    }
  } crowd;
  crowd.mechanism_ = rodInSpace();
  crowd.mechanism_.joints.clear();
  crowd.mechanism_.bodies.push_back(samples::pendulum().bodies[0]);  // of the plane, where it stays
  const Mechanism before = crowd.mechanism_;
  SelectTool hand(crowd);
  const Vector3 way = 0.3 * across + 0.2 * away.cross(across);
  ASSERT_TRUE(hand.press(at(from, 0)));
  hand.move(at(from + way), true);
  ASSERT_EQ(crowd.assembler_.wishes_.size(), 1u);
  const Mechanism asked = crowd.assembler_.wishes_[0].mechanism;
  EXPECT_LT((asked.bodies[0].position - before.bodies[0].position - way).norm(), 1e-12);
  EXPECT_LT((asked.bodies[1].position - before.bodies[1].position - Vector3(way.x(), way.y())).norm(), 1e-12);
  crowd.assembler_.answer(asked);
  hand.release(at(from + way));
  EXPECT_TRUE(crowd.mechanism_ == asked);
}

TEST_F(SpatialDrag, SaysWhyNothingMoves) {
  const Mechanism before = desk.mechanism_;
  const auto tryWith = [&](bool shift, bool seen) {
    Pointer pointer = at(from, 0);
    pointer.shift = shift;
    if (!seen) pointer.grip.reset();
    EXPECT_TRUE(tool.press(pointer));
    tool.move(at(from + 0.2 * across), true);
    tool.release(at(from + 0.2 * across));
    EXPECT_TRUE(desk.mechanism_ == before);
    EXPECT_TRUE(desk.assembler_.targets_.empty());
    return tool.hint();
  };
  EXPECT_TRUE(tryWith(true, true).contains("place in the properties"));
  EXPECT_TRUE(tryWith(false, false).contains("where you see it"));
}

/// Beside the board the picture turns there; on it a frame opens.
TEST_F(SpatialDrag, BesideAllPartsTheViewMayMove) {
  Pointer beside = at({3, 3, 3});
  EXPECT_TRUE(tool.press(beside));
  tool.release(beside);
  beside.besideBoard = true;
  EXPECT_FALSE(tool.press(beside));
}

/// A tool that works in any view.
class SpatialSelect : public SpatialPull {
 protected:
  void SetUp() override {
    SpatialPull::SetUp();
    if (IsSkipped()) return;
    desk.mechanism_ = rodInSpace();
    desk.mechanism_.joints.clear();
    view.setTool(&tool, true);
    open(desk.mechanism_);
    view.setPulling(false);
  }
  void TearDown() override { view.setTool(nullptr); }
  Desk desk;
  SelectTool tool{desk};
};

TEST_F(SpatialSelect, MovesWhatIsSeenWithTheMouseAtRest) {
  const Vector3 before = desk.mechanism_.bodies[0].position;
  press({0, 0.6, 0.5});
  moveBy({60, -40});
  const Vector3 way = desk.shown_.bodies[0].position - before;
  EXPECT_GT(way.norm(), 0.05);
  EXPECT_NEAR(way.dot(towardsViewer()), 0, 1e-9);
  EXPECT_LT(pixelsFromMouse(Vector3(0, 0.6, 0.5) + way), 3) << "with the mouse";
  release();
  EXPECT_EQ(desk.edits_.size(), 1);
  EXPECT_LT((desk.mechanism_.bodies[0].position - before - way).norm(), 1e-12);
  EXPECT_EQ(began.count(), 0) << "nothing runs";
  EXPECT_FALSE(view.isDrawing());
}

/// In its plane, and parallel to the picture where that is seen on edge.
TEST_F(SpatialSelect, MovesABodyOfThePlaneThereToo) {
  Mechanism mixed = rodInSpace();
  Body plate = samples::pendulum().bodies[0];
  plate.position = {1.5, -0.5};
  mixed.bodies.push_back(plate);
  mixed.joints.clear();
  for (const bool onEdge : {false, true}) {
    desk.mechanism_ = mixed;
    desk.edits_.clear();
    open(mixed);
    view.setPulling(false);
    if (onEdge) view.lookFrom(MechanismView::Direction::Front);
    view.picture();
    const Vector3 before = plate.position, middle = initialPose(plate).toGround(plate.centreOfMass);
    press(middle);
    moveBy({40, onEdge ? 0 : 15});
    release();
    ASSERT_EQ(desk.edits_.size(), 1) << onEdge;
    const Vector3 way = desk.mechanism_.bodies[1].position - before;
    EXPECT_EQ(way.z(), 0);
    EXPECT_LT(pixelsFromMouse(middle + way), onEdge ? 6 : 3);
    EXPECT_TRUE(desk.mechanism_.bodies[0] == mixed.bodies[0]);
  }
}

TEST_F(SpatialSelect, BesideAllBodiesTheViewTurns) {
  const CameraView before = view.cameraView();
  press({0, 0.6, 0.9});
  moveBy({60, 20});
  release();
  EXPECT_NE(view.cameraView().azimuth, before.azimuth);
  EXPECT_TRUE(desk.edits_.isEmpty());
}

}  // namespace
}  // namespace holonom

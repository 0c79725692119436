// SPDX-License-Identifier: GPL-3.0-or-later
// A drag whose assemblies take their time: what is shown meanwhile, and what comes into the history when.
#include "gui/viewport/tools/select_tool.h"

#include <gtest/gtest.h>

#include "core/model/editing.h"
#include "tests/gui/viewport/tool_desk.h"

namespace holonom {
namespace {

/// A link that is pinned to ground at its beginning, at the origin, and a free one.
class SlowDrag : public testing::Test {
 protected:
  void SetUp() override {
    Mechanism& mechanism = desk.mechanism_;
    addLink(mechanism, {{0, 0}}, {{0.3, 0}});
    addLink(mechanism, {{0, 0.3}}, {{0.3, 0.3}});
    mechanism.ground.points.push_back({"O", {0, 0}});
    mechanism.joints.push_back({"pin", RevoluteJoint{{kGround, 0}, {0, 0}}});
    before = mechanism;
  }
  static Pointer at(double x, double y, std::optional<PointRef> point = {}) {
    Pointer pointer;
    pointer.raw = pointer.place.position = {x, y};
    pointer.place.point = point;
    if (point) pointer.part = {PartRef::Kind::Body, point->body, point->point};
    return pointer;
  }
  void takeEnd() { ASSERT_TRUE(tool.press(at(0.3, 0, PointRef{0, 1}))); }
  Mechanism turnedBy(double angle) const {
    Mechanism turned = before;
    turnBody(turned, 0, {0, 0}, angle);
    return turned;
  }

  Desk desk;
  SelectTool tool{desk};
  Mechanism before;
};

TEST_F(SlowDrag, IsInTheHistoryWhenItsLastPlaceIsReached) {
  takeEnd();
  const QString resting = SelectTool(desk).hint();
  tool.move(at(0.28, 0.1), true);
  EXPECT_TRUE(desk.assembler_.isBusy());
  EXPECT_NE(tool.hint(), resting);
  desk.assembler_.answer(turnedBy(0.3));
  EXPECT_TRUE(desk.shown_ == turnedBy(0.3)) << "shown at once";
  tool.move(at(0.2, 0.2), true);
  tool.release(at(0.2, 0.2));
  EXPECT_TRUE(desk.edits_.isEmpty());
  EXPECT_EQ(tool.hint(), resting) << "it is let go";
  desk.assembler_.answer(turnedBy(0.8));
  EXPECT_EQ(desk.edits_, QStringList("move " + QString::fromStdString(before.bodies[0].name)));
  EXPECT_TRUE(desk.mechanism_ == turnedBy(0.8));
  EXPECT_FALSE(tool.cancel()) << "nothing is under way any more";
}

TEST_F(SlowDrag, IsInTheHistoryAtOnceWhereNothingIsAwaited) {
  takeEnd();
  tool.move(at(0.2, 0.2), true);
  desk.assembler_.answer(turnedBy(0.8));
  tool.release(at(0.2, 0.2));
  EXPECT_EQ(desk.edits_.size(), 1);
}

TEST_F(SlowDrag, IsJoinedWhereTheJointCloses) {
  for (const bool closes : {true, false}) {
    desk.mechanism_ = before;
    desk.edits_.clear();
    takeEnd();
    tool.move(at(0, 0.3, PointRef{1, 0}), true);
    desk.assembler_.answer(turnedBy(1.5));
    tool.release(at(0, 0.3, PointRef{1, 0}));
    ASSERT_TRUE(desk.assembler_.isBusy());
    Mechanism asked = desk.assembler_.wishes_.back().mechanism;
    EXPECT_EQ(asked.joints.size(), 2u);
    EXPECT_TRUE(desk.edits_.isEmpty());
    desk.assembler_.answer(closes ? std::optional(asked) : std::nullopt);
    ASSERT_EQ(desk.edits_.size(), 1);
    EXPECT_EQ(desk.mechanism_.joints.size(), closes ? 2u : 1u);
    EXPECT_EQ(tool.hint().startsWith("The point cannot be joined"), !closes);
  }
}

TEST_F(SlowDrag, IsGivenUpWithWhatWasAskedFor) {
  takeEnd();
  tool.move(at(0.2, 0.2), true);
  desk.assembler_.answer(turnedBy(0.8));
  tool.move(at(0.1, 0.2), true);
  tool.release(at(0.1, 0.2));
  EXPECT_TRUE(tool.cancel());
  EXPECT_FALSE(desk.assembler_.isBusy());
  EXPECT_TRUE(desk.shown_ == before);
  EXPECT_TRUE(desk.edits_.isEmpty());
}

TEST_F(SlowDrag, AStretchThatCannotBeIsRefusedWhenThatIsKnown) {
  Pointer shifted = at(0.3, 0, PointRef{0, 1});
  shifted.shift = true;
  ASSERT_TRUE(tool.press(shifted));
  tool.move(at(0.5, 0), true);
  tool.release(at(0.5, 0));
  EXPECT_FALSE(tool.hint().startsWith("It cannot move"));
  desk.assembler_.answer({});
  EXPECT_TRUE(tool.hint().startsWith("It cannot move")) << tool.hint().toStdString();
  EXPECT_TRUE(desk.edits_.isEmpty());
}

}  // namespace
}  // namespace holonom

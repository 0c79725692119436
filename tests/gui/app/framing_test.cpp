// SPDX-License-Identifier: GPL-3.0-or-later
// A frame of the select tool, and what is done with several parts in the picture.
#include <algorithm>

#include "drawing_fixture.h"

namespace holonom {
namespace {

/// Two free links above each other, and a pinned one on their right.
class Framing : public Drawing {
 protected:
  void SetUp() override {
    Drawing::SetUp();
    if (!window_) return;
    drawLink(-0.4, 0, -0.2, 0);
    drawLink(-0.4, 0.2, -0.2, 0.2);
    drawLink(0.1, 0, 0.3, 0.1);
    tool(Qt::Key_G);
    clickAt(0.1, 0);
    tool(Qt::Key_S);
    selection().clear();
  }
  Selection& selection() { return window_->workspace().selection; }
  static PartRef body(int index) { return {PartRef::Kind::Body, index}; }
  bool isSelected(const PartRef& part) {
    const auto& parts = selection().parts();
    return std::find(parts.begin(), parts.end(), part) != parts.end();
  }
  int lines() { return document().history().index(); }
};

TEST_F(Framing, AFrameSelectsWhatLiesInsideAndShiftAddsToIt) {
  drag(-0.45, -0.05, -0.15, 0.1);
  EXPECT_EQ(selection().parts(), std::vector<PartRef>{body(0)});
  drag(-0.15, 0.25, -0.45, 0.15, Qt::ShiftModifier);  // from the other corner
  EXPECT_EQ(selection().parts(), (std::vector<PartRef>{body(0), body(1)}));
  drag(-0.45, -0.05, -0.3, 0.25);  // through the middle of both
  EXPECT_TRUE(selection().parts().empty());
  drag(0.05, -0.05, 0.35, 0.15);
  EXPECT_TRUE(isSelected(body(2)) && isSelected({PartRef::Kind::Joint, 0}) &&
              isSelected({PartRef::Kind::Ground, 0, 0}));
  EXPECT_EQ(selection().part(), body(2)) << "a body is in focus";
  clickAt(-0.1, 0.1);
  EXPECT_TRUE(selection().parts().empty()) << "a click beside all parts";
}

TEST_F(Framing, SelectedPartsAreMarkedInThePicture) {
  const QImage before = view().picture();
  drag(-0.45, -0.05, -0.15, 0.25);
  const QImage both = view().picture();
  const auto differs = [&](double x, double y) {
    return both.pixel(pixel(x, y)) != before.pixel(pixel(x, y));
  };
  EXPECT_TRUE(differs(-0.25, 0));
  EXPECT_TRUE(differs(-0.25, 0.2));
  EXPECT_FALSE(differs(0.25, 0.075));
}

TEST_F(Framing, SeveralPartsMoveTogetherAndGoTogether) {
  drag(-0.45, -0.05, -0.15, 0.25);
  keepDrawing("frame_selected.png", &view());
  const int step = lines();
  drag(-0.25, 0, -0.25, -0.2);
  EXPECT_EQ(lines(), step + 1);
  EXPECT_EQ(document().history().undoText(), "move 2 parts");
  expectPlace(groundPosition(model(), {0, 0}), -0.4, -0.2, 0.006);
  expectPlace(groundPosition(model(), {1, 0}), -0.4, 0, 0.006);
  expectPlace(groundPosition(model(), {2, 0}), 0.1, 0);
  document().history().undo();
  expectPlace(groundPosition(model(), {1, 0}), -0.4, 0.2);
  EXPECT_EQ(selection().parts().size(), 2u);
  key(Qt::Key_Delete);
  EXPECT_EQ(model().bodies.size(), 1u);
  document().history().undo();
  EXPECT_EQ(model().bodies.size(), 3u);
}

TEST_F(Framing, APinnedLinkTakesItsPinAlong) {
  drag(0.05, -0.05, 0.35, 0.15);
  const int step = lines();
  drag(0.2, 0.05, 0.2, 0.25);
  EXPECT_EQ(lines(), step + 1);
  const Vector2 pin = groundPosition(model(), {kGround, 0});
  EXPECT_NEAR(pin.y(), 0.2, 0.006);
  EXPECT_LT((groundPosition(model(), {2, 0}) - pin).norm(), 1e-6);
  EXPECT_NEAR(groundPosition(model(), {2, 1}).y(), 0.3, 0.006);
  document().history().undo();
  expectPlace(groundPosition(model(), {kGround, 0}), 0.1, 0);
  expectPlace(groundPosition(model(), {2, 1}), 0.3, 0.1);
}

TEST_F(Framing, EscapeGivesUpAndAClickSelectsOneAgain) {
  drag(-0.45, -0.05, -0.15, 0.25);
  clickAt(-0.25, 0.2);
  EXPECT_EQ(selection().parts(), std::vector<PartRef>{body(1)});
  clickAt(-0.25, 0, Qt::ShiftModifier);
  EXPECT_EQ(selection().parts(), (std::vector<PartRef>{body(1), body(0)}));
  clickAt(-0.25, 0.2, Qt::ShiftModifier);
  EXPECT_EQ(selection().parts(), std::vector<PartRef>{body(0)});
  QTest::mousePress(&view(), Qt::LeftButton, {}, pixel(-0.45, -0.05));
  const QPoint there = pixel(0.4, 0.3);
  QMouseEvent move(QEvent::MouseMove, there, view().mapToGlobal(there), Qt::NoButton, Qt::LeftButton,
                   Qt::NoModifier);
  QApplication::sendEvent(&view(), &move);
  EXPECT_EQ(hint(), "Release to select what lies inside the frame");
  keepDrawing("frame.png");
  key(Qt::Key_Escape);
  QTest::mouseRelease(&view(), Qt::LeftButton, {}, there);
  EXPECT_EQ(selection().parts(), std::vector<PartRef>{body(0)});
  EXPECT_TRUE(find<QAction>("tool_select")->isChecked());
}

TEST_F(Framing, WithControlTheViewMoves) {
  const QPoint before = pixel(0, 0);
  drag(-0.1, 0.3, 0.1, 0.3, Qt::ControlModifier);
  EXPECT_GT(pixel(0, 0).x(), before.x() + 20);
  EXPECT_TRUE(selection().parts().empty());
}

}  // namespace
}  // namespace holonom

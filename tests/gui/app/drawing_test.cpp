// SPDX-License-Identifier: GPL-3.0-or-later
// A mechanism drawn with the mouse: every tool in the real window, at places of the drawing plane.
#include <QLabel>
#include <QPushButton>
#include <cmath>

#include "core/io/model_reader.h"
#include "core/model/building.h"
#include "drawing_fixture.h"
#include "gui/panels/message_banner.h"
#include "gui/plots/plot_board.h"
#include "gui/session/message_log.h"
#include "gui/viewport/tools/snapping.h"

namespace holonom {
namespace {

TEST_F(Drawing, ANewMechanismWaitsForItsFirstLink) {
  EXPECT_EQ(window_->workspace().log.messages().back().text, "New mechanism.");
  EXPECT_TRUE(view().isDrawing());
  EXPECT_EQ(hint(), "Click where the link begins");
  EXPECT_TRUE(find<QAction>("tool_link")->isChecked());
  const double across = view().pixelOf({1, 0}).x() - view().pixelOf({0, 0}).x();
  EXPECT_GT(across, 0.4 * std::min(view().width(), view().height())) << "about a metre is in sight";
  EXPECT_LT(across, view().width());
  clickAt(0, 0);
  EXPECT_EQ(hint(), "Click where the link ends, or type its length");
  clickAt(0.2, 0.3);
  ASSERT_EQ(model().bodies.size(), 1u);
  expectPlace(groundPosition(model(), {0, 0}), 0, 0);
  expectPlace(groundPosition(model(), {0, 1}), 0.2, 0.3);
  EXPECT_EQ(document().history().undoText(), "draw a link");
  EXPECT_EQ(window_->workspace().selection.part(), (PartRef{PartRef::Kind::Body, 0}));
}

TEST_F(Drawing, InAModelOfSpaceToolsSayInWhichPlaneTheyDraw) {
  ASSERT_TRUE(document().openNamed("spatial_pendulum"));
  find<QAction>("tool_link")->trigger();
  EXPECT_TRUE(hint().startsWith("Click where the link begins"));
  EXPECT_TRUE(hint().contains("plane of the ground"));
}

TEST_F(Drawing, TheMouseIsCaughtByGridPointsAndLinks) {
  clickAt(0.003, -0.004);
  clickAt(0.402, 0.001);
  expectPlace(groundPosition(model(), {0, 0}), 0, 0);
  expectPlace(groundPosition(model(), {0, 1}), 0.4, 0);
  clickAt(0.403, 0.004);  // the end of the first link
  clickAt(0.4, 0.3);
  ASSERT_EQ(model().joints.size(), 1u);
  EXPECT_EQ(endsOf(model().joints[0]), (std::pair(PointRef{0, 1}, PointRef{1, 0})));
  clickAt(0.201, 0.003);  // the middle of the first link
  clickAt(0.2, -0.3);
  ASSERT_EQ(model().bodies[0].points.size(), 3u);
  expectPlace(model().bodies[0].points[2].position, 0.2, 0);
  EXPECT_EQ(model().joints.size(), 2u);
}

// The cranks meet the coupler where the grid crosses it, however the mouse trembles: parallel to the last
// bit, or they would contradict each other.
TEST_F(Drawing, FiveCranksUnderACouplerTurnTogether) {
  drawLink(-0.4, 0.2, 0.4, 0.2);
  const double tremor = 3 / (view().pixelOf({1, 0}) - view().pixelOf({0, 0})).x();  // 3 pixels
  const double places[] = {-0.4, -0.2, 0.1, 0.2, 0.4};
  for (int i = 0; i < 5; ++i) {
    drawLink(places[i], 0, places[i] + (i % 2 ? tremor : -tremor), 0.2 - tremor);
    tool(Qt::Key_G);
    clickAt(places[i], 0);
  }
  ASSERT_EQ(model().joints.size(), 10u);
  for (int i = 0; i < 5; ++i) expectPlace(groundPosition(model(), {i + 1, 1}), places[i], 0.2, 1e-15);
  tool(Qt::Key_M);
  clickAt(-0.4, 0);
  ASSERT_EQ(model().drivers.size(), 1u);
  key(Qt::Key_Escape);
  keepDrawing("five-cranks.png");
  key(Qt::Key_Space);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_EQ(session().runs().front()->run().summary().termination, Termination::ReachedEnd)
      << session().runs().front()->run().summary().message;
}

TEST_F(Drawing, ALinkIsDraggedAsWell) {
  drag(-0.2, 0, 0.2, 0.1);
  ASSERT_EQ(model().bodies.size(), 1u);
  expectPlace(groundPosition(model(), {0, 1}), 0.2, 0.1);
}

// Held anywhere, a free part comes to lie with its nearest point on the grid.
TEST_F(Drawing, AFreeBodyIsCaughtByTheGridWithItsNearestPoint) {
  drawLink(-0.2, 0, 0.2, 0.1);
  tool(Qt::Key_S);
  const double across = (view().pixelOf({1, 0}) - view().pixelOf({0, 0})).x(), cell = gridSpacing(1 / across);
  ASSERT_GT(cell, 0);
  drag(0.1, 0.075, 0.1 + 2.3 * cell, 0.075 - 3.4 * cell);
  expectPlace(groundPosition(model(), {0, 1}), 0.2 + 2 * cell, 0.1 - 3 * cell);
  expectPlace(groundPosition(model(), {0, 0}), -0.2 + 2 * cell, -3 * cell);
}

TEST_F(Drawing, LengthAndAngleMayBeTyped) {
  clickAt(0, 0);
  QTest::mouseMove(&view(), pixel(0.2, 0.1));
  keepDrawing("link.png");
  QTest::mouseMove(&view(), pixel(0.2, 0));
  QTest::keyClicks(&view(), "350 mm < 90");
  QTest::keyClick(&view(), Qt::Key_Return);
  ASSERT_EQ(model().bodies.size(), 1u);
  expectPlace(groundPosition(model(), {0, 1}), 0, 0.35);
  EXPECT_TRUE(view().isDrawing()) << "3 and 5 were digits, no directions of the view";
}

TEST_F(Drawing, EscapeEndsTheLinkThenTheTool) {
  clickAt(0, 0);
  key(Qt::Key_Escape);
  EXPECT_EQ(hint(), "Click where the link begins");
  key(Qt::Key_Escape);
  EXPECT_TRUE(find<QAction>("tool_select")->isChecked());
  EXPECT_EQ(model().bodies.size(), 0u);
}

TEST_F(Drawing, EveryToolBuildsItsPart) {
  drawLink(-0.4, 0, 0, 0.2);
  drawLink(0, 0.2, 0.4, 0);
  tool(Qt::Key_G);
  clickAt(-0.4, 0);
  ASSERT_EQ(model().joints.size(), 2u);
  EXPECT_EQ(endsOf(model().joints[1]).first.body, kGround);
  tool(Qt::Key_P);
  clickAt(0.4, 0);
  clickAt(0.3, 0);
  ASSERT_EQ(model().bodies.size(), 3u);
  EXPECT_TRUE(std::holds_alternative<PrismaticJoint>(model().joints.back().kind));
  tool(Qt::Key_M);
  clickAt(-0.4, 0);
  ASSERT_EQ(model().drivers.size(), 1u);
  EXPECT_EQ(model().drivers[0].joint, 1);
  clickAt(-0.2, 0.4);
  EXPECT_EQ(hint(), "A motor turns a joint: click a pin or a slider.");
  tool(Qt::Key_K);
  clickAt(0, 0.2);
  clickAt(0, 0.4);
  tool(Qt::Key_A);
  clickAt(0.2, 0.1);
  clickAt(0.2, -0.1);
  ASSERT_EQ(model().forces.size(), 2u);
  expectPlace(std::get<ConstantForce>(model().forces[1].kind).value, 0, -20, 1e-6);
  EXPECT_EQ(std::get<ConstantForce>(model().forces[1].kind).value.x(), 0)
      << "no rounding is left along a line of the grid";
  tool(Qt::Key_T);
  clickAt(-0.3, 0.05);
  ASSERT_EQ(model().forces.size(), 3u);
  EXPECT_EQ(std::get<ConstantTorque>(model().forces[2].kind).body, 0);
  tool(Qt::Key_C);
  clickAt(0, 0.2);
  EXPECT_TRUE(model().bodies[0].points[1].traced || model().bodies[1].points[0].traced);
  tool(Qt::Key_D);
  clickAt(-0.3, 0.4);
  clickAt(-0.2, 0.4);
  EXPECT_EQ(model().bodies.back().display.shape, Shape::Disc);
  tool(Qt::Key_O);
  clickAt(-0.3, -0.3);
  clickAt(-0.3, -0.4);
  EXPECT_TRUE(std::holds_alternative<RollingJoint>(model().joints.back().kind));
  tool(Qt::Key_Y);
  for (const auto& [x, y] : {std::pair(0.2, -0.2), {0.4, -0.2}, {0.4, -0.4}, {0.2, -0.2}}) clickAt(x, y);
  EXPECT_EQ(model().bodies.back().display.shape, Shape::Plate);
  tool(Qt::Key_W);
  clickAt(0, 0.2);
  EXPECT_TRUE(std::holds_alternative<FixedJoint>(model().joints[0].kind));
  EXPECT_GE(document().history().count(), 13);
  keepDrawing("tools.png");

  QTemporaryDir folder;
  ASSERT_TRUE(document().saveCopy(folder.filePath("drawn.json")));
  EXPECT_TRUE(readMechanism(folder.filePath("drawn.json").toStdString()) == model());
}

TEST_F(Drawing, JoiningBringsPointsTogether) {
  drawLink(-0.4, 0, -0.1, 0);
  drawLink(0.1, 0, 0.4, 0);
  tool(Qt::Key_J);
  clickAt(0.1, 0);
  clickAt(-0.1, 0);
  ASSERT_EQ(model().joints.size(), 1u);
  const auto [a, b] = endsOf(model().joints[0]);
  EXPECT_LT((groundPosition(model(), a) - groundPosition(model(), b)).norm(), 1e-9);
}

TEST_F(Drawing, APointThatIsDroppedOnAPointIsJoined) {
  drawLink(-0.4, 0, -0.1, 0);
  drawLink(0.1, 0.1, 0.4, 0);
  tool(Qt::Key_S);
  drag(0.1, 0.1, -0.1, 0);
  ASSERT_EQ(model().joints.size(), 1u);
  expectPlace(groundPosition(model(), {1, 0}), -0.1, 0);
  EXPECT_EQ(document().history().undoText(), "join points");
}

TEST_F(Drawing, AFreeLinkIsMovedStretchedAndTurned) {
  drawLink(-0.2, 0, 0.2, 0);
  tool(Qt::Key_S);
  drag(-0.1, 0, 0, 0.2);
  expectPlace(groundPosition(model(), {0, 0}), -0.1, 0.2, 0.004);
  EXPECT_EQ(document().history().count(), 2);
  document().history().undo();
  drag(0.2, 0, 0.4, 0, Qt::ShiftModifier);
  expectPlace(groundPosition(model(), {0, 0}), -0.2, 0);
  expectPlace(groundPosition(model(), {0, 1}), 0.4, 0);
  EXPECT_NEAR(model().bodies[0].mass, 0.6 * kLinkMassPerLength, 1e-9);
  EXPECT_EQ(document().history().count(), 2) << "a stretch is one step";
  clickAt(0, 0);
  ASSERT_EQ(window_->workspace().selection.body(), 0);
  const double metre = (view().pixelOf({1, 0}) - view().pixelOf({0, 0})).x();
  drag(0.1, 62 / metre, 0.1 - 0.3, 0);
  EXPECT_NEAR(std::remainder(model().bodies[0].angle, 2 * M_PI), M_PI / 2, 0.1);
}

TEST_F(Drawing, ALinkageFollowsThePointThatIsDragged) {
  drawLink(0, 0, 0.1, 0.2);
  drawLink(0.1, 0.2, 0.4, 0.3);
  drawLink(0.4, 0.3, 0.4, 0);
  tool(Qt::Key_G);
  clickAt(0, 0);
  clickAt(0.4, 0);
  tool(Qt::Key_M);
  clickAt(0, 0);
  tool(Qt::Key_S);
  const double before = model().bodies[2].angle;
  const int steps = document().history().count();
  drag(0.1, 0.2, 0.2, 0.1);
  EXPECT_EQ(document().history().count(), steps + 1);
  EXPECT_GT(std::abs(model().bodies[2].angle - before), 0.05) << "the rocker follows";
  for (const Joint& joint : model().joints) {
    const auto [a, b] = endsOf(joint);
    EXPECT_LT((groundPosition(model(), a) - groundPosition(model(), b)).norm(), 1e-9);
  }
  EXPECT_NEAR(std::stod(model().drivers[0].motion), model().bodies[0].angle, 1e-9)
      << "the motor starts where the crank is";
}

TEST_F(Drawing, DeleteRemovesWhatIsPicked) {
  drawLink(-0.4, 0, 0, 0);
  drawLink(0, 0, 0.2, 0.3);
  tool(Qt::Key_K);
  clickAt(0.2, 0.3);
  clickAt(-0.2, 0.3);
  tool(Qt::Key_S);
  clickAt(0.1, 0.3);
  EXPECT_EQ(window_->workspace().selection.part(), (PartRef{PartRef::Kind::Force, 0}));
  clickAt(0, 0);
  EXPECT_EQ(window_->workspace().selection.part(), (PartRef{PartRef::Kind::Joint, 0}));
  key(Qt::Key_Delete);
  EXPECT_TRUE(model().joints.empty());
  clickAt(0.1, 0.15);
  EXPECT_EQ(window_->workspace().selection.body(), 1);
  key(Qt::Key_Delete);
  EXPECT_EQ(model().bodies.size(), 1u);
  EXPECT_TRUE(model().forces.empty()) << "the spring went with it";
  document().history().undo();
  EXPECT_EQ(model().bodies.size(), 2u);
  clickAt(-0.4, 0);
  EXPECT_EQ(window_->workspace().selection.part(), (PartRef{PartRef::Kind::Body, 0, 0}));
}

TEST_F(Drawing, NothingToRunIsSaidInWords) {
  tool(Qt::Key_Space);
  EXPECT_TRUE(window_->workspace().log.messages().back().text.startsWith("There is nothing to run yet."));
  auto* banner = window_->findChild<MessageBanner*>();
  EXPECT_TRUE(banner->isVisible());
  drawLink(-0.2, 0, 0.2, 0);
  EXPECT_TRUE(waitFor([&] { return !banner->isVisible(); })) << "now there is something";
}

TEST_F(Drawing, WhileARunIsShownTheStartComesBackFirst) {
  drawLink(0, 0, 0.4, 0);
  tool(Qt::Key_G);
  clickAt(0, 0);
  key(Qt::Key_Space);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  playback().setTime(1);
  tool(Qt::Key_L);
  clickAt(-0.2, 0.2);
  EXPECT_EQ(playback().time(), playback().start());
  EXPECT_TRUE(hint().contains("Click again"));
  EXPECT_FALSE(session().runs().empty());
  key(Qt::Key_F5);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_FALSE(hint().contains("Click again")) << "it has moved away again";
  playback().setTime(1);
  clickAt(-0.2, 0.2);
  clickAt(-0.2, 0.2);
  clickAt(-0.2, 0.4);
  EXPECT_EQ(model().bodies.size(), 2u);
  EXPECT_TRUE(session().runs().empty()) << "results of another mechanism";
}

TEST_F(Drawing, ATracedPointLeavesItsCurve) {
  drawLink(-0.3, -0.1, -0.25, 0.05);
  drawLink(-0.25, 0.05, 0.15, 0.2);
  drawLink(0.15, 0.2, 0.2, -0.1);
  tool(Qt::Key_G);
  clickAt(-0.3, -0.1), clickAt(0.2, -0.1);
  tool(Qt::Key_M);
  clickAt(-0.3, -0.1);
  tool(Qt::Key_C);
  clickAt(-0.05, 0.125);  // the middle of the coupler
  ASSERT_EQ(model().bodies[1].points.size(), 3u);
  const auto orange = [this] {
    const auto pause = notCounted();
    const QImage image = view().grab().toImage();
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QColor pixel = image.pixelColor(x, y);
        count += pixel.red() > pixel.blue() + 100 && pixel.red() > pixel.green() + 60;
      }
    return count;
  };
  settle();
  const int before = orange();
  key(Qt::Key_Space);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  playback().setTime(playback().available());  // what lies ahead is pale
  EXPECT_TRUE(waitFor([&] { return settle(), orange() > before + 100; }, 5000)) << orange() << " " << before;
  playback().setTime(0.3);
  tool(Qt::Key_S);
  keepDrawing("drawing.png", window_->centralWidget());
}

TEST_F(Drawing, LeavingTheBoardGivesTheMouseBack) {
  drawLink(-0.2, 0, 0.2, 0);
  click(button("actionDraw"));
  EXPECT_FALSE(view().isDrawing());
  EXPECT_FALSE(find<QLabel>("drawHint")->isVisible());
  EXPECT_FALSE(find<QAction>("tool_link")->isChecked());
  tool(Qt::Key_B);
  EXPECT_TRUE(view().isDrawing());
  EXPECT_TRUE(find<QAction>("tool_select")->isChecked());
  tool(Qt::Key_5);
  EXPECT_FALSE(view().isDrawing()) << "another direction of view";
  EXPECT_EQ(model().bodies.size(), 1u);
}

TEST_F(Drawing, AComplaintGoesWhenItsCauseIsMended) {
  drawLink(-0.2, 0, 0.2, 0);
  tool(Qt::Key_G);
  clickAt(-0.2, 0), clickAt(0.2, 0);
  tool(Qt::Key_M);
  clickAt(-0.2, 0);
  auto* state = find<QLabel>("stateLabel");
  ASSERT_TRUE(waitFor([&] { return state->text().startsWith("In the way of a run"); }))
      << "both ends are pinned: nothing can turn";
  EXPECT_FALSE(window_->findChild<MessageBanner*>()->isVisible()) << "nothing was asked for yet";
  document().history().undo();
  EXPECT_TRUE(waitFor([&] { return state->text().startsWith("Ready to run"); }));
}

/// Counts what the hands do.
class Newcomer : public Drawing {
 protected:
  void SetUp() override {
    newOnDemand_ = true;
    Drawing::SetUp();
  }
  void press(Qt::Key letter) { ++events_, key(letter); }
  void point(double x, double y) { ++events_, clickAt(x, y); }
  int events_ = 0;
};

TEST_F(Newcomer, AFourBarOfOnesOwnMovesAndIsPlottedWithin25Events) {
  keepDrawing("start.png");
  ++events_, fresh();
  point(-0.2, -0.1), point(-0.15, 0.05);  // crank
  point(-0.15, 0.05), point(0.2, 0.2);    // coupler
  point(0.2, 0.2), point(0.25, -0.1);     // rocker
  press(Qt::Key_G);
  point(-0.2, -0.1), point(0.25, -0.1);
  press(Qt::Key_M);
  point(-0.2, -0.1);
  keepDrawing("drawn.png");
  press(Qt::Key_Space);
  EXPECT_LE(events_, 25);
  ASSERT_EQ(model().joints.size(), 4u);
  RecordProperty("events", events_);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_EQ(session().runs().front()->run().summary().termination, Termination::ReachedEnd);
  const QImage before = view().grab().toImage();
  EXPECT_TRUE(waitFor([&] { return view().grab().toImage() != before; })) << "it moves";
  std::vector<BodyPose> start, later;
  ASSERT_TRUE(session().runs().front()->posesAt(0, start));
  ASSERT_TRUE(session().runs().front()->posesAt(0.25, later));
  EXPECT_NEAR(planarAngle(later[0], planarAngle(start[0])) - planarAngle(start[0]), M_PI / 2, 0.01)
      << "one revolution per second";
  EXPECT_GT(std::abs(planarAngle(later[2], planarAngle(start[2])) - planarAngle(start[2])), 0.05);
  EXPECT_GT(rows(), 20u);
  keepDrawing("run.png");
}

TEST_F(Newcomer, AFloppyLinkageFalls) {
  fresh();
  drawLink(-0.3, 0.2, 0, 0.2);
  drawLink(0, 0.2, 0.3, 0.2);
  tool(Qt::Key_G);
  clickAt(-0.3, 0.2);
  key(Qt::Key_Space);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  std::vector<BodyPose> start, later;
  ASSERT_TRUE(session().runs().front()->posesAt(0, start));
  ASSERT_TRUE(session().runs().front()->posesAt(0.1, later));
  EXPECT_LT(later[1].position.y(), start[1].position.y() - 0.01);
}

// A crank whose end slides in the slot of a swinging arm, then a pin in a line of ground.
TEST_F(Drawing, APinInASlotOfALinkAndOfGround) {
  drawLink(-0.3, 0, -0.1, 0);      // crank
  drawLink(-0.3, -0.4, 0.1, 0.4);  // arm: passes through the end of the crank when it is joined
  tool(Qt::Key_G);
  clickAt(-0.3, 0);
  clickAt(-0.3, -0.4);
  ASSERT_EQ(model().joints.size(), 2u);
  tool(Qt::Key_I);
  EXPECT_EQ(hint(), "Click the point that is the pin");
  clickAt(-0.1, 0);
  EXPECT_TRUE(hint().startsWith("Click the link that has the slot"));
  clickAt(0.06, 0.32);
  ASSERT_EQ(model().joints.size(), 3u) << hint().toStdString();
  const auto* slot = std::get_if<SlotJoint>(&model().joints[2].kind);
  ASSERT_NE(slot, nullptr);
  EXPECT_EQ(slot->a.body, 1);
  EXPECT_EQ(slot->b, (PointRef{0, 1}));
  EXPECT_NEAR(std::abs(slot->axis.normalized().x()), 1, 1e-9) << "along the link";
  EXPECT_EQ(model().drivers.size(), 0u);
  tool(Qt::Key_M);
  clickAt(-0.3, 0);
  keepDrawing("slot.png");
  // Of ground: through the pin and a second place.
  drawLink(0.4, 0, 0.6, 0.2);
  tool(Qt::Key_I);
  clickAt(0.4, 0);
  clickAt(0.4, 0.3);
  ASSERT_EQ(model().joints.size(), 4u) << hint().toStdString();
  slot = std::get_if<SlotJoint>(&model().joints[3].kind);
  ASSERT_NE(slot, nullptr);
  EXPECT_EQ(slot->a.body, kGround);
  EXPECT_NEAR(std::abs(slot->axis.normalized().y()), 1, 1e-9);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(model().joints.size(), 3u) << "one step of the history";
  tool(Qt::Key_I);
  clickAt(0.7, -0.4);
  clickAt(0.8, -0.4);
  EXPECT_TRUE(hint().startsWith("Neither place is at a link.")) << hint().toStdString();
}

}  // namespace
}  // namespace holonom

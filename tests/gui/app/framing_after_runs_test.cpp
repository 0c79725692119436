// SPDX-License-Identifier: GPL-3.0-or-later
// What a run that goes far does to the scale of the picture, and that it is taken back.
#include "drawing_fixture.h"
#include "gui/app/picture_grid.h"
#include "gui/viewport/scene/view_camera.h"

namespace holonom {
namespace {

/// A link that nothing holds: ten seconds later it is half a kilometre below.
class FarFall : public Drawing {
 protected:
  void SetUp() override {
    Drawing::SetUp();
    if (window_) drawLink(-0.2, 0, 0.2, 0);
  }
  // pixels, whatever the height of the picture
  double metre() { return (view().pixelOf({1, 0}) - view().pixelOf({0, 0})).x(); }
  void fall() {
    key(Qt::Key_Space);
    ASSERT_TRUE(waitFor([this] { return finished(); }));
    playback().pause();
    playback().setTime(playback().available());
    ASSERT_TRUE(waitFor([this] { return settle(), metre() < 20; })) << "the view widens";
  }
  void goHome() {
    playback().setTime(playback().start());
    QTest::qWait(60);
    settle();
  }
};

TEST_F(FarFall, WhileDrawingTheStartHasItsScaleAgain) {
  const double before = metre();
  fall();
  keepDrawing("far_end.png", &view());
  goHome();
  EXPECT_NEAR(metre(), before, 1e-6 * before);
  keepDrawing("far_home.png", &view());
  playback().setTime(playback().available());
  EXPECT_TRUE(waitFor([this] { return settle(), metre() < 20; })) << "and widens again";
  EXPECT_TRUE(view().rect().contains(pixel(0, 0))) << "with the start in sight";
  goHome();
  EXPECT_NEAR(metre(), before, 1e-6 * before);
  key(Qt::Key_F);
  settle();
  EXPECT_GT(metre() * 0.4, 0.3 * view().width()) << "what is there fills the picture";
  keepDrawing("far_fit.png", &view());
}

TEST_F(FarFall, AToolThatIsUsedBringsStartAndScaleBack) {
  const double before = metre();
  fall();
  tool(Qt::Key_L);
  clickAt(-0.2, 0.2);
  settle();
  EXPECT_NEAR(metre(), before, 1e-6 * before);
  clickAt(-0.2, 0.2), clickAt(0, 0.2);
  ASSERT_EQ(model().bodies.size(), 2u);
  expectPlace(groundPosition(model(), {1, 1}), 0, 0.2);
}

TEST_F(FarFall, AChangeOffTheBoardShowsTheMechanismAgain) {
  click(button("actionDraw"));
  settle();
  const double before = metre();
  fall();
  Mechanism changed = model();
  changed.bodies[0].mass = 3;
  document().edit("change the mass", changed);
  settle();
  EXPECT_NEAR(metre(), before, 0.05 * before);
  keepDrawing("far_edited.png", &view());
}

TEST_F(FarFall, WhatComesBackFromFarAwayIsNoSpeck) {
  Mechanism changed = model();
  for (Body& body : changed.bodies) body.position.x() += 1e5;
  Body left = changed.bodies[0];
  left.name = "left";
  left.position = {0, 0};
  changed.bodies.push_back(left);
  document().edit("far away", changed);
  QTest::qWait(100);
  settle();
  EXPECT_LT(metre(), 1) << "both are in sight";
  find<QAction>("actionUndo")->trigger();
  QTest::qWait(100);
  settle();
  EXPECT_GT(metre() * 0.4, 0.1 * view().width());
}

TEST_F(FarFall, WhatAnUndoBringsBackHasTheScaleOfTheStart) {
  const double before = metre();
  for (const bool home : {true, false}) {
    fall();
    if (home) goHome();
    find<QAction>("actionSelectAll")->trigger();
    find<QAction>("actionRemovePart")->trigger();
    ASSERT_TRUE(model().bodies.empty());
    QTest::qWait(60);
    settle();
    find<QAction>("actionUndo")->trigger();
    ASSERT_EQ(model().bodies.size(), 1u);
    QTest::qWait(100);
    settle();
    EXPECT_NEAR(metre(), before, 1e-6 * before) << home;
  }
}

TEST_F(FarFall, AZoomOfTheUsersOwnStays) {
  fall();
  view().zoomBy(3);
  settle();
  const double chosen = metre();
  goHome();
  EXPECT_NEAR(metre(), chosen, 1e-9);
}

TEST_F(Drawing, WordsOfTheToolStandBelowTheRunsNames) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  session().setComparisons({"bdf:3"});
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  key(Qt::Key_U);
  const QLabel* caption = nullptr;
  for (const auto* label : view().findChildren<QLabel*>("pictureCaption"))
    if (label->isVisible()) caption = label;
  ASSERT_TRUE(caption);
  const auto* words = find<QLabel>("drawHint");
  ASSERT_TRUE(words->isVisible());
  EXPECT_FALSE(words->geometry().intersects(caption->geometry()));
  keepDrawing("hint_below_legend.png", &view());
  session().setComparisons({});
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_FALSE(caption->isVisible());
  EXPECT_LT(words->y(), 15) << "where it was";
}

}  // namespace
}  // namespace holonom

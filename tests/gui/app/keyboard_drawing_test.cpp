// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing without a mouse: from the welcome page to a run, every family of tools, and what the keys share
// with others.
#include <Eigen/Geometry>
#include <QDialog>
#include <QMenu>
#include <QTextBrowser>

#include "keyboard_drawing_fixture.h"

namespace holonom {
namespace {

/// Before anything is open.
class KeyboardNewcomer : public KeyboardDrawing {
 protected:
  void SetUp() override {
    newOnDemand_ = true;
    Drawing::SetUp();
  }
};

TEST_F(KeyboardNewcomer, FromTheWelcomePageToARunningFourBar) {
  auto* fresh = find<QPushButton>("newFromStartPage");
  for (int i = 0; i < 200 && window_->focusWidget() != fresh; ++i) key(Qt::Key_Tab);
  ASSERT_EQ(window_->focusWidget(), fresh);
  key(Qt::Key_Space);
  settle();
  ASSERT_TRUE(view().isDrawing());
  key(Qt::Key_Right);
  EXPECT_TRUE(view().hasKeyboardPointer()) << "arrows have nothing else to do";
  EXPECT_TRUE(hint().startsWith("Click where the link begins\n")) << hint().toStdString();
  keepDrawing("keys_begin.png");
  drawFourBar();
  ASSERT_EQ(model().bodies.size(), 3u);
  ASSERT_EQ(model().joints.size(), 4u);
  ASSERT_EQ(model().drivers.size(), 1u);
  keepDrawing("keys_four_bar.png", window_->centralWidget());
  key(Qt::Key_Space);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_EQ(session().runs().front()->run().summary().termination, Termination::ReachedEnd);
  std::vector<BodyPose> start, later;
  ASSERT_TRUE(session().runs().front()->posesAt(0, start));
  ASSERT_TRUE(session().runs().front()->posesAt(0.25, later));
  EXPECT_NEAR(planarAngle(later[0], planarAngle(start[0])) - planarAngle(start[0]), M_PI / 2, 0.01);
  playback().pause();
  playback().setTime(0.2);
  const double before = playback().time();
  key(Qt::Key_Right);
  EXPECT_EQ(playback().time(), before) << "the cross moved";
  key(Qt::Key_Escape), key(Qt::Key_Escape);
  EXPECT_FALSE(view().hasKeyboardPointer());
  key(Qt::Key_Right);
  EXPECT_GT(playback().time(), before) << "arrows scrub again";
}

TEST_F(KeyboardDrawing, StepsFollowTheGridTenLinesOrTenths) {
  key(Qt::Key_F9);
  ASSERT_TRUE(view().hasKeyboardPointer());
  EXPECT_TRUE(find<QAction>("actionKeyboardPointer")->isChecked());
  const Vector2 start = cross();
  key(Qt::Key_Right);
  const double cell = cross().x() - start.x();
  EXPECT_GT(cell, 0.01);
  key(Qt::Key_Up, Qt::ControlModifier);
  EXPECT_NEAR(cross().y() - start.y(), 0.1 * cell, 1.1e-3);
  key(Qt::Key_Up);
  EXPECT_NEAR(cross().y() - start.y(), cell, 1e-9) << "to the next line of the grid";
  key(Qt::Key_Left, Qt::ShiftModifier);
  EXPECT_NEAR(cross().x() - start.x(), -9 * cell, 1e-9);
  for (int i = 0; i < 3; ++i) key(Qt::Key_Left, Qt::ShiftModifier);
  EXPECT_TRUE(QRect(QPoint(), view().size()).contains(pixel(cross().x(), cross().y())))
      << "the view goes along";
  key(Qt::Key_F9);
  EXPECT_FALSE(view().hasKeyboardPointer());
}

TEST_F(KeyboardDrawing, ALengthIsTypedAndTheCrossGivesTheDirection) {
  clickAt(0, 0);
  key(Qt::Key_Up);
  QTest::keyClicks(&view(), "350 mm");
  enter();
  ASSERT_EQ(model().bodies.size(), 1u);
  expectPlace(groundPosition(model(), {0, 1}), 0, 0.35);
}

TEST_F(KeyboardDrawing, JointsOnPointsLinesAndGround) {
  drawLink(-0.3, 0, -0.1, 0);
  drawLink(0.1, 0.1, 0.3, 0.1);
  key(Qt::Key_J);
  jumpTo(0.1, 0.1), enter();
  jumpTo(-0.1, 0), enter();
  ASSERT_EQ(model().joints.size(), 1u) << hint().toStdString();
  EXPECT_LT(worstGap(model()), 1e-9);
  key(Qt::Key_P);
  jumpTo(-0.3, 0), enter();
  to(-0.4, 0), enter();
  EXPECT_TRUE(std::holds_alternative<PrismaticJoint>(model().joints.back().kind) ||
              model().bodies.size() == 3u);
  key(Qt::Key_W);
  jumpTo(-0.1, 0), enter();
  EXPECT_TRUE(std::holds_alternative<FixedJoint>(model().joints[0].kind)) << hint().toStdString();
}

TEST_F(KeyboardDrawing, APinInASlot) {
  drawLink(-0.3, 0, -0.1, 0);
  drawLink(-0.3, -0.4, 0.1, 0.4);
  key(Qt::Key_G);
  jumpTo(-0.3, 0), enter();
  jumpTo(-0.3, -0.4), enter();
  key(Qt::Key_I);
  jumpTo(-0.1, 0), enter();
  jumpTo(0.1, 0.4), enter();
  ASSERT_EQ(model().joints.size(), 3u) << hint().toStdString();
  EXPECT_TRUE(std::holds_alternative<SlotJoint>(model().joints[2].kind));
}

TEST_F(KeyboardDrawing, SpringsForcesTorquesAndTraces) {
  drawLink(-0.2, 0, 0.2, 0);
  key(Qt::Key_K);
  jumpTo(0.2, 0), enter();
  clickAt(0.2, 0.2);
  key(Qt::Key_A);
  jumpTo(-0.2, 0), enter();
  clickAt(-0.2, 0.3);
  key(Qt::Key_T);
  jumpTo(0, 0), enter();  // the middle of the link
  ASSERT_EQ(model().forces.size(), 3u) << hint().toStdString();
  expectPlace(std::get<ConstantForce>(model().forces[1].kind).value, 0, 30, 1e-6);
  EXPECT_EQ(std::get<ConstantTorque>(model().forces[2].kind).body, 0);
  key(Qt::Key_C);
  jumpTo(0.2, 0), enter();
  EXPECT_TRUE(model().bodies[0].points[1].traced);
  if (!keepsPictures()) return;
  find<QAction>("actionThemeDark")->trigger();
  keepDrawing("keys_dark.png", window_->centralWidget());
  find<QAction>("actionThemeLight")->trigger();
}

TEST_F(KeyboardDrawing, DiscsWheelsAndPlates) {
  key(Qt::Key_D);
  clickAt(-0.3, 0.3), clickAt(-0.2, 0.3);
  EXPECT_EQ(model().bodies.back().display.shape, Shape::Disc);
  key(Qt::Key_O);
  clickAt(-0.3, -0.2), clickAt(-0.3, -0.3);
  EXPECT_TRUE(std::holds_alternative<RollingJoint>(model().joints.back().kind));
  key(Qt::Key_Y);
  clickAt(0.1, -0.2), clickAt(0.3, -0.2), clickAt(0.3, 0.1), clickAt(0.1, 0.1);
  ASSERT_EQ(model().bodies.size(), 2u) << "Enter clicks corners";
  enter();  // the last one again
  ASSERT_EQ(model().bodies.size(), 3u);
  EXPECT_EQ(model().bodies.back().display.shape, Shape::Plate);
  EXPECT_EQ(model().bodies.back().points.size(), 4u);
}

TEST_F(KeyboardDrawing, PartsAreSelectedInThePictureAndTheViewIsMoved) {
  drawFourBar();
  key(Qt::Key_S);
  selection().clear();
  const Vector2 at = cross();
  key(Qt::Key_PageDown);
  EXPECT_EQ(selection().part(), (PartRef{PartRef::Kind::Body, 0}));
  EXPECT_TRUE(spoken().startsWith("Selected: ")) << spoken().toStdString();
  for (int i = 0; i < 3; ++i) key(Qt::Key_PageDown);
  EXPECT_EQ(selection().part(), (PartRef{PartRef::Kind::Joint, 0}));
  key(Qt::Key_PageUp);
  EXPECT_EQ(selection().part(), (PartRef{PartRef::Kind::Body, 2}));
  for (int i = 0; i < 3; ++i) key(Qt::Key_PageUp);
  EXPECT_EQ(selection().part(), (PartRef{PartRef::Kind::Driver, 0})) << "round";
  const QPoint there = pixel(at.x(), at.y());
  const double scale = (view().pixelOf({1, 0}) - view().pixelOf({0, 0})).x();
  key(Qt::Key_Plus);
  EXPECT_GT((view().pixelOf({1, 0}) - view().pixelOf({0, 0})).x(), 1.2 * scale);
  EXPECT_LT((pixel(at.x(), at.y()) - there).manhattanLength(), 3) << "about the cross";
  const QPointF before = view().pixelOf({0, 0});
  key(Qt::Key_Left, Qt::AltModifier);
  EXPECT_NE(view().pixelOf({0, 0}), before);
}

TEST_F(KeyboardDrawing, TheMouseTakesItsPlaceBack) {
  clickAt(0, 0);
  ASSERT_TRUE(view().hasKeyboardPointer());
  Drawing::clickAt(0.2, 0.1);
  EXPECT_FALSE(view().hasKeyboardPointer());
  EXPECT_FALSE(find<QAction>("actionKeyboardPointer")->isChecked());
  ASSERT_EQ(model().bodies.size(), 1u);
  expectPlace(groundPosition(model(), {0, 1}), 0.2, 0.1);
  EXPECT_FALSE(hint().contains('\n')) << hint().toStdString();
}

TEST_F(KeyboardDrawing, MenuAndListTellTheKeys) {
  QStringList entries;
  auto* menu = qobject_cast<QMenu*>(find<QAction>("actionKeyboardPointer")->associatedObjects().constFirst());
  ASSERT_TRUE(menu);
  for (const QAction* action : menu->actions()) entries << action->text();
  for (const char* keys : {"\tN", "\tShift+N", "\tPgDown", "\tPgUp"})
    EXPECT_EQ(std::count_if(entries.begin(), entries.end(),
                            [&](const QString& entry) { return entry.endsWith(keys); }),
              1)
        << keys;
  EXPECT_EQ(find<QAction>("actionKeyboardPointer")->shortcut(), QKeySequence(Qt::Key_F9));
  key(Qt::Key_F1, Qt::ControlModifier);
  auto* box = find<QDialog>("keysDialog");
  ASSERT_TRUE(box);
  const QString list = box->findChild<QTextBrowser*>("keysList")->toHtml();
  const auto named = [&](const QString& keys) { return list.contains(">" + keys.toHtmlEscaped() + "<"); };
  for (const char* keys : {"F9", "Ctrl+K, /", "Ctrl+4", "Ctrl+A", "Ctrl+Q", "Ctrl+H, H", "L", "Home, End"})
    EXPECT_TRUE(named(keys)) << keys;
  for (const QAction* action : window_->findChildren<QAction*>())
    if (!action->shortcut().isEmpty())
      EXPECT_TRUE(list.contains(action->shortcut().toString().toHtmlEscaped()))
          << action->text().toStdString();
  EXPECT_LT(box->height(), 768) << "fits a small screen";
  if (!keepsPictures()) return;
  keepPicture("keys_list.png", box);
  box->close();
  menu->popup(window_->mapToGlobal(QPoint(100, 50)));
  QTest::qWait(100);
  keepPicture("keys_menu.png", menu);
  menu->close();
}

TEST_F(KeyboardDrawing, MeasuresWithTheKeys) {
  drawLink(-0.2, 0, 0.2, 0);
  key(Qt::Key_U);
  jumpTo(-0.2, 0), enter();
  jumpTo(0.2, 0), enter();
  keepDrawing("keys_measure.png", &view());
  EXPECT_TRUE(hint().startsWith("Click a third place")) << hint().toStdString();
  key(Qt::Key_Escape);
  EXPECT_FALSE(find<QAction>("actionMeasure")->isChecked());
}

}  // namespace
}  // namespace holonom

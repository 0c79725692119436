// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring with clicks, live while the mechanism moves; the menu of a part in the picture.
#include <QClipboard>
#include <QMenu>
#include <cmath>

#include "gui/app/measure_actions.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Measuring : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (!window_) return;
    ASSERT_TRUE(document().openNamed("four_bar"));
    view().lookFrom(MechanismView::Direction::Front);
    view().picture();
  }
  MechanismView& view() { return window_->view(); }
  QPoint pixel(const Vector2& place) { return view().pixelOf(place).toPoint(); }
  Vector2 place(int body, int point) { return groundPosition(document().mechanism(), {body, point}); }
  void clickAt(const Vector2& place) { QTest::mouseClick(&view(), Qt::LeftButton, {}, pixel(place)); }
  QStringList copied() {
    find<QAction>("actionCopyMeasured")->trigger();
    return QGuiApplication::clipboard()->text().split('\n');
  }
  double number(const QString& line) { return line.section(' ', 1, 1).remove(QChar(0xb0)).toDouble(); }
};

TEST_F(Measuring, TwoPointsGiveTheirDistanceAndThreeTheAngle) {
  window_->workspace().units.show({.millimetres = false, .degrees = true});
  QTest::keyClick(&view(), Qt::Key_U);
  EXPECT_TRUE(find<QAction>("actionMeasure")->isChecked());
  const Vector2 o = place(0, 0), a = place(0, 1), b = place(1, 1);
  clickAt(o);
  clickAt(a);
  EXPECT_NEAR(number(copied()[0]), 0.25, 1e-9) << copied()[0].toStdString();
  EXPECT_NEAR(number(copied()[1]), (a - o).x(), 1e-5);
  clickAt(b);
  const Vector2 u = o - a, v = b - a;
  const double angle = std::abs(std::atan2(u.x() * v.y() - u.y() * v.x(), u.dot(v))) * 180 / M_PI;
  ASSERT_EQ(copied().size(), 4);
  EXPECT_NEAR(number(copied()[3]), angle, 6e-3) << copied()[3].toStdString();
  EXPECT_EQ(window_->workspace().selection.part().kind, PartRef::Kind::None) << "measuring selects nothing";
  window_->workspace().units.show({.millimetres = true, .degrees = true});
  EXPECT_NEAR(number(copied()[0]), 250, 1e-6) << "in the units of the user";
  keepPicture("measure.png");
  QTest::keyClick(&view(), Qt::Key_Escape);
  EXPECT_FALSE(find<QAction>("actionMeasure")->isChecked());
}

TEST_F(Measuring, ValuesFollowTheMotion) {
  window_->workspace().units.show({.millimetres = false, .degrees = true});
  QTest::keyClick(&view(), Qt::Key_U);
  clickAt(place(kGround, 1));
  clickAt(place(0, 1));
  const double before = number(copied()[0]);
  QTest::keyClick(window_.get(), Qt::Key_Space);
  ASSERT_TRUE(waitFor([&] { return finished(); }));
  playback().setTime(0.3);
  std::vector<BodyPose> poses;
  ASSERT_TRUE(session().runs().front()->posesAt(0.3, poses));
  const Body& crank = document().mechanism().bodies[0];
  const Vector3 arm = crank.points[1].position - crank.centreOfMass;
  const Vector3 tip = poses[0].toGround(arm);
  const double expected = (tip - document().mechanism().ground.points[1].position).norm();
  EXPECT_TRUE(waitFor([&] { return std::abs(number(copied()[0]) - expected) <= 2e-5 * expected; }))
      << copied()[0].toStdString();
  EXPECT_GT(std::abs(expected - before), 1e-3);
}

TEST_F(Measuring, ARightClickOnAPartOffersItsQuantities) {
  QTest::keyClick(window_.get(), Qt::Key_Space);
  ASSERT_TRUE(waitFor([&] { return finished(); }));
  playback().setTime(0);
  const double start = document().mechanism().bodies[0].angle;
  ASSERT_TRUE(waitFor([&] { return std::abs(planarAngle(view().shownPoses()[0], start) - start) < 1e-3; }));
  view().picture();
  QTest::mouseClick(&view(), Qt::RightButton, {}, pixel(place(0, 1)));
  auto* menu = view().findChild<QMenu*>("partMenu");
  ASSERT_TRUE(menu);
  const PartRef part = window_->workspace().selection.part();
  EXPECT_EQ(part.kind, PartRef::Kind::Joint) << "a click on a pin";
  const QString name =
      QString::fromStdString(document().mechanism().joints[std::size_t(part.index)].name) + ".lambda1";
  auto* entry = menu->findChild<QAction*>("plot_" + name);
  ASSERT_TRUE(entry);
  entry->trigger();
  EXPECT_TRUE(window_->plots().currentPane()->shown().contains(name));
  menu->close();
}

TEST_F(Measuring, ARightClickOffersWhatTheTreeOffers) {
  QTest::mouseClick(&view(), Qt::RightButton, {}, pixel(place(0, 1)));
  auto* menu = view().findChild<QMenu*>("partMenu");
  ASSERT_TRUE(menu);
  keepPicture("part-menu.png", menu);
  for (const char* name : {"actionRename", "actionDuplicate", "actionDelete", "actionCut", "actionCopy",
                           "actionPaste", "actionGroup", "actionUngroup"})
    EXPECT_TRUE(menu->actions().contains(find<QAction>(name))) << name;
  for (const char* name : {"newPartMenu", "moveToGroupMenu"})
    EXPECT_TRUE(menu->actions().contains(find<QMenu>(name)->menuAction())) << name;
  const auto joints = document().mechanism().joints.size();
  find<QAction>("actionDelete")->trigger();
  EXPECT_EQ(document().mechanism().joints.size(), joints - 1) << "the part that was clicked";
  menu->close();
}

TEST_F(Measuring, ARightClickKeepsWhatIsSelectedTogether) {
  const std::vector<PartRef> several{{PartRef::Kind::Joint, 0}, {PartRef::Kind::Body, 0}};
  window_->workspace().selection.selectAll(several);
  emit view().partMenuRequested(several[0], view().mapToGlobal(view().rect().center()));
  EXPECT_EQ(window_->workspace().selection.parts(), several);
  view().findChild<QMenu*>("partMenu")->close();
}

}  // namespace
}  // namespace holonom

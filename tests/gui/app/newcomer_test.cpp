// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody who has never seen the program: from the first page to a leg of the Stewart platform, compared by
// two forms of the equations, in fewer than ten clicks.
#include <QCheckBox>
#include <QMenu>

#include "gui/app/central_area.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"
#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/view_camera.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class SpatialNewcomer : public WindowTest {
 protected:
  MechanismView& view() { return window_->view(); }
  void clickOn(QWidget* widget) {
    ++clicks_;
    click(widget);
  }
  void clickAt(QWidget* widget, Qt::MouseButton button, const QPoint& at) {
    ++clicks_;
    QTest::mouseClick(widget, button, {}, at);
  }
  /// With the left button; one press counts as a click.
  void dragInPicture(const QPoint& way) {
    ++clicks_;
    const QPoint from = view().rect().center();
    QTest::mousePress(&view(), Qt::LeftButton, {}, from);
    for (int i = 1; i <= 5; ++i) QTest::mouseMove(&view(), from + way * i / 5);
    QTest::mouseRelease(&view(), Qt::LeftButton, {}, from + way);
  }
  /// The entry with that name, opened from menu to menu; each is a click.
  void choose(QMenu* menu, const QString& name) {
    for (QAction* action : menu->actions()) {
      QMenu* below = action->menu();
      if (below && below->findChild<QAction*>(name)) {
        clickAt(menu, Qt::LeftButton, menu->actionGeometry(action).center());
        ASSERT_TRUE(waitFor([below] { return below->isVisible(); }));
        return choose(below, name);
      }
      if (action->objectName() != name) continue;
      return clickAt(menu, Qt::LeftButton, menu->actionGeometry(action).center());
    }
    ADD_FAILURE() << name.toStdString();
  }
  QPoint middleOf(const PointRef& a, const PointRef& b) {
    const Mechanism& m = document().mechanism();
    const std::vector<BodyPose> poses = view().shownPoses();
    return view()
        .pixelInSpace(0.5 * (placeOf(m, a.body, localPosition(m, a), poses) +
                             placeOf(m, b.body, localPosition(m, b), poses)))
        .toPoint();
  }

  int clicks_ = 0;
};

TEST_F(SpatialNewcomer, ComparesALegOfTheStewartPlatformInFewerThanTenClicks) {
  if (!view().hasGraphics()) GTEST_SKIP() << "needs OpenGL for a picture";
  clickOn(find<QAbstractButton>("example_stewart_platform"));
  ASSERT_EQ(document().mechanism().name, "Stewart platform");
  ASSERT_TRUE(waitFor([this] { return view().isVisible(); }));

  const CameraView before = view().cameraView();
  dragInPicture({90, 20});
  EXPECT_NE(view().cameraView().azimuth, before.azimuth);

  clickOn(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  playback().pause();
  playback().setTime(0);
  QTest::qWait(100);
  view().picture();

  const auto leg = lineOf(document().mechanism().forces[0]);
  ASSERT_TRUE(leg);
  clickAt(&view(), Qt::RightButton, middleOf(leg->first, leg->second));
  auto* menu = view().findChild<QMenu*>("partMenu");
  ASSERT_TRUE(menu);
  ASSERT_NO_FATAL_FAILURE(choose(menu, "plot_leg1_force"));
  ASSERT_TRUE(waitFor([this] {
    return window_->plots().currentPane() && window_->plots().currentPane()->shown().contains("leg1_force");
  }));

  clickOn(find<QCheckBox>("compare"));
  EXPECT_EQ(session().comparison(), "bdf:3") << "what differs from the main run";
  clickOn(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished() && session().runs().size() == 2; }));
  ASSERT_TRUE(waitFor([this] {
    const auto curves = window_->plots().currentPane()->area()->curves().size();
    return curves == 2 * std::size_t(window_->plots().currentPane()->shown().size());
  })) << "a curve of each run";
  EXPECT_LT(clicks_, 10);
  keepPicture("newcomer.png");
}

}  // namespace
}  // namespace holonom

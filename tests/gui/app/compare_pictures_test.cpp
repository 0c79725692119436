// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs in one picture or side by side: one camera, names, what stands still and what is hidden.
#include <cmath>

#include "compare_fixture.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"

namespace holonom {
namespace {

TEST_F(Comparing, ARunThatEndedEarlyIsSaidToStandStill) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"generalized-alpha:3"});
  SimulationOptions options = session().options();
  options.maxSteps = 30;
  session().setOptions(options);
  runToEnd();
  ASSERT_NE(run(0).recordedUntil(), run(1).recordedUntil());
  const int shorter = run(0).recordedUntil() < run(1).recordedUntil() ? 0 : 1;
  const auto captions = [this] {
    QStringList texts;
    for (MechanismView* view : pictures().views())
      texts << view->findChild<QLabel*>("pictureCaption")->text().replace("&nbsp;", " ");
    return texts;
  };
  playback().pause();
  playback().setTime(playback().available());
  EXPECT_TRUE(waitFor([&] { return captions().front().count("ended at ") == 1; }))
      << qPrintable(captions().join('\n'));
  playback().setTime(0);
  EXPECT_TRUE(waitFor([&] { return !captions().front().contains("ended"); }));
  pictures().setSideBySide(true);
  ASSERT_TRUE(waitFor([this] { return pictures().views().size() == 2; }));
  playback().setTime(playback().available());
  EXPECT_TRUE(waitFor([&] {
    return captions()[shorter].contains("ended at ") && !captions()[1 - shorter].contains("ended");
  })) << qPrintable(captions().join('\n'));
  const auto cameras = [this] {
    return pictures().views()[0]->cameraView() == pictures().views()[1]->cameraView();
  };
  EXPECT_TRUE(waitFor(cameras)) << "one camera, also where one of them stands still";
  if (keepsPictures()) QTest::qWait(500);
  keepPicture("ended.png");
}

TEST_F(Comparing, ABranchThatHasNotBegunIsSaidToStandStill) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  runToEnd();
  playback().pause();
  playback().setTime(0.04);
  SimulationOptions options = session().options();
  options.method = "generalized-alpha";
  session().setOptions(options);
  click(button("actionBranch"));
  ASSERT_TRUE(waitFor([this] { return session().runs().size() == 2 && finished(); }));
  pictures().setSideBySide(true);
  ASSERT_TRUE(waitFor([this] { return pictures().views().size() == 2; }));
  const auto captions = [this] {
    QStringList texts;
    for (MechanismView* view : pictures().views())
      texts << view->findChild<QLabel*>("pictureCaption")->text().replace("&nbsp;", " ");
    return texts;
  };
  playback().pause();
  playback().setTime(0.01);
  EXPECT_TRUE(waitFor([&] { return captions().join(' ').count("not begun") == 1; }))
      << qPrintable(captions().join('\n'));
  if (keepsPictures()) QTest::qWait(500);
  keepPicture("not_begun.png");
  playback().setTime(0.06);
  EXPECT_TRUE(waitFor([&] { return !captions().join(' ').contains("not begun"); }))
      << qPrintable(captions().join('\n'));
}

// A picture beside must not take the drawing board along, neither with the camera it had before nor when it
// is turned.
TEST_F(Comparing, TheDrawingBoardStaysStraightBesideOtherPictures) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"bdf:3"});
  runToEnd();
  pictures().setSideBySide(true);
  ASSERT_TRUE(waitFor([this] { return pictures().views().size() == 2; }));
  runToEnd();
  QTest::qWait(100);
  const auto straight = [this] {
    const CameraView camera = pictures().main().cameraView();
    return camera.parallel && camera.azimuth == 0 && camera.elevation == 0;
  };
  find<QAction>("actionDraw")->trigger();
  ASSERT_TRUE(waitFor(
      [&] { return straight() && pictures().views()[1]->cameraView() == pictures().main().cameraView(); }));
  MechanismView* beside = pictures().views()[1];
  const QPoint from(60, beside->height() - 60);
  QTest::mousePress(beside, Qt::LeftButton, {}, from);
  for (int i = 1; i <= 5; ++i) {
    const QPoint to = from + QPoint(12 * i, -8 * i);
    QMouseEvent move(QEvent::MouseMove, to, beside->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(beside, &move);
    QTest::qWait(20);
  }
  QTest::mouseRelease(beside, Qt::LeftButton, {}, from + QPoint(60, -40));
  QTest::qWait(200);
  EXPECT_TRUE(straight());
  EXPECT_EQ(beside->cameraView(), pictures().main().cameraView());
  for (int again = 0; again < 2; ++again) {
    runToEnd();
    QTest::qWait(50);
    find<QAction>("actionNew")->trigger();
    QTest::qWait(300);
    EXPECT_TRUE(pictures().main().isDrawing());
    EXPECT_TRUE(straight()) << again;
    ASSERT_TRUE(document().openNamed("slider_crank"));
  }
}

TEST_F(Comparing, SideBySideSharesOneCamera) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"bdf:3", "generalized-alpha:3", "bdf:1"});
  runToEnd();
  EXPECT_EQ(pictures().views().size(), 1u);
  key(Qt::Key_F8);
  ASSERT_TRUE(waitFor([this] { return pictures().views().size() > 1; }));
  const auto views = pictures().views();
  ASSERT_EQ(views.size(), 4u) << "all or none";
  for (MechanismView* view : views) EXPECT_TRUE(view->isVisible());
  const auto alike = [&] {
    for (MechanismView* view : views)
      if (!(view->cameraView() == views.front()->cameraView())) return false;
    return true;
  };
  EXPECT_TRUE(waitFor(alike));
  if (keepsPictures()) QTest::qWait(800);  // a smooth frame of each
  keepPicture("side_by_side.png");
  if (!views[0]->hasGraphics()) GTEST_SKIP() << "needs OpenGL for a picture";
  const CameraView before = views[0]->cameraView();
  const QPointF middle = views[2]->rect().center();
  QWheelEvent wheel(middle, views[2]->mapToGlobal(middle), {}, {0, 240}, Qt::NoButton, {}, Qt::NoScrollPhase,
                    false);
  QApplication::sendEvent(views[2], &wheel);
  EXPECT_TRUE(waitFor([&] { return !(views[0]->cameraView() == before) && alike(); }))
      << "zooming one zooms all";
  key(Qt::Key_F8);
  EXPECT_EQ(pictures().views().size(), 1u);
  EXPECT_FALSE(views[3]->isVisible());
  click(button("actionSideBySide"));
  EXPECT_TRUE(waitFor([this] { return pictures().views().size() == 4; }));
}

/// In two lines of two a quarter of the view would be empty.
TEST_F(Comparing, ThreeRunsStandWhereThereIsMoreRoom) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"bdf:3", "generalized-alpha:3"});
  runToEnd();
  pictures().setSideBySide(true);
  ASSERT_TRUE(waitFor([this] { return pictures().views().size() == 3; }));
  const auto twin = pictures().twin();  // of which the window does not choose the size
  twin->setVisible(true);
  const auto standsIn = [&twin](int columns) {
    int area = 0;
    for (const MechanismView* view : twin->views()) area += view->width() * view->height();
    const bool inLine = twin->views()[0]->y() == twin->views()[2]->y();
    return inLine == (columns == 3) && area > 0.95 * twin->width() * twin->height();
  };
  twin->resize(600, 300);
  EXPECT_TRUE(waitFor([&] { return standsIn(3); }, 3000));
  twin->resize(320, 420);
  EXPECT_TRUE(waitFor([&] { return standsIn(1); }, 3000));
}

TEST_F(Comparing, ARunIsHiddenInPlotsAndPicture) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"bdf:3", "generalized-alpha:3"});
  runToEnd();
  showPanel();
  PlotView* pane = plotPane("acceleration");
  window_->plots().tick(false);
  const std::size_t all = pane->area()->curves().size();
  ASSERT_GE(all, 3u);
  click(find<QCheckBox>("variantVisible1"));
  EXPECT_FALSE(session().isVisible(1));
  window_->plots().tick(false);
  EXPECT_EQ(pane->area()->curves().size(), all / 3 * 2);
  auto* caption = pictures().main().findChild<QLabel*>("pictureCaption");
  ASSERT_TRUE(caption && caption->isVisible());
  EXPECT_TRUE(caption->text().contains(QString(run(0).label()).replace(' ', "&nbsp;")));
  EXPECT_FALSE(caption->text().contains(QString(run(1).label()).replace(' ', "&nbsp;")));
  EXPECT_TRUE(caption->text().contains(Session::colour(2).name()));
  for (const char* box : {"variantVisible0", "variantVisible2"}) click(find<QCheckBox>(box));
  session().setComparisons({});
  runToEnd();
  EXPECT_TRUE(session().isVisible(0)) << "a single run is shown";
}

}  // namespace
}  // namespace holonom

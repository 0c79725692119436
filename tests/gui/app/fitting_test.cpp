// SPDX-License-Identifier: GPL-3.0-or-later
// The picture shows the whole while nobody chose otherwise: when it changes its size, and when the mechanism
// does.
#include <QDockWidget>
#include <QResizeEvent>
#include <algorithm>

#include "core/model/generators.h"
#include "drawing_fixture.h"
#include "gui/viewport/scene/view_camera.h"

namespace holonom {
namespace {

class Fitting : public WindowTest {
 protected:
  MechanismView& view() { return window_->view(); }
  void settle() { view().picture(); }
  /// What F would change.
  void expectFitted(const char* when) {
    settle();
    const CameraView now = view().cameraView();
    key(Qt::Key_F);
    settle();
    EXPECT_NEAR(now.distance, view().cameraView().distance, 1e-9) << when;
    EXPECT_LT((now.focus - view().cameraView().focus).norm(), 1e-9) << when;
  }
  void runTwoToTheEnd() {
    ASSERT_TRUE(document().openNamed("slider_crank"));
    session().setComparisons({"bdf:3"});
    session().start();
    ASSERT_TRUE(waitFor([this] { return session().state() == Session::State::Finished; }));
    playback().pause();
    QTest::qWait(60);
  }
  double left() { return view().pixelOf({-0.2, 0}).x(); }
};

TEST_F(Fitting, FollowsTheSizeOfWindowAndPanels) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  settle();
  window_->resize(1100, 900);
  expectFitted("a narrower window");
  window_->resizeDocks({find<QDockWidget>("plotsDock")}, {620}, Qt::Horizontal);
  QTest::qWait(20);
  expectFitted("a wider panel");
  keepPicture("fit_wide_panel.png");
  find<QAction>("actionSideBySide")->trigger();
  expectFitted("F8");
}

TEST_F(Fitting, RunsSideBySideAreShownWholeAndSoIsTheirOnePicture) {
  runTwoToTheEnd();
  auto* beside = find<QAction>("actionSideBySide");
  beside->trigger();
  ASSERT_TRUE(
      waitFor([this] { return window_->findChildren<MechanismView*>().size() > 1 && view().width() < 400; }));
  expectFitted("two pictures");
  EXPECT_TRUE(waitFor([this] {
    const auto pictures = window_->findChildren<MechanismView*>();
    return std::all_of(pictures.begin(), pictures.end(), [this](auto* other) {
      return !other->isVisible() || other->cameraView() == view().cameraView();
    });
  })) << "by one camera";
  keepPicture("fit_side_by_side.png");
  beside->trigger();
  ASSERT_TRUE(waitFor([this] { return view().width() > 400; }));
  expectFitted("one again");
}

/// As a screen may do it: the size of a widget is told once more while one in it takes its own.
class TellsSizeOfParent : public QObject {
 public:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Resize) return false;
    QWidget* parent = static_cast<QWidget*>(watched)->parentWidget();
    QResizeEvent again(parent->size(), parent->size());
    QApplication::sendEvent(parent, &again);
    return false;
  }
};

TEST_F(Fitting, ASizeThatArrivesWhileRunsAreLaidOutSideBySideLeavesThemThere) {
  runTwoToTheEnd();
  TellsSizeOfParent filter;
  view().installEventFilter(&filter);
  find<QAction>("actionSideBySide")->trigger();
  ASSERT_TRUE(waitFor([this] { return window_->findChildren<MechanismView*>().size() > 1; }));
  QTest::qWait(60);
  EXPECT_LT(view().width(), 400);
}

TEST_F(Fitting, AZoomOfTheUsersOwnStaysWhenThePictureChangesItsSize) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  settle();
  view().zoomBy(3);
  settle();
  const double chosen = view().cameraView().distance;
  window_->resize(1100, 900);
  settle();
  EXPECT_NEAR(view().cameraView().distance, chosen, 1e-12);
}

TEST_F(Fitting, AMechanismThatBecomesLargerIsShownWhole) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  settle();
  const Mechanism small = document().mechanism();
  Mechanism large = small;
  Body far = large.bodies[0];
  far.name = "far";
  far.position += Vector3(6, 3);
  large.bodies.push_back(far);
  document().edit("paste", large);
  settle();
  EXPECT_TRUE(view().rect().contains(view().pixelOf(inPlane(far.position)).toPoint()));
  expectFitted("what was pasted");
  document().history().undo();
  expectFitted("without it");
}

TEST_F(Fitting, ALongChainOfLoopsFillsThePicture) {
  const auto pause = notCounted();
  document().setMechanism(makeFourBars(500));
  settle();
  const QPointF first = view().pixelOf({0, 0}), last = view().pixelOf({500, 0});
  EXPECT_GT(last.x() - first.x(), 0.7 * view().width());
  EXPECT_TRUE(view().rect().contains(first.toPoint()) && view().rect().contains(last.toPoint()));
  keepPicture("fit_500_loops.png");
}

class SteadyBoard : public Drawing {
 protected:
  double metre() { return (view().pixelOf({1, 0}) - view().pixelOf({0, 0})).x(); }
  /// Pixels across the bar at a place of it.
  int thickness(double x, double y) {
    window_->workspace().selection.clear();
    const QImage image = view().picture();
    const QPoint at = pixel(x, y);
    const auto same = [&](int dy) {
      const QColor here = image.pixelColor(at + QPoint(0, dy)), there = image.pixelColor(at);
      return std::abs(here.red() - there.red()) + std::abs(here.green() - there.green()) +
                 std::abs(here.blue() - there.blue()) <
             60;
    };
    int up = 0, down = 0;
    while (up < 200 && same(-up - 1)) ++up;
    while (down < 200 && same(down + 1)) ++down;
    return up + down + 1;
  }
};

TEST_F(SteadyBoard, ScaleAndGlyphsStayWhilePartsAreAdded) {
  settle();
  const double before = metre();
  drawLink(-0.2, 0, 0, 0);
  const int bar = thickness(-0.12, 0);
  ASSERT_GT(bar, 4);
  drawLink(0, 0, 0.45, 0.3);
  EXPECT_DOUBLE_EQ(metre(), before);
  EXPECT_NEAR(thickness(-0.12, 0), bar, 1);
  drawLink(0.2, -0.3, 0.3, -0.3);
  drawLink(0.35, -0.3, 0.45, -0.3);
  drawLink(0.35, -0.2, 0.45, -0.2);
  EXPECT_DOUBLE_EQ(metre(), before);
  EXPECT_NEAR(thickness(-0.12, 0), bar, 1);
  document().history().undo();
  EXPECT_DOUBLE_EQ(metre(), before);
  keepDrawing("steady_board.png");
}

TEST_F(SteadyBoard, WhatLeavesThePictureIsBroughtBack) {
  drawLink(-0.2, 0, 0.2, 0);
  settle();
  const double before = metre();
  Mechanism large = model();
  Body far = large.bodies[0];
  far.name = "far";
  far.position += Vector3(4, 1);
  large.bodies.push_back(far);
  document().edit("paste", large);
  settle();
  EXPECT_LT(metre(), 0.5 * before);
  EXPECT_TRUE(view().rect().contains(pixel(far.position.x(), far.position.y())));
  keepDrawing("board_after_paste.png", &view());
  document().history().undo();
  settle();
  key(Qt::Key_F);
  settle();
  EXPECT_GT(metre() * 0.4, 0.3 * view().width());
  document().history().redo();
  settle();
  EXPECT_TRUE(view().rect().contains(pixel(far.position.x(), far.position.y())))
      << "a step of the history as well";
}

TEST_F(SteadyBoard, ACellOfTheGridKeepsItsSizeWhenTheWindowChanges) {
  drawLink(-0.2, 0, 0.2, 0);
  settle();
  const double before = metre();
  window_->resize(1500, 1020);
  settle();
  EXPECT_NEAR(metre(), before, 1e-6 * before);
}

TEST_F(SteadyBoard, AForceIsShownAsItWasDrawn) {
  drawLink(-0.2, 0, 0.2, 0);
  tool(Qt::Key_A);
  clickAt(0.2, 0);
  QTest::mouseMove(&view(), pixel(0.2, 0.3));
  keepDrawing("force_preview.png", &view());
  clickAt(0.2, 0.3);
  ASSERT_EQ(model().forces.size(), 1u);
  tool(Qt::Key_S);
  window_->workspace().selection.clear();
  QTest::mouseMove(&view(), pixel(-0.4, 0.4));
  const QImage image = view().picture();
  const auto red = [&](double y) {
    const QColor colour = image.pixelColor(pixel(0.2, y));
    return colour.red() > 110 && colour.green() < 80 && colour.blue() < 80;
  };
  for (const double y : {0.08, 0.15, 0.22, 0.285}) EXPECT_TRUE(red(y)) << y;
  for (const double y : {0.32, 0.4, -0.1, -0.2}) EXPECT_FALSE(red(y)) << y;
  keepDrawing("force_shown.png", &view());
  for (const double y : {0.08, 0.15, 0.22, 0.285}) {
    window_->workspace().selection.clear();
    clickAt(0.2, y);
    EXPECT_EQ(window_->workspace().selection.part(), (PartRef{PartRef::Kind::Force, 0}))
        << "where it is seen it is caught, " << y;
  }
  keepDrawing("force_selected.png", &view());
  clickAt(0.2, 0.36);
  EXPECT_NE(window_->workspace().selection.part(), (PartRef{PartRef::Kind::Force, 0})) << "but not beyond";
}

}  // namespace
}  // namespace holonom

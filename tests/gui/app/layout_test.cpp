// SPDX-License-Identifier: GPL-3.0-or-later
// The places of docks are kept, a foreign layout is passed over, and the default can be had back.
#include <QDockWidget>

#include "gui/app/panels.h"
#include "gui/app/window_layout.h"
#include "gui/plots/plot_board.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Layout : public WindowTest {
 protected:
  /// As a new start of the program does.
  void openAgain() {
    window_->close();
    const auto pause = notCounted();  // opening another window
    makeWindow();
    ASSERT_TRUE(window_->layoutKeeper().restore());
    window_->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window_.get()));
    window_->layoutKeeper().restoreDocks();
    QCoreApplication::processEvents();
  }
};

TEST_F(Layout, SurvivesARestartOfTheWindow) {
  auto* model = find<QDockWidget>("modelDock");
  window_->addDockWidget(Qt::RightDockWidgetArea, model);
  find<QDockWidget>("propertiesDock")->hide();
  window_->close();
  reopen();
  ASSERT_TRUE(window_->layoutKeeper().restore());
  EXPECT_EQ(window_->dockWidgetArea(find<QDockWidget>("modelDock")), Qt::RightDockWidgetArea);
  EXPECT_FALSE(find<QDockWidget>("propertiesDock")->isVisible());
}

TEST_F(Layout, DocksKeepTheirWidthsWithoutAModel) {
  window_->resizeDocks({find<QDockWidget>("solverDock")}, {390}, Qt::Horizontal);
  QTest::qWait(100);
  const int width = find<QDockWidget>("solverDock")->width();
  ASSERT_GT(width, 350);
  ASSERT_NO_FATAL_FAILURE(openAgain());
  EXPECT_TRUE(waitFor([&] { return std::abs(find<QDockWidget>("solverDock")->width() - width) <= 3; }))
      << find<QDockWidget>("solverDock")->width() << " instead of " << width;
}

TEST_F(Layout, GrowsWithTheWindowAfterARestartToo) {
  window_->layoutKeeper().proportion();
  ASSERT_NO_FATAL_FAILURE(openAgain());
  window_->resize(1800, 1000);
  EXPECT_TRUE(waitFor([this] { return find<QDockWidget>("plotsDock")->width() > 1800 / 3; }))
      << find<QDockWidget>("plotsDock")->width();
}

TEST_F(Layout, AMaximisedWindowOpensAgain) {
  window_->resize(2800, 1800);  // on a large screen; this one is smaller
  window_->layoutKeeper().proportion();
  window_->setWindowState(Qt::WindowMaximized);
  QTest::qWait(100);
  window_->close();
  const auto pause = notCounted();  // opening another window
  makeWindow();
  ASSERT_TRUE(window_->layoutKeeper().restore());
  window_->show();
  auto* plots = find<QDockWidget>("plotsDock");
  plots->hide();
  window_->layoutKeeper().restoreDocks();
  EXPECT_FALSE(plots->isVisible())
      << "Qt keeps the first state until the size is there: a second one would pull the docks from under it";
  plots->show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(window_.get()));
  QTest::qWait(100);
  EXPECT_TRUE(window_->windowState() & Qt::WindowMaximized);
  EXPECT_TRUE(plots->isVisible());
}

TEST_F(Layout, KeysOfTheTransportWorkInADockThatFloats) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  auto* dock = find<QDockWidget>("plotsDock");
  dock->setFloating(true);
  ASSERT_TRUE(QTest::qWaitForWindowExposed(dock));
  ASSERT_NE(dock->widget()->window(), window_.get());
  QTest::keyClick(dock->widget(), Qt::Key_Space);
  EXPECT_TRUE(waitFor([this] { return finished(); })) << "Space starts a run";
}

TEST_F(Layout, ResetBringsBackTheDefault) {
  window_->addDockWidget(Qt::RightDockWidgetArea, find<QDockWidget>("modelDock"));
  find<QDockWidget>("plotsDock")->hide();
  find<QAction>("actionResetLayout")->trigger();
  EXPECT_TRUE(waitFor([this] { return window_->updatesEnabled(); }));
  EXPECT_EQ(window_->dockWidgetArea(find<QDockWidget>("modelDock")), Qt::LeftDockWidgetArea);
  EXPECT_TRUE(find<QDockWidget>("plotsDock")->isVisible());
}

TEST_F(Layout, ResetLeavesThePanesOfThePlots) {
  PlotBoard& plots = window_->plots();
  find<QAction>("actionAddEmptyPane")->trigger();
  const QByteArray own = plots.saveState();
  find<QAction>("actionResetLayout")->trigger();
  EXPECT_TRUE(waitFor([this] { return window_->updatesEnabled(); }));
  EXPECT_EQ(plots.saveState(), own);
}

TEST_F(Layout, EachScaleOfTheScreenHasItsOwn) {
  window_->addDockWidget(Qt::RightDockWidgetArea, find<QDockWidget>("modelDock"));
  window_->layoutKeeper().setPixelRatio(2);
  window_->close();
  reopen();
  EXPECT_FALSE(window_->layoutKeeper().restore()) << "nothing is kept of this scale";
  EXPECT_EQ(window_->dockWidgetArea(find<QDockWidget>("modelDock")), Qt::LeftDockWidgetArea);
  window_->layoutKeeper().setPixelRatio(2);
  EXPECT_TRUE(window_->layoutKeeper().restore());
  EXPECT_EQ(window_->dockWidgetArea(find<QDockWidget>("modelDock")), Qt::RightDockWidgetArea);
}

TEST_F(Layout, AWindowThatIsClosedDuringTheResetKeepsTheDefault) {
  window_->addDockWidget(Qt::RightDockWidgetArea, find<QDockWidget>("modelDock"));
  find<QAction>("actionResetLayout")->trigger();
  window_->close();
  reopen();
  ASSERT_TRUE(window_->layoutKeeper().restore());
  EXPECT_EQ(window_->dockWidgetArea(find<QDockWidget>("modelDock")), Qt::LeftDockWidgetArea);
  EXPECT_TRUE(window_->updatesEnabled());
}

TEST_F(Layout, ResetBringsBackTheDefaultFromAnyMess) {
  const auto dock = [this](const char* name) { return find<QDockWidget>(name); };
  const auto groups = [&] {
    QStringList all;
    for (const char* name : {"modelDock", "logDock", "plotsDock", "solverDock"}) {
      QStringList group{name};
      for (const QDockWidget* other : window_->tabifiedDockWidgets(dock(name))) group << other->objectName();
      all << group.join(' ');
    }
    return all;
  };
  const QStringList before = groups();
  for (int mess = 0; mess < 3; ++mess) {
    dock("plotsDock")->setFloating(true);
    dock("doctorDock")->setFloating(true);
    window_->tabifyDockWidget(dock("solverDock"), dock("logDock"));
    window_->tabifyDockWidget(dock("solverDock"), dock("compareDock"));
    window_->addDockWidget(Qt::TopDockWidgetArea, dock("historyDock"));
    dock("modelDock")->hide();
    dock("propertiesDock")->close();
    window_->addToolBar(Qt::BottomToolBarArea, find<QToolBar>("simulationToolBar"));
    find<QToolBar>("drawToolBar")->hide();
    QTest::qWait(30);
    find<QAction>("actionResetLayout")->trigger();
    EXPECT_TRUE(waitFor([this] { return window_->updatesEnabled(); }));
    EXPECT_EQ(groups(), before);
    for (const Panel& panel : panels()) {
      const QDockWidget* each = dock(panel.dock);
      if (panel.stands != Panel::Stands::Apart)
        EXPECT_FALSE(each->isHidden() || each->isFloating()) << panel.dock;
    }
    EXPECT_EQ(window_->toolBarArea(find<QToolBar>("simulationToolBar")), Qt::TopToolBarArea);
    EXPECT_TRUE(find<QToolBar>("drawToolBar")->isVisible());
  }
}

class LayoutOfASmallWindow : public Layout {
 protected:
  void SetUp() override {
    Layout::SetUp();
    if (IsSkipped()) return;
    const auto pause = notCounted();
    window_->resize(1000, 700);
    window_->layoutKeeper().proportion();
    QTest::qWait(300);
    ASSERT_TRUE(window_->tabifiedDockWidgets(find<QDockWidget>("plotsDock"))
                    .contains(find<QDockWidget>("integratorDock")));
  }
  void enlarge() {
    const auto pause = notCounted();  // painted anew by the processor
    window_->resize(1600, 1000);
    QTest::qWait(400);
  }
};

TEST_F(LayoutOfASmallWindow, SpreadsWhenTheWindowGrows) {
  enlarge();
  EXPECT_TRUE(waitFor([this] { return find<QDockWidget>("plotsDock")->width() > 1600 / 3; }))
      << find<QDockWidget>("plotsDock")->width();
  EXPECT_TRUE(window_->tabifiedDockWidgets(find<QDockWidget>("plotsDock")).isEmpty())
      << "plots and strips one above the other";
  EXPECT_GT(find<QDockWidget>("solverDock")->width(), 280);
}

TEST_F(LayoutOfASmallWindow, SpreadsAlsoWhenItWasSmallForAWhileOnly) {
  enlarge();
  const int width = find<QDockWidget>("plotsDock")->width();
  {
    const auto pause = notCounted();
    window_->resize(1000, 700);
    QTest::qWait(400);
  }
  ASSERT_LT(find<QDockWidget>("plotsDock")->width(), width);
  enlarge();
  EXPECT_TRUE(waitFor([&] { return std::abs(find<QDockWidget>("plotsDock")->width() - width) < 5; }))
      << find<QDockWidget>("plotsDock")->width() << " instead of " << width;
}

TEST_F(LayoutOfASmallWindow, StaysAsTheUserMadeIt) {
  const auto pause = notCounted();
  const QDockWidget* solver = find<QDockWidget>("solverDock");
  const QPoint border(solver->geometry().right() + 3, solver->geometry().center().y());
  ASSERT_EQ(window_->childAt(border), nullptr) << "the border between panel and picture";
  QTest::mousePress(window_.get(), Qt::LeftButton, {}, border);
  for (int i = 1; i <= 7; ++i) {
    const QPoint to = border + QPoint(5 * i, 0);
    QMouseEvent move(QEvent::MouseMove, to, window_->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(window_.get(), &move);
  }
  QTest::mouseRelease(window_.get(), Qt::LeftButton, {}, border + QPoint(35, 0));
  QTest::qWait(50);
  const int width = find<QDockWidget>("solverDock")->width();
  enlarge();
  EXPECT_NEAR(find<QDockWidget>("solverDock")->width(), width, 3);
  EXPECT_FALSE(window_->tabifiedDockWidgets(find<QDockWidget>("plotsDock")).isEmpty());
}

TEST_F(Layout, OfAnotherVersionIsPassedOver) {
  find<QDockWidget>("plotsDock")->hide();
  QSettings().setValue("window/state", window_->saveState(WindowLayout::kVersion + 1));
  reopen();
  EXPECT_FALSE(window_->layoutKeeper().restore());
  EXPECT_TRUE(find<QDockWidget>("plotsDock")->isVisible());
}

TEST_F(Layout, DocksHaveNamesAndControlsHaveWordsForThoseWhoCannotSee) {
  for (QDockWidget* dock : window_->findChildren<QDockWidget*>()) EXPECT_FALSE(dock->objectName().isEmpty());
  for (const char* name : {"play", "loop", "follow"})
    EXPECT_FALSE(find<QToolButton>(name)->accessibleName().isEmpty()) << name;
  EXPECT_FALSE(window_->view().accessibleName().isEmpty());
}

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
// With a thousand bodies the window stays awake: opening, looking around, selecting, editing, running. The
// watchdog of the event loop judges.
#include <QDockWidget>
#include <QListView>
#include <QTreeView>

#include "core/model/building.h"
#include "core/model/generators.h"
#include "editing_fixture.h"
#include "gui/plots/plot_board.h"

namespace holonom {
namespace {

constexpr int kBodies = 1000;

class ThousandBodies : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (!window_) return;
    Mechanism chain = makeChain(kBodies);
    chain.run.endTime = 0.05;
    document().setMechanism(std::move(chain));
    QTest::qWait(300);
    std::printf("[ measured ] opening: a turn of %.0f ms of processor time\n",
                1e3 * watchdog_->longest().processor);
    std::puts(watchdog_->longest().stacks.c_str());
    watchdog_->reset();
  }
  /// Names what took longest since the last call.
  void tell(const char* what) {
    QTest::qWait(150);
    std::printf("[ measured ] %s: a turn of %.0f ms of processor time\n", what,
                1e3 * watchdog_->longest().processor);
    judgeResponse();
    watchdog_->reset();
  }
};

TEST_F(ThousandBodies, AreLookedAtSelectedAndEdited) {
  MechanismView& view = window_->view();
  QTest::mousePress(&view, Qt::RightButton, {}, view.rect().center());
  QTest::mouseMove(&view, view.rect().center() + QPoint(40, 10));
  QTest::mouseRelease(&view, Qt::RightButton, {}, view.rect().center() + QPoint(40, 10));
  tell("turning the picture");
  key(Qt::Key_F);
  tell("fitting the picture");
  window_->workspace().selection.select({PartRef::Kind::Body, 700});
  tell("selecting a body");
  Mechanism changed = document().mechanism();
  changed.bodies[500].mass = 2;
  document().edit("change the mass", std::move(changed));
  tell("changing a mass");
  document().history().undo();
  tell("undoing it");
  for (int i = 0; i < 40; ++i) {
    Mechanism next = document().mechanism();
    next.bodies[500].mass = 3 + i;
    document().edit("change the mass", std::move(next));
    QTest::qWait(1);
  }
  tell("forty changes");
  document().history().setIndex(0);
  tell("a jump to the beginning of the history");
  document().history().setIndex(40);
  tell("and back");
  auto* search = find<QLineEdit>("partSearch");
  search->setFocus();
  QTest::keyClicks(search, "99");
  tell("searching a part");
  search->clear();
  tell("showing all parts again");
}

/// Their equations, made anew for each drag, and their assemblies are worked out elsewhere.
TEST_F(ThousandBodies, AreDragged) {
  MechanismView& view = window_->view();
  key(Qt::Key_B);
  view.picture();
  tell("the drawing board");
  const Mechanism before = document().mechanism();
  const Vector2 end = inPlane(groundPosition(before, {kBodies - 1, 1}));
  const QPoint from = view.pixelOf(end).toPoint();
  QTest::mousePress(&view, Qt::LeftButton, {}, from);
  QPoint there;
  for (int i = 1; i <= 10; ++i) {
    there = from + QPoint(-4 * i, 8 * i);
    QMouseEvent move(QEvent::MouseMove, there, view.mapToGlobal(there), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(&view, &move);
    QTest::qWait(5);
  }
  QTest::mouseRelease(&view, Qt::LeftButton, {}, there);
  EXPECT_TRUE(waitFor([this] { return document().history().count() == 1; }, 60000));
  const Vector3 reached = groundPosition(document().mechanism(), {kBodies - 1, 1});
  EXPECT_LT((view.pixelOf(inPlane(reached)) - QPointF(there)).manhattanLength(), 20);
  tell("dragging the end of the chain");
}

TEST_F(ThousandBodies, AreRun) {
  session().start();
  ASSERT_TRUE(waitFor([this] { return rows() > 3; }, 60000));
  tell("running");
  session().stop();
  ASSERT_TRUE(waitFor([this] { return finished(); }, 60000));
  tell("the end of the run");
  playback().setTime(0.5 * playback().available());
  tell("scrubbing");
}

/// Models that were pasted again and again: 672 coordinates in loops, with springs and expressions.
TEST_F(WindowTest, ModelsPastedManyTimesAreLeftAndEnteredBackByTheHistory) {
  ASSERT_TRUE(document().openNamed("andrews"));
  QTest::qWait(200);
  PartCommands& parts = window_->workspace().parts;
  const auto tell = [&](const char* what) {
    QTest::qWait(150);
    // What is found in the background is shown in the window as well.
    EXPECT_TRUE(waitFor([&] { return window_->workspace().checker.isCurrent(); }, 60000));
    QTest::qWait(100);
    std::printf("[ measured ] %s: a turn of %.0f ms of processor time\n", what,
                1e3 * watchdog_->longest().processor);
    judgeResponse();
    watchdog_->reset();
  };
  watchdog_->reset();
  for (int i = 0; i < 5; ++i) {
    const auto pause = notCounted();
    parts.selectAll();
    parts.copy();
    parts.paste();
  }
  ASSERT_EQ(document().mechanism().bodies.size(), 7u * 32);
  tell("showing what was pasted");
  auto* list = find<QListView>("historyList");
  for (const char* dock : {"historyDock", "doctorDock", "propertiesDock"}) find<QDockWidget>(dock)->raise();
  for (const int step : {0, 5, 4, 1, 5}) {
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualRect(list->model()->index(step, 0)).center());
    EXPECT_EQ(document().history().index(), step);
    tell(qPrintable(QString("step %1 of the history").arg(step)));
  }
}

}  // namespace
}  // namespace holonom

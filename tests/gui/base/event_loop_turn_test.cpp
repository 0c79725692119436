// SPDX-License-Identifier: GPL-3.0-or-later
// What comes due at the same time is spread over turns of the event loop, and nothing waits for ever.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QEvent>
#include <QTest>
#include <QTimer>
#include <vector>

#include "core/base/thread_clock.h"
#include "core/model/generators.h"
#include "gui/base/event_loop_turn.h"
#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/offscreen_canvas.h"
#include "gui/viewport/scene/mechanism_scene.h"
#include "tests/gui/viewport/mechanisms.h"

namespace holonom {
namespace {

void work(double seconds) {
  const ThreadClock clock;
  while (clock.seconds() < seconds) {}
}

TEST(EventLoopTurn, IsFullForWhatComesAfterMuchWorkAndEmptyInTheNext) {
  QCoreApplication::processEvents();
  std::vector<bool> full;
  const auto note = [&] { full.push_back(eventloop::turnIsFull()); };
  QTimer::singleShot(0, [&] {
    note();
    work(0.03);
    note();
  });
  QTimer::singleShot(0, [&] {
    note();
    QTimer::singleShot(0, note);
  });
  ASSERT_TRUE(QTest::qWaitFor([&] { return full.size() == 4; }));
  EXPECT_EQ(full, (std::vector<bool>{false, true, true, false}));
}

TEST(EventLoopTurn, WaitingIsNoWork) {
  QCoreApplication::processEvents();
  bool full = true;
  QTimer::singleShot(60, [&] { full = eventloop::turnIsFull(); });
  QEventLoop loop;  // sleeps until something comes, which qWait() does not
  QTimer::singleShot(80, &loop, &QEventLoop::quit);
  loop.exec();
  EXPECT_FALSE(full);
}

/// Of several views that want a frame at the same time none is painted over and over while another waits, and
/// none with a frame that its poses have left behind.
TEST(EventLoopTurn, EveryViewGetsItsFrame) {
  constexpr int kViews = 3;
  QWidget window;
  std::vector<MechanismView*> views;
  for (int i = 0; i < kViews; ++i) {
    views.push_back(new MechanismView(&window));
    views.back()->setGeometry(210 * i, 0, 200, 150);
    views.back()->setMechanism(samples::pendulum());
  }
  if (!views.front()->hasGraphics()) GTEST_SKIP() << "needs OpenGL";
  window.resize(210 * kViews, 150);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
  const auto pictureOf = [&](int i) { return window.grab(views[std::size_t(i)]->geometry()).toImage(); };
  QTest::qWait(600);  // the smooth frames as well
  std::vector<QImage> before;
  for (int i = 0; i < kViews; ++i) before.push_back(pictureOf(i));
  QTimer busy;  // in every turn, as a run does
  QObject::connect(&busy, &QTimer::timeout, [] { work(0.015); });
  busy.start(0);
  for (MechanismView* view : views) {
    view->setPoses(std::vector<BodyPose>{planarPose(0.3, -0.4, 1.0)});
  }
  for (int i = 0; i < kViews; ++i)
    EXPECT_TRUE(QTest::qWaitFor([&] { return pictureOf(i) != before[std::size_t(i)]; }, 3000)) << i;
  EXPECT_TRUE(QTest::qWaitFor([&] { return !views.front()->hasUnpaintedFrame(); }));
}

}  // namespace
}  // namespace holonom

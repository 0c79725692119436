// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that keep pace with the clock, in the window.
#include <QLabel>

#include "gui/panels/message_banner.h"
#include "gui/viewport/mechanism_view.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class RealTimeRun : public WindowTest {
 protected:
  void openPendulum(double fixedStep) {
    ASSERT_TRUE(document().openNamed("double_pendulum"));
    SimulationOptions options = session().options();
    selectMethod(options, "rt-rk2");
    options.fixedStep = fixedStep;
    options.endTime = 600;
    session().setOptions(options);
  }
  QAction& realTime() { return *find<QAction>("actionRealTime"); }
  QString late() { return find<QLabel>("lateLabel")->text(); }
};

TEST_F(RealTimeRun, TheSwitchSaysWhatIsMissingAndGoesBack) {
  openPendulum(0);
  click(button("actionRealTime"));
  EXPECT_FALSE(realTime().isChecked());
  EXPECT_FALSE(session().options().realTime);
  const QString said = find<MessageBanner>("messageBanner")->text();
  EXPECT_TRUE(said.contains("steps of one size")) << said.toStdString();
  EXPECT_TRUE(said.contains("“Fixed step”")) << said.toStdString();
  const QWidget* entry = find<QWidget>("option_fixed-step");
  EXPECT_TRUE(entry->isVisible()) << "among the settings that were folded";
  EXPECT_TRUE(entry->hasFocus());
  EXPECT_TRUE(waitFor([&] { return !entry->visibleRegion().isEmpty(); })) << "it is scrolled to";

  SimulationOptions options = session().options();
  options.fixedStep = 0.005;
  session().setOptions(options);
  click(button("actionRealTime"));
  EXPECT_TRUE(realTime().isChecked());
  EXPECT_TRUE(session().options().realTime);
  options = session().options();
  options.realTime = false;
  session().setOptions(options);
  EXPECT_FALSE(realTime().isChecked()) << "the settings have the same switch";
}

TEST_F(RealTimeRun, KeepsPaceAndTellsOfLateStepsWhileItRuns) {
  openPendulum(1. / 256);
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return rows() > 1000; }));
  EXPECT_FALSE(find<QLabel>("lateLabel")->isVisible()) << "as fast as it goes";
  click(button("actionStop"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));

  click(button("actionRealTime"));
  QElapsedTimer clock;
  clock.start();
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return rows() > 256; }));
  const double shown = session().recordedUntil();
  EXPECT_LE(shown, 1e-3 * double(clock.elapsed()) + 1. / 256) << "never ahead of the clock";
  ASSERT_TRUE(waitFor([this] { return find<QLabel>("lateLabel")->isVisible() && !late().isEmpty(); }));
  EXPECT_FALSE(find<QLabel>("paceLabel")->isVisible()) << "in its place";
  EXPECT_TRUE(late() == "all steps in time" || late().contains(" late, ")) << late().toStdString();
  keepPicture("real_time.png");
  click(button("actionPause"));
  ASSERT_TRUE(waitFor([this] { return session().progress().state == RunState::Paused; }));
  click(button("actionStop"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const auto& report = session().runs().front()->run().summary().realTime;
  ASSERT_TRUE(report);
  EXPECT_EQ(report->steps, long(rows()) - 1);
}

/// Each step has a microsecond: no machine can keep that.
TEST_F(RealTimeRun, LateStepsAreCountedInTheStatusBar) {
  openPendulum(1e-3);
  SimulationOptions options = session().options();
  options.realTime = true;
  options.speed = 1e3;
  session().setOptions(options);
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return late().contains("steps late, worst"); })) << late().toStdString();
  keepPicture("real_time_late.png");
  click(button("actionStop"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_GT(session().progress().late, 0);
}

TEST_F(RealTimeRun, IsPulledWithTheMouseInItsFixedSteps) {
  openPendulum(1. / 128);
  SimulationOptions options = session().options();
  options.realTime = true;
  session().setOptions(options);
  MechanismView& view = window_->view();
  view.lookFrom(MechanismView::Direction::Front);
  view.repaint();
  QTest::qWait(60);
  const Body& bar = document().mechanism().bodies.front();
  const QPoint from = view.pixelOf(inPlane(bar.position)).toPoint();
  const auto drag = [&](const QPoint& to) {
    QMouseEvent move(QEvent::MouseMove, to, view.mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(&view, &move);
  };
  QTest::mousePress(&view, Qt::LeftButton, Qt::ControlModifier, from);
  drag(from + QPoint(4, 0));
  ASSERT_TRUE(waitFor([this] { return session().isLive() && rows() > 3; }));
  for (int i = 1; i <= 5; ++i) drag(from + QPoint(12 * i, 8 * i));
  ASSERT_TRUE(waitFor([this] { return rows() > 60; }));
  QTest::mouseRelease(&view, Qt::LeftButton, {}, from);
  const holonom::Run& run = session().runs().front()->run();
  EXPECT_TRUE(run.options().realTime);
  EXPECT_EQ(run.options().fixedStep, 1. / 128);
  EXPECT_FALSE(run.grabs().empty());
  const Recording& recording = *session().runs().front()->recording();
  const int pull = recording.channelIndex("hand1.fx");
  double largest = 0;
  for (std::size_t row = 0; row < recording.size(); ++row)
    largest = std::max(largest, std::abs(recording.value(row, pull)));
  EXPECT_GT(largest, 0);
  key(Qt::Key_Escape);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  ASSERT_TRUE(run.summary().realTime);
  EXPECT_GT(run.summary().realTime->steps, 40);
}

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
// The integrator timeline in the real window: clicked and driven by keys, it scrubs, selects and tells.
#include <QDockWidget>
#include <QLabel>
#include <cmath>

#include "core/model/editing.h"
#include "gui/app/window_layout.h"
#include "gui/panels/integrator_panel.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"
#include "gui/plots/strip_chart.h"
#include "gui/session/run_report.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class IntegratorTimeline : public WindowTest {
 protected:
  void run(const QStringList& comparisons = {}) {
    ASSERT_TRUE(document().openNamed("slider_crank"));
    session().setComparisons(comparisons);
    session().start();
    ASSERT_TRUE(waitFor([this] { return finished(); }));
    find<QDockWidget>("integratorDock")->raise();
    ASSERT_TRUE(waitFor([this] {
      for (std::size_t i = 0; i < session().runs().size(); ++i)
        if (!strips(i) || strips(i)->data().size() != rows(i) || strips(i)->width() < 100) return false;
      return true;
    }));
    window_->workspace().playback.setTime(0);
  }
  StripChart* strips(std::size_t i = 0) {
    return window_->findChild<StripChart*>(QStringLiteral("strips.%1").arg(i));
  }
  QString story() { return find<QLabel>("stepStory")->text(); }
  const StripData::Mark& rejection(std::size_t i) { return strips()->data().rejections(0)[i]; }
  void clickAt(StripChart* chart, Strip strip, double t) {
    QTest::mouseClick(chart, Qt::LeftButton, {},
                      QPoint(int(std::lround(chart->placeOf(t))), int(chart->stripArea(strip).center().y())));
  }
  void keepLarge(const char* name) {
    if (!keepsPictures()) return;
    const auto pause = notCounted();
    window_->resize(1600, 1000);
    window_->layoutKeeper().proportion();
    QTest::qWait(700);
    keepPicture(name);
  }
  QString nameOfSelected() {
    const PartRef part = window_->workspace().selection.part();
    if (part.kind != PartRef::Kind::Body) return {};
    return QString::fromStdString(document().mechanism().bodies[std::size_t(part.index)].name);
  }
};

TEST_F(IntegratorTimeline, AClickOnARejectionScrubsSelectsThePartAndTells) {
  run();
  ASSERT_GT(strips()->data().rejections(0).size(), 3u);
  const auto mark = rejection(1);
  clickAt(strips(), Strip::Rejections, mark.t);
  EXPECT_EQ(playback().time(), mark.t);
  EXPECT_TRUE(story().contains(" after an error test: ")) << story().toStdString();
  EXPECT_TRUE(story().contains(" exceeded its tolerance "));
  ASSERT_FALSE(nameOfSelected().isEmpty());
  EXPECT_TRUE(story().contains(" of " + nameOfSelected() + " exceeded")) << story().toStdString();
  keepLarge("integrator-timeline.png");
  ASSERT_TRUE(waitFor([this, mark] { return window_->plots().cursorTime() == mark.t; }))
      << "the plots follow";
}

/// A double rocker whose motor turns it into a dead point.
TEST_F(IntegratorTimeline, AReactionIsNamedWhereTheIterationFailsBecauseOfIt) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  Mechanism locking = document().mechanism();
  locking.ground.points[1].position = {0.55, 0};
  locking.bodies[0].points[1].position = {0.45, 0};
  for (Body& body : locking.bodies) body.velocity.setZero(), body.angularVelocity = 0, body.exact = {};
  locking.forces.clear();
  locking.outputs.clear();
  Driver motor;
  motor.name = "motor";
  motor.joint = 0;
  motor.motion = "1.047 + 3*t";
  locking.drivers = {motor};
  document().edit("make it lock", locking);
  SimulationOptions options = session().options();
  options.index = 3;
  options.rtol = options.atol = 1e-4;
  options.endTime = 2;
  session().setOptions(options);
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  ASSERT_TRUE(report::failed(session().runs()[0]->run().summary()));
  find<QDockWidget>("integratorDock")->raise();
  ASSERT_TRUE(waitFor([this] { return strips() && strips()->data().size() == rows(); }));
  const auto& diverged = strips()->data().rejections(int(RejectionCause::NewtonDivergence));
  ASSERT_FALSE(diverged.empty());
  bool named = false;
  for (const StripData::Mark& mark : diverged) {
    strips()->choose(mark.row);
    if (!story().contains(QString::fromUtf8("it moved λ1 of motor most"))) continue;
    named = true;
    EXPECT_EQ(window_->workspace().selection.part(), (PartRef{PartRef::Kind::Driver, 0}))
        << "and the motor is selected";
  }
  EXPECT_TRUE(named) << story().toStdString();

  // What runs away at the dead point does not flatten the motion before.
  ChartArea* acceleration = plotPane("acceleration")->area();
  EXPECT_TRUE(waitFor([&] {
    return !acceleration->curves().empty() && std::isfinite(acceleration->curves()[0]->runsAwayAt());
  }));
  EXPECT_TRUE(waitFor([&] {
    return acceleration->valueRange().span() < 1e-2 * (acceleration->content().wholeExtent(0).span());
  }));
}

TEST_F(IntegratorTimeline, KeysGoFromStepToStepAndFromRejectionToRejection) {
  run();
  const Recording& recording = *session().runs()[0]->recording();
  clickAt(strips(), Strip::Order, 0.05);
  ASSERT_TRUE(strips()->hasFocus());
  const std::size_t row = *strips()->currentStep();
  EXPECT_EQ(playback().time(), recording.time(row));
  key(Qt::Key_Right);
  EXPECT_EQ(playback().time(), recording.time(row + 1));
  key(Qt::Key_Left);
  key(Qt::Key_Left);
  EXPECT_EQ(playback().time(), recording.time(row - 1));
  EXPECT_TRUE(story().startsWith("t = ")) << story().toStdString();
  key(Qt::Key_Home);
  EXPECT_EQ(playback().time(), 0) << "the transport keeps its other keys";
  key(Qt::Key_Down);
  EXPECT_EQ(playback().time(), rejection(0).t);
  key(Qt::Key_Down);
  EXPECT_GT(playback().time(), rejection(0).t);
  key(Qt::Key_Up);
  EXPECT_EQ(playback().time(), rejection(0).t);
}

TEST_F(IntegratorTimeline, TheSentenceFollowsTheTimeThatIsShown) {
  run();
  playback().setTime(0.05);
  ASSERT_TRUE(waitFor([this] { return story().startsWith("t = 0.05"); })) << story().toStdString();
  playback().setTime(0);
  ASSERT_TRUE(waitFor([this] { return story() == "t = 0 s: start of the run."; })) << story().toStdString();
}

TEST_F(IntegratorTimeline, StandsInLineWithThePlotsAndZoomsWithThem) {
  run();
  const auto inLine = [this] {
    const auto axis = window_->plots().timeAxisSpan();
    const double left = strips()->mapToGlobal(QPoint(0, 0)).x() + strips()->stripArea(Strip::Order).left();
    return axis && std::abs(left - axis->low) < 1 &&
           std::abs(strips()->stripArea(Strip::Order).width() - axis->span()) < 2;
  };
  ASSERT_TRUE(waitFor(inLine));
  window_->plots().setTimeWindow(0.02, 0.04);
  const double middle = strips()->stripArea(Strip::Step).center().x();
  ASSERT_TRUE(waitFor([this, middle] { return std::abs(strips()->placeOf(0.03) - middle) < 1; }));
  QTest::mouseDClick(strips(), Qt::LeftButton, {}, strips()->stripArea(Strip::Step).center().toPoint());
  EXPECT_EQ(window_->plots().timeWindow(), (AxisRange{0, session().expectedEnd()}));
}

TEST_F(IntegratorTimeline, EachRunHasStripsOfItsOwn) {
  run({"generalized-alpha:3"});
  ASSERT_EQ(session().runs().size(), 2u);
  const Recording& second = *session().runs()[1]->recording();
  clickAt(strips(1), Strip::Step, 0.03);
  const std::size_t row = *strips(1)->currentStep();
  EXPECT_EQ(playback().time(), second.time(row));
  EXPECT_TRUE(story().startsWith(session().runs()[1]->label() + ": t = ")) << story().toStdString();
  keepLarge("integrator-two-runs.png");
  key(Qt::Key_Right);
  EXPECT_EQ(playback().time(), second.time(row + 1)) << "the steps of the run that was clicked";
  session().discard();
  EXPECT_EQ(strips(0), nullptr);
}

}  // namespace
}  // namespace holonom

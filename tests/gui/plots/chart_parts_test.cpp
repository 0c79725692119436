// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of panes and board by themselves, without widgets: what is seen of time, what is selected, what
// the hand wants, when a picture is due.
#include <gtest/gtest.h>

#include <QApplication>

#include "gui/plots/chart_hand.h"
#include "gui/plots/chart_picture.h"
#include "gui/plots/pane_selection.h"
#include "gui/plots/time_window.h"
#include "tests/gui/plots/synthetic_run.h"

namespace holonom {
namespace {

std::vector<PlottedRun> runsOf(std::initializer_list<std::shared_ptr<const Recording>> recordings) {
  std::vector<PlottedRun> runs;
  for (const auto& recording : recordings) runs.push_back({recording, "a run", Qt::blue});
  return runs;
}

TEST(TimeWindow, GrowsAheadOfARunThatGoesOnBeyondWhatIsExpected) {
  TimeWindow window;
  const auto recording = std::make_shared<Recording>();
  test::SyntheticWriter writer(*recording, 0);
  writer.writeUpTo(1000);
  window.expect({0, 0.5});
  EXPECT_TRUE(window.follow(runsOf({recording}), true));
  const double last = recording->time(999);
  EXPECT_NEAR(window.shown().high, 1.25 * last, 1e-9);
  writer.writeUpTo(1100);
  EXPECT_FALSE(window.follow(runsOf({recording}), true)) << "there is room for it";
  EXPECT_TRUE(window.follow(runsOf({recording}), false));
  EXPECT_EQ(window.shown().high, recording->time(1099)) << "at the end there is nothing to come";
}

TEST(TimeWindow, AZoomIsCutToTheWholeAndTheWholeIsNone) {
  TimeWindow window;
  window.expect({0, 10});
  window.follow({}, false);
  EXPECT_TRUE(window.zoomTo({-3, 4}));
  EXPECT_EQ(window.shown(), (AxisRange{0, 4}));
  EXPECT_FALSE(window.zoomTo({12, 14}));
  EXPECT_FALSE(window.zoomTo({5, 5}));
  EXPECT_EQ(window.shown(), (AxisRange{0, 4}));
  EXPECT_TRUE(window.zoomTo({-1e300, 1e300}));
  EXPECT_FALSE(window.zoomed());
}

TEST(PaneSelection, SettlesItsDefaultWhenThereAreRowsToJudgeBy) {
  PaneSelection selection(*findSpec("acceleration"));
  const auto recording = std::make_shared<Recording>();
  test::SyntheticWriter writer(*recording, 0);
  writer.writeUpTo(1);
  selection.setRuns(runsOf({recording}));
  selection.update(true);
  const QStringList first = selection.shown();
  EXPECT_FALSE(selection.canSettle(true));
  writer.writeUpTo(1000);
  ASSERT_TRUE(selection.canSettle(true));
  selection.update(true);
  EXPECT_NE(selection.shown(), first) << "channels that do not move make room";
  EXPECT_FALSE(selection.canSettle(true)) << "once";
}

TEST(PaneSelection, PutsTheFirstUnitToTheLeft) {
  PaneSelection selection(freeSpec());
  selection.setRuns(runsOf({test::syntheticRecording(10)}));
  selection.choose({"beta", "crank.x", "crank.y"});
  selection.update(false);
  EXPECT_EQ(selection.sideOf("beta"), 0);
  EXPECT_EQ(selection.sideOf("crank.x"), 1);
  selection.setForm("phase");  // against beta
  EXPECT_EQ(selection.abscissa(), "beta");
  EXPECT_EQ(selection.sideOf("crank.x"), 0);
  selection.setSide("crank.y", 1);
  EXPECT_EQ(selection.sideOf("crank.y"), 1);
}

TEST(ChartPicture, IsNotDrawnForASmallPartOfAPixel) {
  ChartPicture picture;
  EXPECT_TRUE(picture.isDue(true, false, 0)) << "there is none yet";
  picture.noteDrawn(false);
  EXPECT_FALSE(picture.isDue(true, false, 0));
  EXPECT_FALSE(picture.isDue(true, true, 0.1));
  EXPECT_TRUE(picture.isDue(true, false, 0.6)) << "what came before counts";
  EXPECT_TRUE(picture.isDue(false, false, 0)) << "at rest it is drawn smoothly";
  picture.noteDrawn(true);
  EXPECT_FALSE(picture.isDue(false, false, 0));
  picture.spoil();
  EXPECT_TRUE(picture.isDue(true, false, 0));
}

/// Notes what is wanted.
struct NotedChart : ChartHand::Chart {
  ChartAxes ranges;
  bool overTime = true, right = false;
  QStringList wanted;
  AxisRange horizontal;

  ChartAxes& axes() override { return ranges; }
  ChartFrame frame() const override { return ranges.frame({100, 20, 400, 200}, overTime); }
  bool isOverTime() const override { return overTime; }
  bool hasRightAxis() const override { return right; }
  AxisRange wholeExtent(int side) const override { return ranges.values(side).range; }
  void wantHorizontal(AxisRange range, const QString&) override {
    horizontal = range;
    wanted << "horizontal";
  }
  void axesChanged(const QString&) override { wanted << "values"; }
  void moveCursor(QPointF, bool second) override { wanted << (second ? "second" : "cursor"); }
  bool pickFromLegend(QPointF at) override { return at.y() < 20; }
  void pickCurve(QPointF) override { wanted << "curve"; }
  void openMenu(const QPoint&) override { wanted << "menu"; }
  void showEverything() override { wanted << "everything"; }
  void redraw() override {}
};

class Hand : public testing::Test {
 protected:
  static QMouseEvent mouse(QEvent::Type type, QPointF at, Qt::MouseButton button,
                           Qt::KeyboardModifiers keys = {}) {
    return {type, at, at, button, button, keys};
  }
  void drag(Qt::MouseButton button, QPointF from, QPointF to, Qt::KeyboardModifiers keys = {}) {
    hand.press(mouse(QEvent::MouseButtonPress, from, button, keys));
    if (to != from) hand.move(mouse(QEvent::MouseMove, to, button, keys));
    hand.release(mouse(QEvent::MouseButtonRelease, to, button, keys));
  }
  NotedChart chart;
  ChartHand hand{chart};
  const QPointF middle{300, 120};
};

TEST_F(Hand, ClicksMoveCursorsAndPickCurves) {
  if (!qApp) GTEST_SKIP() << "needs a display";
  drag(Qt::LeftButton, middle, middle);
  EXPECT_EQ(chart.wanted, QStringList({"cursor", "curve"}));
  chart.wanted.clear();
  drag(Qt::LeftButton, middle, middle, Qt::ShiftModifier);
  EXPECT_EQ(chart.wanted, QStringList("second"));
  chart.wanted.clear();
  drag(Qt::LeftButton, {300, 10}, {300, 10});  // the legend
  EXPECT_TRUE(chart.wanted.isEmpty());
  drag(Qt::RightButton, middle, middle);
  EXPECT_EQ(chart.wanted, QStringList("menu"));
}

TEST_F(Hand, ABoxZoomsWhatItIsWideAndTallEnoughFor) {
  if (!qApp) GTEST_SKIP() << "needs a display";
  drag(Qt::RightButton, {200, 70}, {300, 170});
  EXPECT_EQ(chart.wanted, QStringList({"values", "horizontal"}));
  EXPECT_NEAR(chart.horizontal.low, 0.25, 1e-12);
  EXPECT_NEAR(chart.horizontal.high, 0.5, 1e-12);
  EXPECT_NEAR(chart.ranges.values(0).range.span(), 0.5, 1e-12);
  EXPECT_FALSE(chart.ranges.values(1).chosen) << "there is no right axis";
  chart.wanted.clear();
  drag(Qt::RightButton, {200, 70}, {300, 72});
  EXPECT_EQ(chart.wanted, QStringList("horizontal"));
}

TEST_F(Hand, ADoubleClickOnAnAxisFitsIt) {
  chart.ranges.chooseValues(0, {0.2, 0.3});
  hand.doubleClick(mouse(QEvent::MouseButtonDblClick, {50, 120}, Qt::LeftButton));
  EXPECT_FALSE(chart.ranges.values(0).chosen);
  EXPECT_EQ(chart.wanted, QStringList("values"));
  hand.doubleClick(mouse(QEvent::MouseButtonDblClick, middle, Qt::LeftButton));
  EXPECT_EQ(chart.wanted.last(), "everything");
}

}  // namespace
}  // namespace holonom

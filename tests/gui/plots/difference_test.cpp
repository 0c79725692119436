// SPDX-License-Identifier: GPL-3.0-or-later
// Panes that show by how much runs differ from the first one.
#include <cmath>
#include <cstdio>

#include "tests/gui/plots/plot_fixture.h"

namespace holonom {
namespace {

class Differences : public test::PaneTest {
 protected:
  Differences() : first(test::syntheticRecording(10000)), second(test::syntheticRecording(8000, 0.3)) {
    board.setRuns(
        {{first, "BDF, index 3", QColor(0, 114, 178)}, {second, "BDF, index 2", QColor(213, 94, 0)}});
    settle();
  }
  void toggle(const char* key) {
    turnTo(pane(key));
    this->key(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
  }
  std::shared_ptr<Recording> first, second;
};

TEST_F(Differences, AKeyTurnsCurvesIntoTheirDifferenceAndBack) {
  PlotView* view = pane("acceleration");
  view->choose({"rod.alpha"});
  settle();
  ASSERT_EQ(view->area()->curves().size(), 2u);
  toggle("acceleration");
  ASSERT_TRUE(view->state().difference);
  ASSERT_EQ(view->area()->curves().size(), 1u) << "one for each run but the first";
  const PlotCurve& curve = *view->area()->curves().front();
  ASSERT_TRUE(curve.upToDate());
  const double end = second->time(second->size() - 1);
  EXPECT_EQ(curve.lastTime(), end) << "no further than both runs go";
  for (const double t : {0.5, 2.2, 6.1})
    EXPECT_NEAR(curve.valueAt(t), 300 * (std::sin(3 * t + 0.3) - std::sin(3 * t)), 0.02);
  EXPECT_TRUE(view->area()->accessibleName().contains("BDF, index 3")) << "it says to what";
  toggle("acceleration");
  EXPECT_EQ(view->area()->curves().size(), 2u);
}

TEST_F(Differences, AreBrieflySaidToBeFromALetter) {
  board.setRuns(
      {{first, "BDF, index 3", QColor(0, 114, 178), "B"}, {second, "BDF, index 2", QColor(213, 94, 0), "A"}});
  toggle("acceleration");
  EXPECT_TRUE(pane("acceleration")->area()->accessibleName().endsWith("difference to run B"))
      << pane("acceleration")->area()->accessibleName().toStdString();
}

TEST_F(Differences, EveryFormAndTheStateKeepThem) {
  toggle("reactions");
  PlotView* view = pane("reactions");
  key(Qt::Key_L, Qt::ControlModifier);
  settle();
  EXPECT_FALSE(view->area()->curves().front()->sampled().empty());
  const DataTable table = view->visibleTable();
  ASSERT_EQ(table.parts.size(), 1u);
  EXPECT_TRUE(table.parts[0].run.contains("BDF, index 2") && table.parts[0].run.contains("BDF, index 3"));
  const QByteArray state = board.saveState();
  toggle("reactions");
  EXPECT_FALSE(view->state().difference);
  board.restoreState(state);
  settle();
  EXPECT_TRUE(pane("reactions")->state().difference);
  EXPECT_EQ(pane("reactions")->area()->curves().size(), pane("reactions")->shown().size());
}

TEST_F(Differences, OneRunIsShownAsItIs) {
  toggle("energy");
  board.setRuns({{first, "first", QColor(0, 114, 178)}});
  settle();
  EXPECT_TRUE(pane("energy")->state().difference);
  EXPECT_EQ(pane("energy")->area()->curves().size(), pane("energy")->shown().size());
  EXPECT_TRUE(pane("energy")->area()->accessibleName().endsWith("second run"))
      << pane("energy")->area()->accessibleName().toStdString();
}

TEST_F(Differences, GrowWithTheRunsAndAppearWhenASecondRunComes) {
  auto one = std::make_shared<Recording>(), two = std::make_shared<Recording>();
  toggle("energy");
  board.setRuns({{one, "first", QColor(0, 114, 178)}});
  settle();
  EXPECT_TRUE(pane("energy")->area()->curves().empty());
  board.setRuns({{one, "first", QColor(0, 114, 178)}, {two, "second", QColor(213, 94, 0)}});
  settle();
  test::SyntheticWriter writeOne(*one, 0), writeTwo(*two, 0.1);
  for (const std::size_t rows : {300u, 900u}) {
    writeOne.writeUpTo(rows);
    writeTwo.writeUpTo(rows + 50);
    for (int i = 0; i < 40; ++i) board.tick(true);
    ASSERT_FALSE(pane("energy")->area()->curves().empty());
    EXPECT_EQ(pane("energy")->area()->curves().front()->lastTime(), one->time(rows - 1));
  }
}

TEST_F(Differences, OfLongRunsAreTakenInPiecewise) {
  auto one = test::syntheticRecording(200000), two = test::syntheticRecording(150000, 0.2);
  toggle("reactions");
  board.setRuns({{one, "first", QColor(0, 114, 178)}, {two, "second", QColor(213, 94, 0)}});
  double longest = 0;
  for (int i = 0; i < 2000; ++i) {
    board.tick(false);
    longest = std::max(longest, board.lastTickSeconds());
    const auto& curves = pane("reactions")->area()->curves();
    if (!curves.empty() && curves.front()->lastTime() == two->time(two->size() - 1)) break;
  }
  EXPECT_EQ(pane("reactions")->area()->curves().front()->lastTime(), two->time(two->size() - 1));
  std::printf("Differences of 150000 rows: longest tick %.1f ms\n", 1e3 * longest);
  EXPECT_LT(longest, 0.05);
}

}  // namespace
}  // namespace holonom

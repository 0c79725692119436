// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that break off: what their last steps run away to does not flatten what was before.
#include <cmath>

#include "gui/plots/runaway.h"
#include "tests/gui/plots/plot_fixture.h"

namespace holonom {
namespace {

/// A sine of amplitude 10 over two seconds that grows like 1/(t_c − t)² at its end, where steps become short.
std::shared_ptr<Recording> lockingRun(bool locks = true) {
  auto recording = std::make_shared<Recording>();
  recording->begin(
      {{"t", "s", ChannelKind::Time, ""}, {"crank.alpha", "rad/s²", ChannelKind::Acceleration, "crank"}});
  const auto accept = [&](double t, double value) {
    const double row[] = {t, value};
    StepRecord record;
    record.t = t;
    record.row = row;
    recording->accept(record);
  };
  for (int i = 0; i < 400; ++i) accept(0.005 * i, 10 * std::sin(8 * 0.005 * i));
  for (int i = 0; locks && i < 40; ++i) {
    const double left = 0.004 * std::pow(0.7, i);
    accept(2 - left, -1e-4 / (left * left));
  }
  return recording;
}

class Runaway : public test::PaneTest {
 protected:
  ChartArea* show(const std::shared_ptr<Recording>& recording, bool failed) {
    PlottedRun run{recording, "BDF, index 2", QColor(0, 114, 178)};
    run.failed = failed;
    board.setRuns({run});
    board.setTimeRange(0, 2);
    settle();
    return area("acceleration");
  }
};

TEST(RunawayTime, IsFoundWhereValuesLeaveTheMotionByOrdersOfMagnitude) {
  const auto recording = lockingRun(), whole = lockingRun(false);
  MinMaxPyramid pyramid(*recording, 1), without(*whole, 1);
  pyramid.update();
  without.update();
  const double t = runawayTime(*recording, pyramid);
  EXPECT_GT(t, 1.8);
  EXPECT_LT(t, 2);
  EXPECT_TRUE(std::isinf(runawayTime(*whole, without))) << "an ordinary end";
}

TEST_F(Runaway, OfARunThatBrokeOffIsLeftOutOfTheAxis) {
  ChartArea* chart = show(lockingRun(), true);
  EXPECT_GE(chart->valueRange().high, 10);
  EXPECT_LT(chart->valueRange().span(), 80) << "the motion is to be seen";
  const double lowest = chart->content().wholeExtent(0).low;
  EXPECT_LT(lowest, -1e6);
  keepPicture("runaway.png");
  // Zooming out once shows all of it, and resetting goes back.
  const QRectF plot = chart->plotArea();
  wheel(chart, {plot.left() - 20, plot.center().y()}, -1);
  EXPECT_LE(chart->valueRange().low, lowest);
  board.resetZoom();
  settle();
  EXPECT_LT(chart->valueRange().span(), 80);
  // Who looks at the end sees the end.
  const double left = chart->content().curves()[0]->runsAwayAt();
  ASSERT_LT(left, 2);
  board.setTimeWindow(left - 0.1 * (2 - left), 2);
  settle();
  EXPECT_LE(chart->valueRange().low, lowest);
}

TEST_F(Runaway, OfARunThatReachedItsEndIsShown) {
  EXPECT_LT(show(lockingRun(), false)->valueRange().low, -1e6);
}

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of a real run between its steps, with the read-out of the cursor.
#include <QDockWidget>
#include <cmath>
#include <cstdio>

#include "core/results/channel_curve.h"
#include "gui/plots/axis_ticks.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Curves : public WindowTest {
 protected:
  void run(double tolerance) {
    SimulationOptions options = session().options();
    options.endTime = 2;
    options.rtol = options.atol = tolerance;
    session().setOptions(options);
    session().start();
    ASSERT_TRUE(waitFor([this] { return finished(); }));
  }
};

TEST_F(Curves, OfWideStepsGoWhereTheMechanismGoesAndAreReadOutThere) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  run(1e-9);
  const auto truth = session().runs()[0]->recording();
  run(1e-3);
  const auto coarse = session().runs()[0]->recording();
  ASSERT_NE(truth, coarse);
  PlotView* pane = window_->plots().addPane("free");
  const std::string body = document().mechanism().bodies[0].name;
  pane->add({QString::fromStdString(body + ".omega")});
  ChartArea* area = pane->area();
  ASSERT_TRUE(waitFor([&] {
    return area->curves().size() == 1 && area->curves()[0]->upToDate() &&
           area->curves()[0]->sampleCount() > 4;
  }));
  const PlotCurve& curve = *area->curves()[0];
  ASSERT_LT(coarse->size(), 200u);
  const ChannelCurve reference(*truth, truth->channelIndex(body + ".omega"));
  double curved = 0, straight = 0;
  for (std::size_t row = 2; row + 1 < coarse->size(); ++row) {
    const double t = (coarse->time(row) + coarse->time(row + 1)) / 2;
    const double a = coarse->value(row, curve.channel()), b = coarse->value(row + 1, curve.channel());
    // The error of the method at the ends is no fault of the curve.
    const double off = (a - reference.at(coarse->time(row)) + b - reference.at(coarse->time(row + 1))) / 2;
    curved = std::max(curved, std::abs(curve.valueAt(t) - off - reference.at(t)));
    straight = std::max(straight, std::abs((a + b) / 2 - off - reference.at(t)));
  }
  EXPECT_LT(curved, straight / 10);
  const QRectF plot = area->plotArea();
  QTest::mouseClick(area, Qt::LeftButton, {},
                    QPoint(int(plot.left() + 0.37 * plot.width()), int(plot.center().y())));
  ASSERT_TRUE(waitFor([&] { return std::abs(window_->plots().cursorTime() - 0.74) < 0.02; }));
  EXPECT_EQ(area->readOut()[0], readableNumber(curve.valueAt(window_->plots().cursorTime())));
  if (!keepsPictures()) return;
  const auto pause = notCounted();
  PlotBoard& board = window_->plots();
  const std::vector<PlotView*> panes = board.panes();
  for (PlotView* other : panes)
    if (other != pane && other->spec().topic != PlotTopic::Acceleration) board.removePane(other);
  board.setTimeWindow(0.5, 0.75);
  for (QWidget* up = &board; up; up = up->parentWidget())
    if (auto* dock = qobject_cast<QDockWidget*>(up)) {
      dock->setFloating(true);
      dock->resize(900, 560);
      QTest::qWait(700);
      keepPicture("curves.png", dock);
      break;
    }
}

// The accelerations that index 3 computes are far off now and then; the velocities are right and stay so
// between the steps.
TEST_F(Curves, OfVelocitiesAreNotBentByTheSpikesOfIndexThree) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  const auto runAt = [&](int index, double tolerance) {
    SimulationOptions options = session().options();
    options.method = "bdf";
    options.index = index;
    options.endTime = 0.2;
    options.rtol = options.atol = tolerance;
    session().setOptions(options);
    session().start();
    EXPECT_TRUE(waitFor([this] { return finished(); }));
    return session().runs()[0]->recording();
  };
  const auto truth = runAt(2, 1e-9), spiky = runAt(3, 1e-4);
  double curved = 0, straight = 0, farthest = 0, farthestStraight = 0;
  for (std::size_t c = 0; c < spiky->channels().size(); ++c) {
    const Channel& channel = spiky->channels()[c];
    if (channel.kind != ChannelKind::Velocity) continue;
    const ChannelCurve curve(*spiky, int(c)), reference(*truth, truth->channelIndex(channel.name));
    for (std::size_t row = 1; row + 1 < spiky->size(); ++row) {
      const double t = (spiky->time(row) + spiky->time(row + 1)) / 2;
      const double a = spiky->value(row, int(c)), b = spiky->value(row + 1, int(c));
      const double off = (a - reference.at(spiky->time(row)) + b - reference.at(spiky->time(row + 1))) / 2;
      const double error = std::abs(curve.at(t) - off - reference.at(t)),
                   ofLine = std::abs((a + b) / 2 - off - reference.at(t));
      curved += error * error, straight += ofLine * ofLine;
      farthest = std::max(farthest, error), farthestStraight = std::max(farthestStraight, ofLine);
    }
  }
  std::printf(
      "[ measured ] velocities between the steps of index 3: rms %.3g of that of lines, largest %.3g\n",
      std::sqrt(curved / straight), farthest / farthestStraight);
  EXPECT_LT(curved, 0.25 * straight);
  EXPECT_LT(farthest, farthestStraight);
}

TEST_F(Curves, EmptyPanesHaveTheTimeAxisOfTheModelThatIsOpen) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  run(1e-4);
  PlotBoard& plots = window_->plots();
  playback().setTime(1);
  ASSERT_TRUE(waitFor([&] { return find<QLabel>("cursorTime")->text().contains("t = 1"); }));
  plots.setTimeWindow(0.5, 0.7);
  ASSERT_TRUE(document().openNamed("slider_crank"));
  EXPECT_TRUE(waitFor([&] {
    return plots.timeWindow() == (AxisRange{0, session().options().endTime});
  })) << plots.timeWindow().high;
  EXPECT_TRUE(waitFor([&] { return find<QLabel>("cursorTime")->text().isEmpty(); }))
      << find<QLabel>("cursorTime")->text().toStdString();
  SimulationOptions options = session().options();
  options.endTime = 7;
  session().setOptions(options);
  EXPECT_TRUE(waitFor([&] { return plots.timeWindow().high == 7; })) << "and of the run to come";
}

}  // namespace
}  // namespace holonom

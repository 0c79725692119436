// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of a real run between its steps, with the read-out of the cursor.
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
  ASSERT_TRUE(waitFor([&] { return area->curves().size() == 1 && area->curves()[0]->upToDate() && area->curves()[0]->sampleCount() > 4; }));
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
  QTest::mouseClick(area, Qt::LeftButton, {}, QPoint(int(plot.left() + 0.37 * plot.width()), int(plot.center().y())));
  ASSERT_TRUE(waitFor([&] { return std::abs(window_->plots().cursorTime() - 0.74) < 0.02; }));
  EXPECT_EQ(area->readOut()[0], readableNumber(curve.valueAt(window_->plots().cursorTime())));
  keepPicture("curves.png");
}

}  // namespace
}  // namespace holonom

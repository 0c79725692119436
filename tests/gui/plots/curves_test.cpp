// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn between the steps of a run.
#include "gui/plots/plot_palette.h"
#include "tests/gui/plots/plot_fixture.h"

namespace holonom {
namespace {

/// Eight steps in ten seconds: each is as wide as a finger.
class WideSteps : public test::PaneTest {
 protected:
  WideSteps() {
    using enum ChannelKind;
    auto recording = std::make_shared<Recording>();
    recording->begin({{"t", "s", Time, ""},
                      {"rod.x", "m", Position, "rod"},
                      {"rod.vx", "m/s", Velocity, "rod"},
                      {"pin.lambda1", "N", Multiplier, "pin"},
                      {"step.h", "s", Step, ""}});
    for (int i = 0; i <= 8; ++i) {
      const double t = 1.25 * i;
      const std::vector<double> row{t, std::sin(t), std::cos(t), i == 4 ? 50. : 1 + t, i ? 1.25 : 0};
      StepRecord record;
      record.t = t;
      record.row = row;
      record.restarted = i == 1;
      recording->accept(record);
    }
    board.setRuns({{recording, "wide", QColor(0, 114, 178)}});
    board.setTimeRange(0, 10);
    for (const char* name : {"rod.x", "pin.lambda1"}) {
      panes_.push_back(board.addPane("free"));
      panes_.back()->add({name});
    }
    settle();
  }
  /// Height of the drawn line at a time, in axis coordinates.
  static double drawnAt(const ChartArea& area, double t) {
    const ChartFrame frame{area.plotArea(), area.horizontalRange(), {area.valueRange(), area.valueRange(1)}};
    const QList<QPointF> points = area.content().drawing().points(area.content().set(), 0, frame);
    for (qsizetype k = 1; k < points.size(); ++k)
      if (points[k].x() >= t && points[k].x() > points[k - 1].x())
        return points[k - 1].y() + (points[k].y() - points[k - 1].y()) * (t - points[k - 1].x()) /
                                       (points[k].x() - points[k - 1].x());
    return points.back().y();
  }
  std::vector<PlotView*> panes_;
};

TEST_F(WideSteps, AreFollowedByTheCurveAndTheReadOutIsOnIt) {
  const ChartArea& area = *panes_[0]->area();
  const PlotCurve& curve = *area.curves()[0];
  EXPECT_EQ(curve.sampleCount(), 9u) << "dots mark what was computed";
  EXPECT_GT(curve.drawn().size(), 60u);
  const double pixel = area.valueRange().span() / area.plotArea().height();
  for (double t = 0.01; t < 10; t += 0.07) {
    EXPECT_NEAR(drawnAt(area, t), curve.valueAt(t), 0.5 * pixel) << t;
    EXPECT_NEAR(curve.valueAt(t), std::sin(t), std::pow(1.25, 4) / 384 * 1.01) << t;
  }
  EXPECT_GT(area.valueRange().high, 0.999) << "the axis has room for what lies between the steps";
  // Wherever the mouse is, the value beside the name is that of the line under it.
  const QRectF plot = area.plotArea();
  for (const double part : {0.21, 0.47, 0.83}) {
    QTest::mouseClick(panes_[0]->area(), Qt::LeftButton, {},
                      QPoint(int(plot.left() + part * plot.width()), int(plot.center().y())));
    EXPECT_NEAR(board.cursorTime(), 10 * part, 0.05);
    ASSERT_EQ(area.readOut().size(), 1);
    EXPECT_EQ(area.readOut()[0], readableNumber(curve.valueAt(board.cursorTime())));
  }
  // Deep within one step the line goes on to both borders.
  board.setTimeWindow(1.5, 1.6);
  settle();
  for (double t = 1.5; t <= 1.6; t += 0.01)
    EXPECT_NEAR(drawnAt(area, t), curve.valueAt(t), area.valueRange().span() * 2e-3) << t;
}

TEST_F(WideSteps, ASpikeIsNeitherRoundedNorAnsweredByOvershoot) {
  const PlotCurve& curve = *panes_[1]->area()->curves()[0];
  double largest = 0, smallest = 1e9;
  for (const PlotPoint& point : curve.drawn()) {
    largest = std::max(largest, point.y);
    smallest = std::min(smallest, point.y);
    if (point.x < 3.75 || point.x > 6.25) EXPECT_NEAR(point.y, 1 + point.x, 0.7);
  }
  EXPECT_EQ(largest, 50);
  EXPECT_EQ(smallest, 1);
}

TEST_F(WideSteps, PhasePlotsFollowTheWayWithinSteps) {
  panes_[0]->add({"rod.vx"});
  panes_[0]->setForm(kPhaseForm);
  settle();
  const ChartArea& area = *panes_[0]->area();
  ASSERT_GT(area.curves()[0]->phase().size(), 100u);
  for (const PhasePoint& point : area.curves()[0]->phase()) EXPECT_NEAR(point.x, std::sin(point.t), 7e-3);
  const auto at = phasePointAt(area.content().set(), 0, 2);
  ASSERT_TRUE(at.has_value());
  double least = 1;
  for (const PhasePoint& point : area.curves()[0]->phase())
    least = std::min(least, std::hypot(point.x - at->x(), point.y - at->y()));
  EXPECT_LT(least, 0.06) << "the disc of the cursor lies on the line";
}

TEST_F(WideSteps, CostNothingWhereStepsAreNarrow) {
  board.setRuns({{test::syntheticRecording(10000), "dense", Qt::blue}});
  settle();
  for (PlotView* view : board.panes())
    for (const auto& curve : view->area()->curves())
      if (curve->recording().channels()[std::size_t(curve->channel())].kind != ChannelKind::Step)
        EXPECT_EQ(curve->drawn().size(), curve->sampled().size());
}

/// Beside other runs the channels of a run are shades of its colour: a pale one must not look like what
/// recedes.
TEST(Palette, WhateverStandsOutIsStrongerThanAllThatRecedes) {
  if (!qApp) GTEST_SKIP() << "needs a display";
  int palest = 0, darkest = 255;
  for (const QColor& run :
       {QColor(0, 114, 178), QColor(213, 94, 0), QColor(0, 158, 115), QColor(204, 121, 167)})
    for (int channel = 0; channel < 4; ++channel) {
      const QColor colour = curveColour(run, 4, channel);
      palest = std::max(palest, standingOut(colour).lightness());
      darkest = std::min(darkest, receding(colour).lightness());
    }
  EXPECT_GT(darkest, palest + 40);
}

}  // namespace
}  // namespace holonom

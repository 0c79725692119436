// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_board.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>
#include <QWheelEvent>
#include <algorithm>
#include <cstdio>
#include <thread>

#include "core/base/thread_clock.h"
#include "gui/plots/channel_selector.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_view.h"
#include "tests/gui/plots/synthetic_run.h"

namespace holonom {
namespace {

const QColor kBlue(0, 114, 178), kRed(213, 94, 0);

class PlotBoardTest : public testing::Test {
 protected:
  PlotBoardTest() {
    board.resize(900, 700);
    board.show();
    QApplication::processEvents();
  }
  PlotView* view(const char* key) { return board.findChild<PlotView*>(QStringLiteral("plot.") + key); }
  ChartArea* area(const char* key) { return view(key)->area(); }
  void settle() {
    for (const int ticks : {10, 30}) {  // panes of outputs come first and find their places
      for (int i = 0; i < ticks; ++i) board.tick(false);
      QApplication::processEvents();
    }
  }
  static bool shows(const ChartArea* area, double value) {
    for (const auto& curve : area->curves())
      for (const auto& point : curve->sampled())
        if (point.y > value) return true;
    return false;
  }
  // Pixels inside the plot's area that have about the curve's colour.
  static int coloured(ChartArea* area, const QColor& colour) {
    const QImage image = area->grab().toImage();
    const QRect inside = area->plotArea().toRect().adjusted(1, 1, -1, -1);
    int count = 0;
    for (int y = inside.top(); y <= inside.bottom(); ++y)
      for (int x = inside.left(); x <= inside.right(); ++x) {
        const QColor pixel = image.pixelColor(x, y);
        count += std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) +
                     std::abs(pixel.blue() - colour.blue()) <
                 90;
      }
    return count;
  }
  static void wheel(ChartArea* area, QPointF at, int notches, Qt::KeyboardModifiers modifiers = {}) {
    QWheelEvent event(at, area->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(area, &event);
  }
  PlotBoard board;
};

TEST_F(PlotBoardTest, SpikeWrittenByAnotherThreadIsInTheDrawnCurve) {
  auto recording = std::make_shared<Recording>();
  board.setRuns({{recording, "BDF, index 3", kBlue}});
  board.setTimeRange(0, 30);
  std::jthread writer([&] {
    test::SyntheticWriter rows(*recording, 0);
    for (std::size_t n = 100; n <= 30000; n += 100) rows.writeUpTo(n);
  });
  while (recording->size() < 30000) {
    board.tick(true);
    QApplication::processEvents();
  }
  writer.join();
  settle();
  EXPECT_TRUE(view("reactions")->shown().contains("pin.lambda1"));
  EXPECT_TRUE(shows(area("reactions"), 700));
  EXPECT_GT(area("reactions")->valueRange().high, 700);
  board.setTimeWindow(4.5, 5.5);  // the spike is at 5 s
  settle();
  EXPECT_TRUE(shows(area("reactions"), 700));
  board.setTimeWindow(8, 9);
  settle();
  EXPECT_FALSE(shows(area("reactions"), 700));
}

TEST_F(PlotBoardTest, DefaultsAreChannelsThatVaryWithOneUnit) {
  board.setRuns({{test::syntheticRecording(2000), "run", kBlue}});
  settle();
  const QStringList shown = view("acceleration")->shown();
  ASSERT_EQ(shown.size(), 3);
  for (const QString& name : shown)
    EXPECT_TRUE(name.endsWith(".ax") || name.endsWith(".ay")) << name.toStdString();
  EXPECT_EQ(view("energy")->shown().size(), 4);
  EXPECT_EQ(view("drift")->shown().size(), 3);
  EXPECT_EQ(view("order")->shown(), QStringList("step.order"));
  EXPECT_EQ(view("stepSize")->shown(), QStringList("step.h"));
}

TEST_F(PlotBoardTest, ClickAndDragMoveTheTimeCursor) {
  board.setRuns({{test::syntheticRecording(10000), "run", kBlue}});
  board.setTimeRange(0, 10);
  settle();
  QSignalSpy moved(&board, &PlotBoard::cursorMoved);
  ChartArea* plot = area("energy");
  const QPoint middle = plot->plotArea().center().toPoint();
  QTest::mouseClick(plot, Qt::LeftButton, {}, middle);
  ASSERT_EQ(moved.count(), 1);
  EXPECT_NEAR(moved[0][0].toDouble(), 5, 0.05);
  QTest::mousePress(plot, Qt::LeftButton, {}, middle);
  QTest::mouseMove(plot, middle + QPoint(40, 0));
  QTest::mouseRelease(plot, Qt::LeftButton, {}, middle + QPoint(40, 0));
  EXPECT_GT(moved.back()[0].toDouble(), 5.3);
  const QImage before = area("order")->grab().toImage();
  board.setCursorTime(2);
  EXPECT_NE(before, area("order")->grab().toImage());
  EXPECT_EQ(moved.count(), 3) << "setCursorTime must not echo";
}

TEST_F(PlotBoardTest, WheelBoxAndDoubleClickZoom) {
  board.setRuns({{test::syntheticRecording(10000), "run", kBlue}});
  board.setTimeRange(0, 10);
  settle();
  ChartArea* plot = area("acceleration");
  const QPointF centre = plot->plotArea().center();
  const AxisRange whole = plot->window();
  wheel(plot, centre, 3);
  EXPECT_NEAR(plot->window().span(), whole.span() / std::pow(1.25, 3), 0.01);
  EXPECT_EQ(area("order")->window(), plot->window()) << "time axes are linked";

  board.resetZoom();
  const double height = plot->valueRange().span();
  wheel(plot, centre, 3);
  const AxisRange other = area("energy")->valueRange();
  wheel(plot, centre, 2, Qt::ControlModifier);
  EXPECT_LT(plot->valueRange().span(), 0.7 * height);
  EXPECT_EQ(area("energy")->valueRange(), other);

  const double from = plot->timeAt(centre.x() - 50), to = plot->timeAt(centre.x() + 50);
  QTest::mousePress(plot, Qt::RightButton, {}, centre.toPoint() - QPoint(50, 30));
  QTest::mouseMove(plot, centre.toPoint() + QPoint(50, 30));
  QTest::mouseRelease(plot, Qt::RightButton, {}, centre.toPoint() + QPoint(50, 30));
  EXPECT_NEAR(plot->window().low, from, 0.05);
  EXPECT_NEAR(plot->window().high, to, 0.05);

  QTest::mouseDClick(plot, Qt::LeftButton, {}, centre.toPoint());
  settle();
  EXPECT_EQ(plot->window(), whole);
  // summaries of many rows are kept in single precision
  EXPECT_NEAR(plot->valueRange().span(), height, 1e-6 * height);
}

TEST_F(PlotBoardTest, EventsAreDrawnAndNamed) {
  const auto record = [](bool withEvent) {
    auto recording = std::make_shared<Recording>();
    recording->begin(test::syntheticChannels());
    std::vector<double> row(test::syntheticChannels().size());
    const std::vector<Event> hit{{5, "stop 'floor': lower limit", "is hit"}};
    for (std::size_t i = 0; i <= 1000; ++i) {
      test::syntheticRow(i, 0.01 * double(i), 0.01, 0, row);
      StepRecord step{.t = row[0], .row = row};
      if (withEvent && i == 500) step.events = hit;
      recording->accept(step);
    }
    return recording;
  };
  ChartArea* plot = area("order");
  board.setRuns({{record(false), "run", kBlue}});
  board.setTimeRange(0, 10);
  settle();
  const QImage without = plot->grab().toImage();
  EXPECT_TRUE(plot->tipAt({plot->plotArea().center().x(), plot->plotArea().center().y()}).isEmpty());
  board.setRuns({{record(true), "run", kBlue}});
  settle();
  const QImage with = plot->grab().toImage();
  ASSERT_EQ(with.size(), without.size());
  const double ratio = plot->devicePixelRatioF(), x = plot->plotArea().center().x();
  int inColumn = 0, elsewhere = 0;
  for (int px = 0; px < with.width(); ++px)
    for (int py = 0; py < with.height(); ++py)
      if (with.pixel(px, py) != without.pixel(px, py))
        ++(std::abs(px / ratio - x) <= 2 ? inColumn : elsewhere);
  EXPECT_GT(inColumn, plot->plotArea().height() / 4);
  EXPECT_EQ(elsewhere, 0);
  EXPECT_TRUE(plot->tipAt({x, plot->plotArea().center().y()}).contains("stop 'floor': lower limit is hit"))
      << plot->tipAt({x, plot->plotArea().center().y()}).toStdString();
  EXPECT_TRUE(plot->tipAt({x + 20, plot->plotArea().center().y()}).isEmpty());
}

TEST_F(PlotBoardTest, LogarithmicPlotDrawsItsCurvesInSpiteOfZeros) {
  board.setRuns({{test::syntheticRecording(10000), "run", kBlue}});
  board.setTimeRange(0, 10);
  settle();
  EXPECT_GT(coloured(area("drift"), kBlue), 200);     // position, zero in every fiftieth row
  EXPECT_GT(coloured(area("stepSize"), kBlue), 200);  // zero in the first row
}

TEST_F(PlotBoardTest, DriftThatIsAlwaysZeroAndConstantCurvesAreDrawn) {
  auto recording = std::make_shared<Recording>();
  recording->begin({{"t", "s", ChannelKind::Time, ""},
                    {"rod.ax", "m/s²", ChannelKind::Acceleration, "rod"},
                    {"drift.position", "m", ChannelKind::Drift, ""},
                    {"step.h", "s", ChannelKind::Step, ""},
                    {"step.order", "", ChannelKind::Step, ""}});
  for (int i = 0; i <= 1000; ++i) {
    const std::vector<double> row{i * 0.01, 9.81, 0, i == 0 ? 0 : 0.01, i == 0 ? 0.0 : 2.0};
    StepRecord record;
    record.row = row;
    recording->accept(record);
  }
  board.setRuns({{recording, "run", kBlue}});
  board.setTimeRange(0, 10);
  settle();
  for (const char* key : {"acceleration", "drift", "stepSize", "order"})
    EXPECT_GT(coloured(area(key), kBlue), 200) << key;
}

TEST_F(PlotBoardTest, ChoiceSurvivesNewRunsAndTheSavedState) {
  board.setRuns({{test::syntheticRecording(1000), "first", kBlue}});
  settle();
  view("reactions")->choose({"hinge.lambda2", "gone.lambda1"});
  board.setRuns({{test::syntheticRecording(500, 0.2), "first", kBlue},
                 {test::syntheticRecording(500, 0.4), "second", kRed}});
  settle();
  EXPECT_EQ(area("reactions")->curves().size(), 2u);  // one channel exists, two runs
  const QByteArray state = board.saveState();

  PlotBoard other;
  other.restoreState(state);
  other.restoreState("{ not json");
  other.restoreState("{\"version\": 99}");
  other.setRuns({{test::syntheticRecording(500), "run", kBlue}});
  auto* restored = other.findChild<PlotView*>("plot.reactions");
  EXPECT_EQ(restored->shown(), QStringList({"hinge.lambda2", "gone.lambda1"}));
  EXPECT_EQ(other.saveState(), state);
}

TEST_F(PlotBoardTest, SelectorTicksChannelsGroupedByPart) {
  board.setRuns({{test::syntheticRecording(1000), "run", kBlue}});
  settle();
  ChannelSelector* selector = view("reactions")->selector();
  emit selector->menu()->aboutToShow();
  QTreeWidget* list = selector->list();
  ASSERT_EQ(list->topLevelItemCount(), 2);  // pin, hinge
  const std::size_t before = area("reactions")->curves().size();
  QTreeWidgetItem* item = nullptr;
  for (int g = 0; g < 2; ++g)
    for (int i = 0; i < list->topLevelItem(g)->childCount(); ++i)
      if (list->topLevelItem(g)->child(i)->checkState(0) == Qt::Unchecked)
        item = list->topLevelItem(g)->child(i);
  ASSERT_NE(item, nullptr);
  item->setCheckState(0, Qt::Checked);
  EXPECT_EQ(area("reactions")->curves().size(), before + 1);
  item->setCheckState(0, Qt::Unchecked);
  EXPECT_EQ(area("reactions")->curves().size(), before);
}

TEST_F(PlotBoardTest, TimeAxesStandInLineAndTheBoardAdaptsToItsWidth) {
  settle();
  for (const char* key : {"reactions", "drift", "energy", "order", "stepSize"})
    EXPECT_EQ(area(key)->plotArea().left(), area("acceleration")->plotArea().left()) << key;
  EXPECT_EQ(view("acceleration")->y(), view("reactions")->y());
  board.resize(450, 900);
  QApplication::processEvents();
  EXPECT_LT(view("acceleration")->y(), view("reactions")->y());
  EXPECT_GE(area("acceleration")->plotArea().height(), 50);
}

TEST_F(PlotBoardTest, EmptyBoardAndRunsWithoutRowsTickQuietly) {
  settle();
  board.setRuns({{std::make_shared<Recording>(), "none", kBlue}, {nullptr, "null", kRed}});
  board.setTimeRange(1, 0);
  board.setTimeRange(0, 0);
  board.setCursorTime(3);
  settle();
  board.setRuns({});
  settle();
  EXPECT_LT(board.lastTickSeconds(), 0.01);
}

TEST_F(PlotBoardTest, MillionRowsOfTwoRunsStayResponsive) {
  auto first = std::make_shared<Recording>(), second = std::make_shared<Recording>();
  test::SyntheticWriter a(*first, 0), b(*second, 0.2);
  const std::size_t rows = 1000000;
  a.writeUpTo(rows);
  b.writeUpTo(rows);
  board.setRuns({{first, "BDF, index 3", kBlue}, {second, "BDF, index 2", kRed}});
  board.setTimeRange(0, 1100);
  double opening = 0;
  for (int i = 0; i < 60; ++i) {
    board.tick(true);
    opening = std::max(opening, board.lastTickSeconds());
  }
  std::vector<double> live;
  for (std::size_t i = 1; i <= 60; ++i) {
    a.writeUpTo(rows + 500 * i);
    b.writeUpTo(rows + 500 * i);
    board.tick(true);
    QApplication::processEvents();
    live.push_back(board.lastTickSeconds());
  }
  std::sort(live.begin(), live.end());
  const ThreadClock clock;
  board.setTimeWindow(100, 900);  // every plot anew, at full resolution
  const double zoom = clock.seconds();
  std::printf(
      "1e6 rows, 2 runs, 6 plots: opening at most %.1f ms per tick; live median %.1f, largest %.1f ms; zoom "
      "%.1f ms\n",
      opening * 1e3, live[live.size() / 2] * 1e3, live.back() * 1e3, zoom * 1e3);
  for (const char* key : {"acceleration", "reactions", "drift", "energy", "order", "stepSize"})
    for (const auto& curve : area(key)->curves()) EXPECT_GT(curve->lastTime(), 900) << key;
  board.resetZoom();
  settle();
  EXPECT_TRUE(shows(area("reactions"), 700));
  EXPECT_LT(live[live.size() / 2], 0.25);
}

}  // namespace
}  // namespace holonom

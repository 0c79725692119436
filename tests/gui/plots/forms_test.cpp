// SPDX-License-Identifier: GPL-3.0-or-later
// Forms of a pane: two value axes, logarithms, phase plots, spectra, tables; cursors and statistics.
#include <QLabel>
#include <QSignalSpy>
#include <QTableWidget>
#include <QThread>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "core/base/thread_clock.h"
#include "gui/base/drag_types.h"
#include "gui/plots/forms/table_form.h"
#include "gui/plots/plot_palette.h"
#include "gui/plots/range_statistics.h"
#include "gui/plots/spectrum.h"
#include "gui/plots/statistics_strip.h"
#include "tests/gui/plots/plot_fixture.h"

namespace holonom {
namespace {

using std::numbers::pi;
using test::recordingOf;

TEST(Spectrum, FindsFrequencyAndAmplitudeInUnevenSteps) {
  const auto recording = recordingOf(
      [](double t) { return 5 + 3 * std::sin(2 * pi * 7 * t) + 0.5 * std::cos(2 * pi * 31 * t); }, 4, 9000);
  const auto lines = amplitudeSpectrum(*recording, 1, 0, 4);
  ASSERT_GT(lines.size(), 4000u);
  const auto near = [&](double f) {
    double best = 0;
    for (const auto& line : lines)
      if (std::abs(line.frequency - f) < 0.6) best = std::max(best, line.amplitude);
    return best;
  };
  EXPECT_NEAR(lines[0].frequency, 0.25, 1e-12);
  EXPECT_NEAR(near(7), 3, 0.03);
  EXPECT_NEAR(near(31), 0.5, 0.01);
  EXPECT_LT(near(18), 0.005) << "the mean of 5 is not in it";
  EXPECT_TRUE(amplitudeSpectrum(*recording, 1, 1, 1).empty());
  EXPECT_TRUE(amplitudeSpectrum(*recording, 1, 100, 200).empty());
}

TEST(Spectrum, DenseStepsDoNotComeBackAsSlowOnes) {
  // 600 000 rows are averaged into 2^18 samples; a sine of 20 000 Hz lies above what these can tell, 13 107
  // Hz.
  const auto recording = recordingOf(
      [](double t) { return std::sin(2 * pi * 20000 * t) + std::sin(2 * pi * 50 * t); }, 10, 600000);
  double slow = 0, alias = 0;
  for (const auto& line : amplitudeSpectrum(*recording, 1, 0, 10)) {
    if (std::abs(line.frequency - 50) < 1) slow = std::max(slow, line.amplitude);
    // where 20 000 Hz would fold to
    if (std::abs(line.frequency - 6214) < 50) alias = std::max(alias, line.amplitude);
  }
  EXPECT_NEAR(slow, 1, 0.01);
  EXPECT_LT(alias, 0.35);
}

TEST(Statistics, AreIntegralsOverTime) {
  const auto sine = recordingOf([](double t) { return 2 + std::sin(2 * pi * t); }, 3, 4000);
  const RangeStatistics whole = statisticsOf(*sine, 1, 0, 3);
  EXPECT_NEAR(whole.mean, 2, 1e-5);
  EXPECT_NEAR(whole.rms, std::sqrt(4.5), 1e-5);
  EXPECT_NEAR(whole.maximum, 3, 1e-5);
  EXPECT_NEAR(std::fmod(whole.timeOfMaximum, 1), 0.25, 2e-3);
  EXPECT_NEAR(statisticsOf(*sine, 1, 0.5, 1).mean, 2 - 2 / pi, 1e-4);
  // A straight line is met exactly between two rows as well.
  const auto line = recordingOf([](double t) { return 4 * t; }, 1, 3);
  const RangeStatistics part = statisticsOf(*line, 1, 0.4, 0.5);
  EXPECT_NEAR(part.mean, 1.8, 1e-12);
  EXPECT_NEAR(part.rms, std::sqrt((1.6 * 1.6 + 1.6 * 2 + 4) / 3), 1e-12);
  EXPECT_TRUE(std::isnan(statisticsOf(*line, 1, 7, 8).mean));
}

/// Between two rows as well: a mean outside of the extremes would be nonsense.
TEST(Statistics, ExtremesAreThoseOfTheCurve) {
  Recording recording;
  recording.begin({{"t", "s", ChannelKind::Time, ""},
                   {"a.x", "m", ChannelKind::Position, "a"},
                   {"a.vx", "m/s", ChannelKind::Velocity, "a"},
                   {"step.h", "s", ChannelKind::Step, ""}});
  for (int i = 0; i <= 12; ++i) {
    const double t = 0.5 * i, row[] = {t, std::sin(t), std::cos(t), i > 0 ? 0.5 : 0.};
    StepRecord record;
    record.t = t;
    record.row = row;
    recording.accept(record);
  }
  const RangeStatistics whole = statisticsOf(recording, 1, 0, 6);
  EXPECT_NEAR(whole.maximum, 1, 2e-4) << "no row is at a summit";
  EXPECT_NEAR(whole.timeOfMaximum, pi / 2, 5e-3);
  EXPECT_NEAR(whole.minimum, -1, 2e-4);
  EXPECT_NEAR(whole.timeOfMinimum, 3 * pi / 2, 5e-3);
  for (double t = 0.05; t < 5.7; t += 0.13) {
    const RangeStatistics part = statisticsOf(recording, 1, t, t + 0.2);
    EXPECT_LE(part.minimum, part.mean) << t;
    EXPECT_GE(part.maximum, part.mean) << t;
    EXPECT_NEAR(part.minimum,
                std::min({std::sin(t), std::sin(t + 0.2), t < 3 * pi / 2 && t + 0.2 > 3 * pi / 2 ? -1. : 1.}),
                2e-4)
        << t;
    EXPECT_NEAR(part.mean, (std::cos(t) - std::cos(t + 0.2)) / 0.2, 2e-4) << t;
  }
}

class Forms : public test::PaneTest {};

TEST_F(Forms, UnitsThatDifferGetTwoAxes) {
  PlotView* free = board.addPane("free");
  free->add({"crank.x"});
  settle();
  const double whole = area("energy")->plotArea().width();
  ASSERT_EQ(free->x(), pane("energy")->x()) << "they stand above each other";
  ASSERT_NE(free->x(), pane("order")->x());
  EXPECT_FALSE(free->area()->hasRightAxis());
  free->add({"rod.alpha"});
  settle();
  EXPECT_TRUE(free->area()->hasRightAxis());
  EXPECT_LT(free->area()->valueRange(0).high, 1);
  EXPECT_GT(free->area()->valueRange(1).high, 200);
  EXPECT_LT(area("energy")->plotArea().width(), whole)
      << "panes of the column make room: time axes stand in line";
  EXPECT_GT(area("energy")->plotArea().width(), whole - 60) << "as much as the numbers need";
  EXPECT_EQ(area("energy")->plotArea().right(), free->area()->plotArea().right());
  EXPECT_EQ(area("order")->plotArea().width(), whole) << "and no others";
  keepPicture("two-axes.png");
  free->setSide("rod.alpha", 0);
  settle();
  EXPECT_FALSE(free->area()->hasRightAxis());
  EXPECT_GT(free->area()->valueRange(0).high, 200);
  EXPECT_FALSE(area("drift")->hasRightAxis()) << "levels of drift are compared by their powers of ten";
}

TEST_F(Forms, APaneThatWasAPhasePlotStandsInLineAgain) {
  PlotView* free = board.addPane("free");
  free->add({"crank.x", "rod.alpha"});
  settle();
  free->setForm(kPhaseForm);
  settle();
  free->area()->setRightRoom(free->area()->neededRightRoom() + 2);  // its numbers were longer
  settle();
  free->setForm(kTimeForm);
  settle();
  EXPECT_TRUE(free->area()->hasRightAxis());
  EXPECT_EQ(area("energy")->plotArea().right(), free->area()->plotArea().right());
}

TEST_F(Forms, TheWheelOverOneAxisLeavesTheOther) {
  PlotView* free = board.addPane("free");
  free->add({"crank.x", "rod.alpha"});
  settle();
  ChartArea* plot = free->area();
  const AxisRange left = plot->valueRange(0), right = plot->valueRange(1);
  wheel(plot, {plot->plotArea().right() + 20, plot->plotArea().center().y()}, 2);
  EXPECT_EQ(plot->valueRange(0), left);
  EXPECT_NEAR(plot->valueRange(1).span(), right.span() / 1.25 / 1.25, 1e-9 * right.span());
}

TEST_F(Forms, LogarithmicAxisByTheKeyboard) {
  turnTo(pane("energy"));
  const AxisRange linear = area("energy")->valueRange();
  key(Qt::Key_L, Qt::ControlModifier);
  EXPECT_TRUE(pane("energy")->selection().isLogarithmic());
  EXPECT_NE(area("energy")->valueRange(), linear);
  EXPECT_NEAR(area("energy")->valueRange().high, 1, 1e-12);  // up to 10 J
  key(Qt::Key_L, Qt::ControlModifier);
  EXPECT_NEAR(area("energy")->valueRange().high, linear.high, 1e-12);
}

TEST_F(Forms, PhasePlotIsACircleWithThePresentPointOnIt) {
  PlotView* free = board.addPane("free");
  free->add({"crank.x", "crank.y"});
  turnTo(free);
  key(Qt::Key_2, Qt::ControlModifier);
  ASSERT_EQ(free->form().key, kPhaseForm);
  const auto& content = free->area()->content();
  ASSERT_EQ(content.curves().size(), 1u) << "crank.x has become the axis";
  ASSERT_GT(content.curves()[0]->phase().size(), 1000u);
  for (const PhasePoint& point : content.curves()[0]->phase())
    EXPECT_NEAR(std::hypot(point.x, point.y), 0.1, 1e-12);
  EXPECT_GT(free->area()->horizontalRange().high, 0.1);
  const auto at = phasePointAt(content.set(), 0, 2.0);
  ASSERT_TRUE(at.has_value());
  EXPECT_NEAR(at->x(), 0.1 * std::cos(4.0), 1e-5);
  EXPECT_NEAR(at->y(), 0.1 * std::sin(4.0), 1e-5);
  const QImage before = free->area()->grab().toImage();
  board.setCursorTime(2);
  EXPECT_NE(free->area()->grab().toImage(), before) << "the point of the cursor is drawn";
  // A click on the curve leads to the time at which it was there.
  QSignalSpy moved(&board, &PlotBoard::cursorMoved);
  const QRectF plot = free->area()->plotArea();
  const AxisRange x = free->area()->horizontalRange(), y = free->area()->valueRange();
  QTest::mouseClick(free->area(), Qt::LeftButton, {},
                    QPoint(int(plot.left() + (0.0 - x.low) / x.span() * plot.width()),
                           int(plot.bottom() - (0.1 - y.low) / y.span() * plot.height())));
  ASSERT_EQ(moved.count(), 1);
  EXPECT_NEAR(std::sin(2 * moved[0][0].toDouble()), 1, 0.01);
  // The window of time is what is drawn.
  board.setTimeWindow(1, 1.5);
  settle();
  for (const PhasePoint& point : content.curves()[0]->phase()) EXPECT_LE(point.t, 1.5);
}

TEST_F(Forms, APhasePlotUsesTheLeftAxis) {
  PlotView* free = board.addPane("free");
  free->add({"beta", "crank.x", "crank.y"});  // angles to the left, lengths to the right
  settle();
  EXPECT_TRUE(free->area()->hasRightAxis());
  turnTo(free);
  key(Qt::Key_2, Qt::ControlModifier);
  settle();
  ASSERT_EQ(free->selection().abscissa(), "beta");
  EXPECT_FALSE(free->area()->hasRightAxis()) << "what is left has one unit";
  EXPECT_EQ(free->area()->content().curves().size(), 2u);
}

TEST_F(Forms, APhasePlotOfOneQuantityAsksForAnother) {
  PlotView* free = board.addPane("free");
  free->add({"beta"});
  turnTo(free);
  key(Qt::Key_2, Qt::ControlModifier);
  settle();
  EXPECT_TRUE(free->area()->content().curves().empty());
  EXPECT_TRUE(free->area()->hint().contains("a second quantity"));
  free->add({"crank.x"});
  EXPECT_EQ(free->area()->content().curves().size(), 1u);
}

TEST_F(Forms, CurvesKeepRoomAboveTheirStatistics) {
  PlotView* energy = pane("energy");
  turnTo(energy);
  const int before = energy->area()->minimumHeight();
  key(Qt::Key_I, Qt::ControlModifier);
  EXPECT_GE(energy->area()->minimumHeight(), 80);
  EXPECT_GT(energy->area()->minimumHeight(), before);
  key(Qt::Key_I, Qt::ControlModifier);
  EXPECT_EQ(energy->area()->minimumHeight(), before);
}

TEST_F(Forms, DroppingOnTheHorizontalAxisMakesAPhasePlot) {
  PlotView* free = board.addPane("free");
  free->add({"crank.y"});
  settle();
  const QPoint axis = free->area()->mapTo(
      free, QPoint(int(free->area()->plotArea().center().x()), free->area()->height() - 4));
  ASSERT_TRUE(drop(free, axis, kChannelMime, "beta"));
  settle();
  EXPECT_EQ(free->form().key, kPhaseForm);
  EXPECT_EQ(free->selection().abscissa(), "beta");
  EXPECT_EQ(free->area()->horizontalTitle(), "beta");
  EXPECT_EQ(free->shown(), QStringList("crank.y"));
}

TEST_F(Forms, SpikesStayInPhasePlotsOfLongRuns) {
  board.setRuns({{test::syntheticRecording(300000), "long", Qt::blue}});
  board.setTimeRange(0, 300);
  PlotView* free = board.addPane("free");
  free->add({"beta", "pin.lambda1"});
  free->setForm(kPhaseForm);
  settle();
  double largest = 0;
  for (const PhasePoint& point : free->area()->curves()[0]->phase()) largest = std::max(largest, point.y);
  EXPECT_GT(largest, 700);
  EXPECT_LT(free->area()->curves()[0]->phase().size(), 12000u);
}

TEST_F(Forms, FrequenciesOfTheVisibleRange) {
  PlotView* free = board.addPane("free");
  free->add({"slider.x"});  // 0.1 cos(4 t): 0.6366 Hz
  turnTo(free);
  key(Qt::Key_3, Qt::ControlModifier);
  ASSERT_EQ(free->form().key, kSpectrumForm);
  ChartArea* plot = free->area();
  ASSERT_TRUE(eventually([&] { return spectrumOf(free).amplitudeNear(0, 0.6366) > 0.05; }));
  settle();
  EXPECT_NEAR(spectrumOf(free).amplitudeNear(0, 0.6366), 0.1, 0.02);
  EXPECT_EQ(plot->horizontalTitle(), "frequency");
  EXPECT_GT(plot->horizontalRange().high, 0.6366);
  EXPECT_EQ(plot->window(), area("energy")->window()) << "the window of time stays what it was";
  const QPointF click(
      plot->plotArea().left() + 0.6366 / plot->horizontalRange().high * plot->plotArea().width(),
      plot->plotArea().center().y());
  QTest::mouseClick(plot, Qt::LeftButton, {}, click.toPoint());
  ASSERT_EQ(plot->readOut().size(), 1);
  EXPECT_NE(plot->readOut()[0], QString::fromUtf8("–"));
  const double before = plot->horizontalRange().high;
  key(Qt::Key_Plus);
  EXPECT_LT(plot->horizontalRange().span(), before);
  board.setTimeWindow(0, 5);
  EXPECT_TRUE(eventually([&] { return !spectrumOf(free).isComputing(); }));
}

TEST_F(Forms, TheAxisOfASpectrumEndsWhereCurvesHaveNothingMore) {
  PlotView* free = board.addPane("free");
  free->add({"crank.x"});
  free->setForm(kSpectrumForm);
  ChartArea* plot = free->area();
  ASSERT_TRUE(eventually([&] { return spectrumOf(free).amplitudeNear(0, 0.3183) > 0.05; }));
  const double highest = spectrumOf(free).highestFrequency();
  EXPECT_GT(highest, 500) << "there is a line for each pair of steps";
  EXPECT_LT(plot->horizontalRange().high, 10) << "and a sine of 0.32 Hz";
  keepPicture("spectrum.png");
  wheel(plot, plot->plotArea().center(), -1);
  EXPECT_EQ(plot->horizontalRange().high, highest) << "zooming out shows all of it";
  board.resetZoom();
  settle();
  EXPECT_LT(plot->horizontalRange().high, 10);
}

TEST(HorizontalAxis, HasSeveralNumbersBesideALongTitle) {
  if (!qApp) GTEST_SKIP() << "needs a display";
  const QFontMetrics metrics{QFont()};
  for (const double width : {180., 240., 420., 800.})
    for (const double high : {0.8, 3.2, 47., 950., 11000., 2.6e5}) {
      const QRectF area(60, 0, width, 100);
      const HorizontalTicks axis =
          horizontalTicks({0, high}, area, 60 + width + 16, "frequency", "Hz", metrics);
      int numbers = 0;
      double end = -1e9;
      for (const auto& tick : axis.ticks.ticks) {
        const double place = area.left() + tick.value / high * width,
                     half = 0.5 * metrics.horizontalAdvance(tick.label);
        if (place + half + 4 >= axis.titleLeft) break;
        EXPECT_GT(place - half, end) << "numbers stand apart";
        end = place + half;
        ++numbers;
      }
      EXPECT_GE(numbers, width < 200 ? 2 : 3) << high << " on " << width << " px";
    }
}

TEST_F(Forms, ASpectrumOfCurvesThatAreGoneIsForgotten) {
  PlotView* free = board.addPane("free");
  free->add({"crank.x", "crank.y", "slider.x"});
  free->setForm(kSpectrumForm);
  free->refresh(false, 1000);
  while (spectrumOf(free).isComputing()) QThread::msleep(1);  // ready, and nobody has taken it
  free->choose({"slider.x"});
  ASSERT_EQ(free->area()->curves().size(), 1u);
  free->refresh(false, 1000);  // the spectra of three curves come
  const auto amplitude = [&] { return spectrumOf(free).amplitudeNear(0, 0.6366); };
  const double soon = amplitude();
  EXPECT_TRUE(eventually([&] { return amplitude() > 0.05; }));
  EXPECT_TRUE(std::isnan(soon) || soon == amplitude()) << soon << " of a curve that is gone";
}

TEST_F(Forms, TableHoldsEveryStepAndFollowsTheCursor) {
  turnTo(pane("energy"));
  key(Qt::Key_4, Qt::ControlModifier);
  PlotTable* table = tableOf(pane("energy"));
  ASSERT_TRUE(table->isVisible());
  ASSERT_EQ(table->model()->rowCount(), 10000);
  ASSERT_EQ(table->model()->columnCount(), 5);
  EXPECT_EQ(table->model()->headerData(0, Qt::Horizontal).toString(), "t (s)");
  const auto recording = test::syntheticRecording(10000);
  EXPECT_NEAR(table->model()->index(1234, 0).data().toDouble(), recording->time(1234), 1e-8);
  board.setCursorTime(recording->time(4321));
  EXPECT_EQ(table->currentIndex().row(), 4321);
  QSignalSpy moved(&board, &PlotBoard::cursorMoved);
  table->setFocus();
  QTest::keyClick(table, Qt::Key_Down);
  ASSERT_EQ(moved.count(), 1);
  EXPECT_EQ(moved[0][0].toDouble(), recording->time(4322));
  QTest::keyClick(table, Qt::Key_1, Qt::ControlModifier);
  EXPECT_TRUE(area("energy")->isVisible());
}

TEST_F(Forms, ColumnsOfSeveralRunsAreHeadedByTheirMarks) {
  board.setRuns(
      {{test::syntheticRecording(300), "BDF, index 2, live, from 0 s", QColor(0, 114, 178), "\u2461"},
       {test::syntheticRecording(200, 0.2), "BDF, index 2", QColor(213, 94, 0), "\u2460"}});
  turnTo(pane("energy"));
  key(Qt::Key_4, Qt::ControlModifier);
  const QAbstractItemModel* model = tableOf(pane("energy"))->model();
  EXPECT_EQ(model->headerData(0, Qt::Horizontal).toString(), "t (s)\n\u2461");
  EXPECT_EQ(model->headerData(0, Qt::Horizontal, Qt::ToolTipRole).toString(),
            "t (s)\nBDF, index 2, live, from 0 s");
  EXPECT_EQ(model->headerData(model->columnCount() - 1, Qt::Horizontal).toString().section('\n', 1),
            "\u2460");
}

TEST_F(Forms, TurningToTheTableKeepsTheTime) {
  turnTo(pane("energy"));
  const double t = test::syntheticRecording(10000)->time(4321);
  board.setCursorTime(t);
  pane("energy")->area()->setFocus();
  key(Qt::Key_4, Qt::ControlModifier);
  ASSERT_TRUE(tableOf(pane("energy"))->hasFocus());
  EXPECT_EQ(board.cursorTime(), t);
  EXPECT_EQ(tableOf(pane("energy"))->currentIndex().row(), 4321);
}

TEST_F(Forms, SecondCursorTellsDifferences) {
  ChartArea* plot = area("energy");
  const QPointF centre = plot->plotArea().center();
  QTest::mouseClick(plot, Qt::LeftButton, {}, centre.toPoint());
  QTest::mouseClick(plot, Qt::LeftButton, Qt::ShiftModifier, (centre - QPointF(60, 0)).toPoint());
  const double dt = board.cursorTime() - board.secondCursor();
  EXPECT_NEAR(dt, 60 / plot->plotArea().width() * plot->window().span(), 0.05);
  const QString said = board.findChild<QLabel*>("cursorTime")->text();
  EXPECT_TRUE(said.contains(QString::fromUtf8("Δt = ") + readableNumber(dt))) << said.toStdString();
  EXPECT_TRUE(said.contains(readableNumber(1 / dt))) << said.toStdString();
  const auto& kinetic = *plot->curves()[0];
  const QString difference =
      readableNumber(kinetic.valueAt(board.cursorTime()) - kinetic.valueAt(board.secondCursor()));
  EXPECT_TRUE(plot->readOut()[0].endsWith(QString::fromUtf8("Δ ") + difference))
      << plot->readOut()[0].toStdString();
  turnTo(pane("energy"));
  key(Qt::Key_T, Qt::ControlModifier);
  EXPECT_TRUE(std::isnan(board.secondCursor()));
  board.setCursorTime(3);
  key(Qt::Key_T, Qt::ControlModifier);
  EXPECT_EQ(board.secondCursor(), 3);
}

TEST_F(Forms, StatisticsOfTheVisibleRangeBelowTheCurves) {
  turnTo(pane("energy"));
  key(Qt::Key_I, Qt::ControlModifier);
  StatisticsStrip* strip = pane("energy")->statistics();
  ASSERT_TRUE(strip->isVisible());
  ASSERT_EQ(strip->rowCount(), 4);
  ASSERT_TRUE(eventually([&] { return !strip->item(0, 1)->text().isEmpty(); }));
  // 4 + 2 sin 2t
  EXPECT_TRUE(strip->item(0, 2)->text().startsWith("6")) << strip->item(0, 2)->text().toStdString();
  const QString whole = strip->item(0, 3)->text();
  board.setTimeWindow(0, pi / 2);
  const QString mean = readableNumber(4 + 4 / pi);
  EXPECT_TRUE(eventually([&] { return strip->item(0, 3)->text() == mean; }))
      << strip->item(0, 3)->text().toStdString() << " instead of " << mean.toStdString() << ", before "
      << whole.toStdString();
}

TEST_F(Forms, APhasePlotWithoutARunIsAgainstNothing) {
  board.setRuns({});
  board.restoreState(R"({"version":2,"panes":[{"topic":"acceleration"}]})");
  board.currentPane()->setForm(kPhaseForm);
  settle();
  EXPECT_FALSE(board.currentPane()->area()->accessibleName().contains("against"))
      << board.currentPane()->area()->accessibleName().toStdString();
}

TEST_F(Forms, ColoursBesideStatisticsAreThoseOfTheCurvesInEachTheme) {
  turnTo(pane("energy"));
  key(Qt::Key_I, Qt::ControlModifier);
  const StatisticsStrip* strip = pane("energy")->statistics();
  const auto swatch = [&] { return strip->item(0, 0)->icon().pixmap(10, 10).toImage().pixelColor(5, 5); };
  const QPalette light = QApplication::palette();
  const auto curve = [&] { return area("energy")->curves().front()->colour(); };
  const QColor before = curve();
  EXPECT_EQ(swatch().rgb(), before.rgb());
  QApplication::setPalette(QPalette(QColor(0x2b2f34)));
  QApplication::processEvents();
  EXPECT_NE(curve(), before);
  EXPECT_EQ(swatch().rgb(), curve().rgb());
  QApplication::setPalette(light);
}

TEST_F(Forms, OfAMillionRowsDoNotHoldUpTheWindow) {
  auto recording = std::make_shared<Recording>();
  test::SyntheticWriter(*recording, 0).writeUpTo(1000000);
  board.restoreState(R"({"version":2,"panes":[{"topic":"energy"}]})");
  board.setRuns({{recording, "long run", Qt::blue}});
  board.setTimeRange(0, 1000);
  settle();
  PlotView* view = board.currentPane();
  double slowest = 0;
  for (const PlotForm& form : plotForms()) {
    double longest = 0;
    const auto timed = [&](auto&& action) {
      const ThreadClock clock;
      action();
      longest = std::max(longest, clock.seconds());
    };
    timed([&] { view->setForm(form.key); });
    timed([&] { view->setStatisticsVisible(form.key == kSpectrumForm); });
    for (int i = 0; i < 15; ++i) timed([&] { board.tick(false); });
    for (const double t : {10.0, 900.0, 500.0})
      timed([&] {
        board.setCursorTime(t);
        QApplication::processEvents();
      });
    std::printf("1e6 rows, form %s: at most %.1f ms at a time\n", qPrintable(form.key), longest * 1e3);
    slowest = std::max(slowest, longest);
  }
  EXPECT_LT(slowest, 0.5) << "s of CPU time in one piece; the budget is 0.05 on a quiet machine";
}

}  // namespace
}  // namespace holonom

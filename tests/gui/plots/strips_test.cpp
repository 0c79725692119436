// SPDX-License-Identifier: GPL-3.0-or-later
// The strips of the integrator: what is drawn, at any zoom and for a million steps, and what mouse and keys
// do.
#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <cmath>
#include <cstdio>

#include "gui/plots/strip_chart.h"

namespace holonom {
namespace {

constexpr std::size_t kMillion = 1'000'000;
constexpr double kStep = 1e-3;

struct Cut {
  std::size_t row;
  RejectionCause cause;
};

/// The last row brings the events.
std::shared_ptr<Recording> recordingOf(std::size_t rows, const std::vector<Cut>& cuts,
                                       const std::vector<Event>& events = {}) {
  auto recording = std::make_shared<Recording>();
  recording->begin({{"t", "s", ChannelKind::Time, ""},
                    {"crank.x", "m", ChannelKind::Position, "crank", {}, 0},
                    {"crank.y", "m", ChannelKind::Position, "crank", {}, 1},
                    {"rod.x", "m", ChannelKind::Position, "rod", {}, 2},
                    {"step.h", "s", ChannelKind::Step, ""},
                    {"step.order", "", ChannelKind::Step, ""},
                    {"step.newton", "", ChannelKind::Step, ""},
                    {"step.jacobians", "", ChannelKind::Step, ""}});
  auto cut = cuts.begin();
  for (std::size_t i = 0; i < rows; ++i) {
    const double h = i == 0 ? 0 : kStep * (i == 77 ? 1e-3 : 1);
    const double row[] = {double(i) * kStep,  0, 0, 0, h, double(1 + i / 100 % 5), double(1 + i % 3),
                          double(i % 10 == 0)};
    StepRecord record;
    record.t = row[0];
    record.row = row;
    record.rate = 0.01 * double(i % 50);
    record.error = 0.5;
    record.dominantCoordinate = i % 1000 < 400 ? 2 : 1;
    std::vector<Rejection> rejections;
    for (; cut != cuts.end() && cut->row == i; ++cut)
      rejections.push_back({record.t - h, 4 * h, 2, cut->cause, 6.2, 1});
    record.rejections = rejections;
    if (i + 1 == rows) record.events = events;
    recording->accept(record);
  }
  return recording;
}

void takeAll(StripChart& chart, bool ended = false) {
  while (chart.data().size() < chart.data().recording().size()) chart.refresh(100000, ended);
  chart.refresh(1, ended);
}

std::unique_ptr<StripChart> shown(const std::shared_ptr<Recording>& recording, bool ended = false) {
  auto chart = std::make_unique<StripChart>(PlottedRun{recording, "BDF", QColor(0, 114, 178)});
  chart->resize(900, chart->sizeHint().height());
  chart->show();
  takeAll(*chart, ended);
  chart->setWindow({0, recording->time(recording->size() - 1)});
  chart->setCursorTime(0);
  return chart;
}

bool hasColour(const QImage& image, const QRectF& lane, double x, QColor colour) {
  for (int px = int(x) - 1; px <= int(x) + 1; ++px)
    for (int py = int(lane.top()) + 1; py < int(lane.bottom()) - 1; ++py)
      if (image.valid(px, py) && image.pixelColor(px, py) == colour) return true;
  return false;
}

TEST(Strips, EveryRejectionOfAMillionStepsIsSeenAtEveryZoom) {
  const std::vector<Cut> cuts{{1, RejectionCause::ErrorTest},
                              {123456, RejectionCause::SingularMatrix},
                              {123457, RejectionCause::NewtonDivergence},
                              {500001, RejectionCause::NewtonSlow},
                              {500002, RejectionCause::ErrorTest},
                              {999999, RejectionCause::NotFinite}};
  const auto recording = recordingOf(kMillion, cuts);
  const auto chart = shown(recording);
  ASSERT_EQ(chart->data().rejectionCount(), cuts.size());
  double slowest = 0;
  for (const Cut& cut : cuts) {
    const double t = recording->time(cut.row), end = recording->time(kMillion - 1);
    for (double span = end; span > 5 * kStep; span /= 7) {
      const double low = std::clamp(t - 0.37 * span, 0., end - span);
      chart->setWindow({low, low + span});
      const QImage image = chart->grab().toImage();
      slowest = std::max(slowest, chart->lastPaintSeconds());
      EXPECT_TRUE(hasColour(image, chart->stripArea(Strip::Rejections), std::min(chart->placeOf(t), 893.),
                            causeColour(cut.cause)))
          << "row " << cut.row << " within " << span << " s";
    }
  }
  std::printf("[ measured ] slowest drawing of the strips of a million steps: %.1f ms\n", 1e3 * slowest);
  EXPECT_LT(slowest, 0.1);
}

TEST(Strips, EventsAreMarkedAsInThePlots) {
  const double t = 70.5 * kStep;
  const QImage without = shown(recordingOf(200, {}))->grab().toImage();
  const auto chart = shown(recordingOf(200, {}, {{t, "hinge", "is passed"}}));
  const QImage with = chart->grab().toImage();
  for (const Strip strip : {Strip::Order, Strip::Newton, Strip::Deciding}) {
    const QRect area = chart->stripArea(strip).toRect();
    const auto columnsThatDiffer = [&] {
      std::vector<int> columns;
      for (int x = area.left(); x <= area.right(); ++x)
        for (int y = area.top(); y <= area.bottom(); ++y)
          if (with.pixel(x, y) != without.pixel(x, y) && (columns.empty() || columns.back() != x))
            columns.push_back(x);
      return columns;
    }();
    ASSERT_EQ(columnsThatDiffer.size(), 1u) << int(strip);
    EXPECT_NEAR(columnsThatDiffer[0], chart->placeOf(t), 1) << int(strip);
  }
}

TEST(Strips, SummariesAgreeWithTheSteps) {
  const auto recording = recordingOf(5000, {});
  StripData data(recording);
  while (data.size() < 5000) data.update(700, false);
  for (const auto& [first, last] :
       {std::pair<std::size_t, std::size_t>{1, 2}, {0, 5000}, {31, 97}, {64, 96}, {33, 60}, {4990, 5000}}) {
    const auto sum = data.over(first, last);
    unsigned steps = 0, evaluated = 0;
    double smallest = 1, rate = 0;
    for (std::size_t row = std::max<std::size_t>(1, first); row < last; ++row) {
      ++steps;
      evaluated += recording->value(row, 7) > 0;
      smallest = std::min(smallest, recording->value(row, 4));
      rate = std::max(rate, double(recording->note(row).rate));
    }
    EXPECT_EQ(sum.steps, steps);
    EXPECT_EQ(sum.iterated, steps);
    EXPECT_EQ(sum.evaluated, evaluated);
    EXPECT_FLOAT_EQ(sum.hMin, float(smallest)) << "the one short step counts";
    EXPECT_FLOAT_EQ(sum.rateMax, float(rate));
  }
  EXPECT_EQ(data.parts(), (std::vector<std::string>{"crank", "rod"}));
  EXPECT_EQ(data.decidingPart(1100), 1);
  EXPECT_EQ(data.decidingPart(1400, 2000), 0);
  EXPECT_EQ(data.stepAt(0.0105), 11u);
  EXPECT_EQ(data.stepAt(0.010), 10u);
  const auto [first, last] = data.stepsWithin(0.0105, 0.0125);
  EXPECT_EQ(first, 11u);
  EXPECT_EQ(last, 14u);
}

TEST(Strips, AClickChoosesTheStepOrTheRejectionNearIt) {
  const auto chart = shown(recordingOf(2001, {{700, RejectionCause::ErrorTest}}));
  QSignalSpy spy(chart.get(), &StripChart::stepChosen);
  const QRectF order = chart->stripArea(Strip::Order), rejected = chart->stripArea(Strip::Rejections);
  QTest::mouseClick(chart.get(), Qt::LeftButton, {},
                    QPoint(int(chart->placeOf(1.2)), int(order.center().y())));
  ASSERT_EQ(spy.count(), 1);
  EXPECT_NEAR(chart->timeOf(*chart->currentStep()), 1.2, 2.0 / order.width());
  QTest::mouseClick(chart.get(), Qt::LeftButton, {},
                    QPoint(int(chart->placeOf(0.7)) + 4, int(rejected.center().y())));
  EXPECT_EQ(chart->currentStep(), 700u) << "near is enough";
  QTest::mouseClick(chart.get(), Qt::RightButton, {},
                    QPoint(int(chart->placeOf(1.2)), int(order.center().y())));
  EXPECT_EQ(spy.count(), 2);
}

TEST(Strips, KeysGoFromStepToStepAndBetweenRejections) {
  const auto recording =
      recordingOf(2001, {{3, RejectionCause::ErrorTest}, {700, RejectionCause::NewtonSlow}});
  const std::vector<Rejection> last(2, Rejection{2, 1e-9, 1, RejectionCause::NewtonDivergence, 0, -1});
  recording->abandon(last);
  const auto chart = shown(recording, true);
  ASSERT_TRUE(chart->data().hasAbandoned());
  const auto press = [&](int key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(chart.get(), Qt::Key(key), modifiers);
    return *chart->currentStep();
  };
  EXPECT_EQ(press(Qt::Key_Left), 0u) << "there is none before the first";
  EXPECT_EQ(press(Qt::Key_Right), 1u);
  EXPECT_EQ(press(Qt::Key_Right), 2u);
  EXPECT_EQ(press(Qt::Key_Down), 3u);
  EXPECT_EQ(press(Qt::Key_Down), 700u);
  EXPECT_EQ(press(Qt::Key_Left), 699u);
  EXPECT_EQ(press(Qt::Key_Right, Qt::ShiftModifier), 709u);
  EXPECT_EQ(press(Qt::Key_Down), 2001u) << "the step that was never accepted";
  EXPECT_EQ(press(Qt::Key_Right), 2001u);
  EXPECT_EQ(press(Qt::Key_Up), 700u);
  EXPECT_EQ(press(Qt::Key_Up), 3u);
  EXPECT_EQ(press(Qt::Key_Up), 3u);

  QSignalSpy window(chart.get(), &StripChart::windowRequested);
  chart->setWindow({0, 0.1});
  press(Qt::Key_Down);
  ASSERT_EQ(window.count(), 1) << "what is chosen comes into sight";
  EXPECT_LT(window[0][0].toDouble(), 0.7);
  EXPECT_GT(window[0][1].toDouble(), 0.7);
}

TEST(Strips, TheWheelZoomsTimeAboutTheMouse) {
  const auto chart = shown(recordingOf(1001, {}));
  QSignalSpy window(chart.get(), &StripChart::windowRequested),
      reset(chart.get(), &StripChart::resetRequested);
  const QPointF at(chart->placeOf(0.25), chart->stripArea(Strip::Step).center().y());
  QWheelEvent event(at, chart->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
  QApplication::sendEvent(chart.get(), &event);
  ASSERT_EQ(window.count(), 1);
  EXPECT_NEAR(window[0][0].toDouble(), 0.25 * (1 - 1 / 1.25), 1e-9);
  EXPECT_NEAR(window[0][1].toDouble(), 0.25 + 0.75 / 1.25, 1e-9);
  QTest::mouseDClick(chart.get(), Qt::LeftButton, {}, at.toPoint());
  EXPECT_EQ(reset.count(), 1);
}

TEST(Strips, NothingIsWrittenBeyondTheBorderOfANarrowOne) {
  if (!qApp) GTEST_SKIP() << "needs a display";
  std::vector<Cut> cuts;
  for (std::size_t i = 0; i < 400; ++i) cuts.push_back({10 + i, static_cast<RejectionCause>(i % 5)});
  const auto recording = recordingOf(60000, cuts);
  StripData data(recording);
  while (data.update(100000, true)) {}
  const QString label = "Generalized-α, index 3, tolerance 1e-6";
  for (const double span : {190., 230.}) {
    constexpr int kWidth = 300;
    const int lines = headLines(QFontMetrics(QFont()), kWidth, label, stripTotals(data));
    EXPECT_EQ(lines, 2);
    const StripLayout layout = stripLayout(QFont(), kWidth, AxisRange{kWidth - 4 - span, kWidth - 4.}, lines);
    QImage image(kWidth + 200, int(layout.height) + 1, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    QPalette palette;
    palette.setColor(QPalette::Window, Qt::white);
    StripPainter strips(data, layout, {0, 60}, palette);
    strips.label = label;
    strips.colour = Qt::blue;
    strips.draw(painter);
    int beyond = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = kWidth; x < image.width(); ++x) beyond += image.pixel(x, y) != QColor(Qt::white).rgb();
    EXPECT_EQ(beyond, 0) << "pixels that would be cut";
  }
}

TEST(Strips, EveryCauseHasAColourOfItsOwn) {
  for (int a = 0; a < StripData::kCauses; ++a)
    for (int b = 0; b < a; ++b)
      EXPECT_NE(causeColour(static_cast<RejectionCause>(a)), causeColour(static_cast<RejectionCause>(b)));
}

/// The row behind a jump is no step: it is not counted, and keys go past it.
TEST(StripData, ARowBehindAJumpIsNoStep) {
  auto recording = std::make_shared<Recording>();
  recording->begin({{"t", "s", ChannelKind::Time, ""},
                    {"step.h", "s", ChannelKind::Step, ""},
                    {"step.order", "", ChannelKind::Step, ""},
                    {"step.newton", "", ChannelKind::Step, ""}});
  for (const double t : {0., 1., 2., 2., 3.}) {
    const bool behind = recording->size() == 3;
    const double row[] = {t, t > 0 ? 1. : 0., 2, behind ? 0. : 3.};
    StepRecord record;
    record.t = t;
    record.row = row;
    recording->accept(record);
  }
  StripData data(recording);
  data.update(100, true);
  EXPECT_EQ(data.whole().steps, 3u);
  EXPECT_EQ(data.stepAt(2), 2u);
  EXPECT_EQ(data.stepFrom(1, 1), 2u);
  EXPECT_EQ(data.stepFrom(2, 1), 4u);
  EXPECT_EQ(data.stepFrom(4, -1), 2u);
  EXPECT_EQ(data.stepFrom(4, -2), 1u);
  EXPECT_EQ(data.stepFrom(4, 7), 4u);
  EXPECT_EQ(data.stepFrom(1, -7), 0u);
}

}  // namespace
}  // namespace holonom

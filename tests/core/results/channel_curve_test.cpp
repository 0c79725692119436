// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/channel_curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/results/difference.h"
#include "tests/core/results/recording_fixture.h"

namespace holonom {
namespace {

const std::vector<Channel> kRodChannels{{"t", "s", ChannelKind::Time, ""},
                                        {"rod.x", "m", ChannelKind::Position, "rod"},
                                        {"rod.vx", "m/s", ChannelKind::Velocity, "rod"},
                                        {"rod.ax", "m/s²", ChannelKind::Acceleration, "rod"},
                                        {"pin.lambda1", "N", ChannelKind::Multiplier, "pin"},
                                        {"drift.position", "m", ChannelKind::Drift, ""},
                                        {"step.h", "s", ChannelKind::Step, ""},
                                        {"step.order", "", ChannelKind::Step, ""},
                                        {"step.events", "", ChannelKind::Step, ""}};
enum : int { kX = 1, kV, kA, kLambda, kDrift, kH };

struct Writer {
  Recording& recording;
  double t = 0;
  bool restarted = true;
  explicit Writer(Recording& into) : recording(into) { recording.begin(kRodChannels); }
  /// The rates of a row with an event are those behind it.
  void row(double time, double x, double v, double a, double lambda, double drift = 1e-9,
           bool event = false) {
    const bool first = recording.size() == 0;
    const std::vector<double> values{
        time, x, v, a, lambda, drift, first ? 0 : time - t, first ? 0. : 3., event ? 1. : 0.};
    StepRecord record;
    record.t = time;
    record.row = values;
    record.restarted = !first && std::exchange(restarted, event);
    recording.accept(record);
    t = time;
  }
};

double largestError(const ChannelCurve& curve, double from, double to, double (*truth)(double)) {
  double largest = 0;
  for (int k = 0; k <= 1000; ++k) {
    const double t = from + (to - from) * k / 1000;
    largest = std::max(largest, std::abs(curve.at(t) - truth(t)));
  }
  return largest;
}

void writeSine(Recording& recording, double h, double end) {
  Writer writer(recording);
  for (int i = 0; i * h <= end + 1e-9; ++i) {
    const double t = i * h;
    writer.row(t, std::sin(t), std::cos(t), -std::sin(t), std::sin(t));
  }
}

TEST(ChannelCurve, TakesValuesAndRatesOnAndIsOfFourthOrder) {
  double before[2] = {};
  for (const double h : {0.4, 0.2, 0.1}) {
    Recording recording;
    writeSine(recording, h, 6);
    const double position =
        largestError(ChannelCurve(recording, kX), 0, 6, [](double t) { return std::sin(t); });
    const double velocity =
        largestError(ChannelCurve(recording, kV), 0, 6, [](double t) { return std::cos(t); });
    EXPECT_LE(position, std::pow(h, 4) / 384 * 1.01);
    EXPECT_LE(velocity, std::pow(h, 4) / 384 * 1.01);
    if (before[0] > 0) {
      EXPECT_NEAR(std::log2(before[0] / position), 4, 0.2);
      EXPECT_NEAR(std::log2(before[1] / velocity), 4, 0.2);
    }
    before[0] = position, before[1] = velocity;
  }
}

TEST(ChannelCurve, WithoutRatesIsCloserThanStraightLinesAndDoesNotCutSummitsOff) {
  Recording recording;
  writeSine(recording, 0.4, 6);
  const ChannelCurve curve(recording, kLambda);
  double squares = 0, ofLines = 0;
  for (double t = 0.005; t < 6; t += 0.01) {
    const ChannelCurve::Piece piece = curve.piece(recording.rowAt(t));
    const double line = piece.from + (t - piece.start) / piece.length * (piece.to - piece.from);
    squares += std::pow(curve.at(t) - std::sin(t), 2);
    ofLines += std::pow(line - std::sin(t), 2);
  }
  EXPECT_LT(std::sqrt(squares), 0.15 * std::sqrt(ofLines));
  EXPECT_LT(largestError(curve, 1.2, 2.0, [](double t) { return std::sin(t); }), 2e-4) << "at the summit";
}

/// What does not bend evenly stays between the values at its ends: spikes, steps, kinks.
TEST(ChannelCurve, WithoutRatesNeverLeavesUnevenValues) {
  Recording recording;
  Writer writer(recording);
  double t = 0;
  for (const double value :
       {0., 0., 5., 0., 0., 0., 1., 1., 1., 2., 3., 3.1, 3.1, -4., 3.2, 3.3, 3.2, 3.3, 0.})
    writer.row(t += 0.1, 0, 0, 0, value);
  const ChannelCurve curve(recording, kLambda);
  for (std::size_t row = 0; row + 1 < recording.size(); ++row) {
    const ChannelCurve::Piece piece = curve.piece(row);
    ASSERT_EQ(piece.form, ChannelCurve::Piece::Form::Cubic);
    double former = piece.from;
    for (int k = 1; k <= 50; ++k) {
      const double value = piece.at(piece.start + piece.length * k / 50);
      EXPECT_GE((value - former) * (piece.to - piece.from), -1e-13) << "row " << row;
      former = value;
    }
  }
}

TEST(ChannelCurve, LeavesASpikeAsItWasComputedAndDoesNotLetItBendOtherCurves) {
  Recording recording;
  Writer writer(recording);
  for (int i = 0; i <= 20; ++i) {
    const double t = 0.1 * i, spike = i == 10 ? 40 : 0;
    writer.row(t, std::sin(t), std::cos(t), -std::sin(t) + spike, 5 + t + spike);
  }
  const ChannelCurve lambda(recording, kLambda), acceleration(recording, kA), velocity(recording, kV);
  for (const ChannelCurve* curve : {&lambda, &acceleration})
    for (int k = 0; k <= 2000; ++k) {
      const double t = 1e-3 * k;
      if (std::abs(t - 1) >= 0.1) EXPECT_LT(curve->at(t), 8) << "neighbours of the spike stay where they are";
    }
  EXPECT_EQ(lambda.at(recording.time(10)), 46);
  EXPECT_LT(largestError(velocity, 0, 2, [](double t) { return std::cos(t); }), 0.1 * 0.1 / 8);
}

// A fall onto a floor at t = 1: the row there has the velocity behind the impact.
TEST(ChannelCurve, DoesNotLookOverAnImpact) {
  constexpr double g = 10;
  Recording recording;
  Writer writer(recording);
  for (const double t : {0., 0.3, 0.7}) writer.row(t, 5 - g * t * t / 2, -g * t, -g, 0);
  writer.row(1, 0, 8, -g, 0, 1e-9, true);
  for (const double t : {1.3, 1.6})
    writer.row(t, 8 * (t - 1) - g * (t - 1) * (t - 1) / 2, 8 - g * (t - 1), -g, 0);
  const ChannelCurve x(recording, kX), v(recording, kV);
  EXPECT_LT(largestError(x, 0, 1, [](double t) { return 5 - 5 * t * t; }), 1e-13);
  EXPECT_LT(largestError(x, 1, 1.6, [](double t) { return 8 * (t - 1) - 5 * (t - 1) * (t - 1); }), 1e-13);
  EXPECT_LT(largestError(v, 0, 0.7, [](double t) { return -10 * t; }), 1e-13)
      << "the jump does not reach back";
  EXPECT_LT(largestError(v, 1, 1.6, [](double t) { return 8 - 10 * (t - 1); }), 1e-13);
  EXPECT_EQ(v.piece(2).form, ChannelCurve::Piece::Form::Straight);
}

TEST(ChannelCurve, RowsOfTheSameTimeAreAJump) {
  Recording recording;
  recording.begin({kRodChannels[0], kRodChannels[4]});
  for (const auto& [t, y] : {std::pair{0., 0.}, {1., 1.}, {2., 4.}, {2., -3.}, {3., -3.}, {4., -2.}})
    test::append(recording, {t, y});
  const ChannelCurve curve(recording, 1);
  EXPECT_EQ(curve.at(2), -3);
  for (double t = 2.001; t < 4; t += 0.01) EXPECT_NEAR(curve.at(t), -2.5, 0.5 + 1e-14) << t;
  for (double t = 0; t < 2; t += 0.01) EXPECT_NEAR(curve.at(t), 2, 2 + 1e-14) << t;
  EXPECT_TRUE(std::isnan(curve.at(-0.1)) && std::isnan(curve.at(4.1)));
}

TEST(ChannelCurve, StairsAndPowersOfTen) {
  Recording recording;
  Writer writer(recording);
  writer.row(0, 0, 0, 0, 0, 0);
  writer.row(1, 0, 0, 0, 0, 1e-9);
  writer.row(3, 0, 0, 0, 0, 1e-5);
  EXPECT_EQ(ChannelCurve(recording, kH).at(1.01), 2) << "a step's size belongs to all of it";
  const ChannelCurve drift(recording, kDrift, true);
  EXPECT_NEAR(drift.at(2), 1e-7, 1e-19) << "a straight line on the axis";
  EXPECT_NEAR(drift.at(0.5), 0.5e-9, 1e-20) << "zero has no logarithm";
}

TEST(ChannelCurve, RateOfOneChannelIsThatOfAll) {
  const std::vector<int> all = rateChannels(kRodChannels);
  for (int i = 0; i < static_cast<int>(kRodChannels.size()); ++i)
    EXPECT_EQ(rateChannel(kRodChannels, i), all[static_cast<std::size_t>(i)]);
}

}  // namespace
}  // namespace holonom

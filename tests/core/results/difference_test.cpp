// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/difference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/core/results/recording_fixture.h"

namespace holonom {
namespace {

const std::vector<Channel> kComparedChannels{{"t", "s", ChannelKind::Time, ""},
                                             {"u", "", ChannelKind::Output, ""},
                                             {"rod.x", "m", ChannelKind::Position, "rod"},
                                             {"rod.theta", "rad", ChannelKind::Position, "rod"},
                                             {"gain.x1", "", ChannelKind::Position, "gain"},
                                             {"rod.vx", "m/s", ChannelKind::Velocity, "rod"},
                                             {"rod.omega", "rad/s", ChannelKind::Velocity, "rod"},
                                             {"rod.ax", "m/s²", ChannelKind::Acceleration, "rod"},
                                             {"rod.alpha", "rad/s²", ChannelKind::Acceleration, "rod"},
                                             {"pin.lambda1", "N", ChannelKind::Multiplier, "pin"}};

/// x = c + sin t with its derivatives; θ = t³; λ = 2 t + c: read exactly by cubics and straight lines.
std::vector<double> rowAt(double t, double c) {
  return {t,           c * t,     c + std::sin(t), t * t * t + c, c,
          std::cos(t), 3 * t * t, -std::sin(t),    6 * t,         2 * t + c};
}

void fill(Recording& recording, const std::vector<double>& times, double c) {
  recording.begin(kComparedChannels);
  for (const double t : times) test::append(recording, rowAt(t, c));
}

std::vector<double> grid(double from, double to, int pieces) {
  std::vector<double> times;
  for (int i = 0; i <= pieces; ++i) times.push_back(from + (to - from) * i / pieces);
  return times;
}

TEST(Difference, RatesAreFoundByPartPlaceAndUnit) {
  EXPECT_EQ(rateChannels(kComparedChannels), (std::vector<int>{-1, -1, 5, 6, -1, 7, 8, -1, -1, -1}));
}

// An order is that of a step, not something between two of them.
TEST(Difference, OrdersAreThoseOfTheStepsNotInBetween) {
  const std::vector<Channel> channels{{"t", "s", ChannelKind::Time, ""},
                                      {"order", "", ChannelKind::Step, ""}};
  auto a = std::make_shared<Recording>(), b = std::make_shared<Recording>();
  for (const auto& recording : {a, b}) recording->begin(channels);
  for (const auto& [t, order] : {std::pair{0.0, 1.0}, {1.0, 2.0}, {2.0, 5.0}}) test::append(*a, {t, order});
  for (const auto& [t, order] : {std::pair{0.0, 1.0}, {1.7, 3.0}, {2.0, 4.0}}) test::append(*b, {t, order});
  DifferenceRecording difference(a, b, {"order"});
  ASSERT_TRUE(difference.advance(10));
  const Recording& found = *difference.recording();
  ASSERT_EQ(found.size(), 4u);  // t = 0, 1, 1.7, 2
  EXPECT_EQ(found.value(0, 1), 0);
  EXPECT_EQ(found.value(1, 1), 2 - 3) << "the step of b that ends at 1.7 s";
  EXPECT_EQ(found.value(2, 1), 5 - 3) << "the step of a that ends at 2 s";
  EXPECT_EQ(found.value(3, 1), 5 - 4);
}

TEST(Difference, ComesAtTheTimesOfBothRunsOnce) {
  Recording a, b;
  fill(a, {0, 0.5, 1, 1.5, 2}, 0);
  fill(b, {0.25, 0.5, 0.75, 1.75}, 0);
  CommonTimes times(a, b);
  std::vector<double> met;
  while (times.next()) met.push_back(times.time());
  EXPECT_EQ(met, (std::vector<double>{0.25, 0.5, 0.75, 1, 1.5, 1.75}));
}

TEST(Difference, OfCubicsAndLinesIsExactBetweenTheRows) {
  auto a = std::make_shared<Recording>(), b = std::make_shared<Recording>();
  fill(*a, grid(0, 2, 7), 0.5);
  fill(*b, grid(0, 2, 11), 0);
  DifferenceRecording difference(a, b, {"rod.theta", "pin.lambda1", "nobody", "u"});
  EXPECT_TRUE(difference.advance(1000));
  EXPECT_FALSE(difference.advance(1000));
  const Recording& out = *difference.recording();
  ASSERT_EQ(out.channels().size(), 4u);
  EXPECT_EQ(out.channels()[1], kComparedChannels[3]);
  EXPECT_EQ(out.size(), 8u + 12u - 2u);
  for (std::size_t row = 0; row < out.size(); ++row) {
    EXPECT_NEAR(out.value(row, 1), 0.5, 1e-14);
    EXPECT_NEAR(out.value(row, 2), 0.5, 1e-14);
    EXPECT_NEAR(out.value(row, 3), 0.5 * out.time(row), 1e-14);
  }
}

// Two readings of the same smooth curve differ by the error of the cubic, h⁴/384, and no more.
TEST(Difference, OfTheSameCurveIsOfFourthOrderInTheSteps) {
  double before = 0;
  for (const int pieces : {10, 20, 40}) {
    Recording a, b;
    fill(a, grid(0, 2, pieces), 0);
    fill(b, grid(0, 2, pieces + 1), 0);
    const auto groups = differencesOf(a, b);
    const double h = 2. / pieces;
    ASSERT_EQ(groups.front().unit, "");
    const DifferenceGroup& x = groups[1];
    ASSERT_EQ(x.unit, "m");
    EXPECT_LE(x.largest, h * h * h * h / 384 * 1.01);
    if (before > 0) EXPECT_NEAR(std::log2(before / x.largest), 4, 0.3);
    before = x.largest;
  }
}

TEST(Difference, GrowsWhileTheRunsGrow) {
  auto a = std::make_shared<Recording>(), b = std::make_shared<Recording>();
  DifferenceRecording difference(a, b, {"u"});
  EXPECT_FALSE(difference.advance(10));
  EXPECT_FALSE(difference.recording()->ready());
  a->begin(kComparedChannels);
  b->begin(kComparedChannels);
  EXPECT_FALSE(difference.advance(10));
  EXPECT_TRUE(difference.recording()->ready());
  for (const double t : {0., 1., 2., 3.}) test::append(*a, rowAt(t, 1));
  for (const double t : {0., 1.5}) test::append(*b, rowAt(t, 0));
  EXPECT_TRUE(difference.advance(2));
  EXPECT_EQ(difference.recording()->size(), 2u) << "no more than asked for";
  EXPECT_TRUE(difference.advance(10));
  ASSERT_EQ(difference.recording()->size(), 3u) << "no further than both have come";
  EXPECT_EQ(difference.recording()->time(2), 1.5);
  for (const double t : {2.5, 4.}) test::append(*b, rowAt(t, 0));
  EXPECT_TRUE(difference.advance(10));
  ASSERT_EQ(difference.recording()->size(), 6u);
  for (std::size_t row = 0; row < 6; ++row)
    EXPECT_NEAR(difference.recording()->value(row, 1), difference.recording()->time(row), 1e-14);
}

TEST(Difference, AtAJumpTheLaterRowCounts) {
  Recording a, b;
  a.begin(kComparedChannels);
  b.begin(kComparedChannels);
  const auto put = [](Recording& recording, double t, double u) {
    std::vector<double> row(kComparedChannels.size(), 0);
    row[0] = t;
    row[1] = u;
    test::append(recording, row);
  };
  for (const auto& [t, u] : {std::pair{0., 0.}, {1., 0.}, {1., 10.}, {2., 10.}}) put(a, t, u);
  for (const auto& [t, u] : {std::pair{0., 0.}, {0.9, 0.}, {1.1, 0.}, {2., 0.}}) put(b, t, u);
  CommonTimes times(a, b);
  std::vector<std::pair<double, double>> met;
  while (times.next()) met.emplace_back(times.time(), times.difference({1, -1, 1, -1}));
  const std::vector<std::pair<double, double>> expected{{0, 0}, {0.9, 0}, {1, 10}, {1.1, 10}, {2, 10}};
  EXPECT_EQ(met, expected);
}

/// p and −p are the same rotation: a run that took the other sign differs by nothing.
TEST(Difference, RotationsAreComparedByTheNearerSign) {
  std::vector<Channel> channels{{"t", "s", ChannelKind::Time, ""},
                                {"top.z", "m", ChannelKind::Position, "top"}};
  for (const char* name : {"top.e0", "top.e1", "top.e2", "top.e3"})
    channels.push_back({name, "", ChannelKind::Position, "top"});
  const auto row = [](double t, double sign, double more) -> std::vector<double> {
    const double angle = (1 + more) * t;
    return {t, sign * t, sign * std::cos(angle), sign * std::sin(angle), 0, 0};
  };
  Recording a, same, other;
  for (Recording* recording : {&a, &same, &other}) recording->begin(channels);
  for (const double t : {0.0, 0.5, 1.0}) {
    test::append(a, row(t, 1, 0));
    test::append(same, row(t, -1, 0));
    test::append(other, row(t, -1, 0.1));
  }
  const auto largest = [&](const Recording& b, const char* unit) {
    for (const DifferenceGroup& group : differencesOf(a, b))
      if (group.unit == unit) return group.largest;
    return -1.0;
  };
  EXPECT_EQ(largest(same, ""), 0);
  EXPECT_EQ(largest(same, "m"), 2) << "a place has no other sign";
  EXPECT_NEAR(largest(other, ""), std::cos(1) - std::cos(1.1), 1e-14);
}

TEST(Difference, GroupsTellLargestWhereWhenAndMeanSquare) {
  Recording a, b;
  fill(a, grid(0, 2, 8), 3);
  fill(b, grid(0, 2, 5), 0);
  const auto groups = differencesOf(a, b);
  const auto group = [&](ChannelKind kind, const char* unit) {
    for (const auto& one : groups)
      if (one.kind == kind && one.unit == unit) return one;
    ADD_FAILURE() << unit;
    return DifferenceGroup{};
  };
  const auto reaction = group(ChannelKind::Multiplier, "N");
  EXPECT_EQ(reaction.channel, "pin.lambda1");
  EXPECT_NEAR(reaction.largest, 3, 1e-14);
  EXPECT_NEAR(reaction.rms, 3, 1e-14);
  const auto output = group(ChannelKind::Output, "");
  EXPECT_NEAR(output.largest, 6, 1e-13);
  EXPECT_EQ(output.time, 2);
  EXPECT_NEAR(output.rms, 3 * 2 / std::sqrt(3.), 1e-13);  // of 3 t over [0, 2]
  EXPECT_NEAR(group(ChannelKind::Velocity, "rad/s").largest, 0, 1e-12);
}

TEST(Difference, PassesOverWhatIsNotFiniteAndEndsWhenAsked) {
  Recording a, b;
  a.begin(kComparedChannels);
  fill(b, {0, 1, 2}, 0);
  for (const double t : {0., 1., 2.}) {
    auto row = rowAt(t, 1);
    if (t == 1) row[9] = std::numeric_limits<double>::quiet_NaN();
    test::append(a, row);
  }
  for (const auto& group : differencesOf(a, b)) {
    EXPECT_TRUE(std::isfinite(group.largest) && std::isfinite(group.rms)) << group.channel;
    if (group.kind == ChannelKind::Multiplier) EXPECT_NEAR(group.largest, 1, 1e-14);
  }
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(differencesOf(a, b, stop.get_token()).empty());
  EXPECT_TRUE(differencesOf(a, Recording{}).empty());
}

TEST(Difference, OfRunsThatShareNoTimeIsEmpty) {
  Recording a, b;
  fill(a, {0, 1}, 0);
  fill(b, {2, 3}, 0);
  EXPECT_TRUE(differencesOf(a, b).empty());
}

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/spike_metric.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "tests/core/results/recording_fixture.h"

namespace holonom {
namespace {

using Row = std::function<std::vector<double>(std::size_t i, double t)>;  // values behind the time

const std::vector<Channel> kRoughChannels{{"t", "s", ChannelKind::Time, ""},
                                          {"rod.ax", "m/s²", ChannelKind::Acceleration, "rod"},
                                          {"rod.ay", "m/s²", ChannelKind::Acceleration, "rod"},
                                          {"pin.lambda1", "N", ChannelKind::Multiplier, "pin"}};

// Steps between 1/400 and 1/40 of the unit period, with ratios up to 2 from one to the next.
void fill(Recording& recording, std::size_t rows, const Row& values) {
  recording.begin(kRoughChannels);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> exponent(-1, 1);
  double t = 0, h = 0.005;
  for (std::size_t i = 0; i < rows; ++i) {
    auto row = values(i, t);
    row.insert(row.begin(), t);
    test::append(recording, row);
    h = std::clamp(h * std::exp2(exponent(random)), 0.0025, 0.025);
    t += h;
  }
}

double wave(double t) { return std::sin(2 * M_PI * t); }

TEST(SpikeMetric, SmoothCurveWithAdaptiveStepsIsFarBelowOne) {
  Recording recording;
  fill(recording, 2000, [](std::size_t, double t) {
    return std::vector{wave(t), 30 * wave(2 * t), 5 + wave(t)};
  });
  EXPECT_LT(spikeMetric(recording, 1), 2e-3);
  EXPECT_LT(spikeMetric(recording), 2e-2);
}

TEST(SpikeMetric, OneWrongSampleCountsByItsHeightOverTheRange) {
  for (const double height : {0.5, 1.0, 4.0}) {
    Recording recording;
    fill(recording, 2000, [height](std::size_t i, double t) {
      return std::vector{wave(t) + (i == 1234 ? 2 * height : 0), wave(t), wave(t)};
    });
    EXPECT_NEAR(spikeMetric(recording, 1), height, 0.25 * height + 0.01);
    EXPECT_EQ(spikeMetric(recording), spikeMetric(recording, 1));
  }
}

TEST(SpikeMetric, SpikesInEveryTenthSampleAreFoundInMultipliers) {
  Recording recording;
  fill(recording, 2000, [](std::size_t i, double t) {
    return std::vector{wave(t), wave(t), wave(t) + (i % 10 == 3 ? 3.0 : 0.0)};
  });
  EXPECT_GT(spikeMetric(recording), 0.5);
}

/// What an unstable method makes: from sample to sample to the other side, ever farther.
double swing(std::size_t i, double amplitude) {
  return (i % 2 ? 1 : -1) * amplitude * std::pow(1.003, static_cast<double>(i));
}

TEST(SpikeMetric, RunsAreOrderedAsAnEyeOrdersThem) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  const auto metricOf = [&](const std::function<double(std::size_t, double)>& curve) {
    Recording recording;
    fill(recording, 2000, [&](std::size_t i, double t) {
      return std::vector{wave(t), wave(t), curve(i, t)};
    });
    return spikeMetric(recording);
  };
  const double smooth = metricOf([](std::size_t, double t) { return wave(t); });
  const double ripples = metricOf([&](std::size_t, double t) { return wave(t) + 0.02 * normal(random); });
  const double spikes =
      metricOf([](std::size_t i, double t) { return wave(t) + (i % 100 == 3 ? 2.0 : 0.0); });
  const double noisy = metricOf([&](std::size_t, double t) { return wave(t) + 10 * normal(random); });
  const double unstable = metricOf([](std::size_t i, double t) { return wave(t) + swing(i, 10); });
  EXPECT_LT(10 * smooth, ripples);
  EXPECT_LT(5 * ripples, spikes);
  EXPECT_LT(1.5 * spikes, noisy);
  EXPECT_LT(100 * noisy, unstable) << "its noise must not be what it is compared with";
}

TEST(SpikeMetric, RoundingNoiseBesideLargeChannelsOfTheUnitDoesNotCount) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> noise(-1, 1);
  Recording recording;
  fill(recording, 2000, [&](std::size_t i, double t) {
    return std::vector{100 * wave(t), 1e-7 * noise(random) + (i == 900 ? 1e-6 : 0),
                       9.81 * (1 + 1e-13 * noise(random))};
  });
  EXPECT_LT(spikeMetric(recording, 2), 1e-4);
  EXPECT_LT(spikeMetric(recording, 3), 1e-8);
  EXPECT_LT(spikeMetric(recording), 2e-2);
}

/// A structure at rest: reactions are constant, and accelerations are what rounding leaves of them.
TEST(SpikeMetric, RoundingAtRestIsNoNoise) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> noise(-1, 1);
  Recording recording;
  fill(recording, 2000, [&](std::size_t i, double) {
    return std::vector{i % 300 == 7 ? 1e-13 * noise(random) : 1e-60 * noise(random), 0.0,
                       9.81 * (1 + 1e-15 * noise(random))};
  });
  EXPECT_LT(spikeMetric(recording), 1e-3);
}

/// Two and a half samples a swing, at the ends of steps of high order; with samples within the steps a wrong
/// one counts.
TEST(SpikeMetric, WideStepsOfHighOrderAreNoNoise) {
  std::vector<Channel> channels = kRoughChannels;
  channels.push_back({"step.h", "s", ChannelKind::Step, ""});
  channels.push_back({"step.order", "", ChannelKind::Step, ""});
  const auto metricOf = [&](double spacing, double order, double height) {
    Recording recording;
    recording.begin(channels);
    for (int i = 0; i < 200; ++i) {
      const double t = spacing * i;
      test::append(recording, {t, wave(t) + (i == 150 ? height : 0), wave(t), wave(t), 0.4, order});
    }
    return spikeMetric(recording);
  };
  EXPECT_GT(metricOf(0.4, 5, 0), 0.5);
  EXPECT_EQ(metricOf(0.4, 8, 0), 0);
  EXPECT_LT(metricOf(0.02, 8, 0), 1e-2);
  EXPECT_GT(metricOf(0.02, 8, 2), 0.5);
}

TEST(SpikeMetric, JumpIsNoSpike) {
  Recording recording;
  fill(recording, 2000, [](std::size_t i, double t) {
    return std::vector{wave(t), wave(t), i < 900 ? 0.0 : 1.0};
  });
  EXPECT_LT(spikeMetric(recording, 3), 1e-12);
}

TEST(SpikeMetric, StartUpAndValuesThatAreNotFiniteArePassedOver) {
  Recording recording;
  fill(recording, 2000, [](std::size_t i, double t) {
    const double missing = std::numeric_limits<double>::quiet_NaN();
    return std::vector{wave(t) + (i == 4 ? 50 : 0), i == 700 ? missing : wave(t), wave(t)};
  });
  EXPECT_LT(spikeMetric(recording), 2e-2);
}

TEST(SpikeMetric, ShortOrEmptyRecordingGivesZero) {
  Recording recording;
  EXPECT_EQ(spikeMetric(recording), 0);
  fill(recording, 6, [](std::size_t i, double) { return std::vector{i == 3 ? 9.0 : 0.0, 0.0, 0.0}; });
  EXPECT_EQ(spikeMetric(recording), 0);
}

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/min_max_pyramid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

#include "tests/core/results/recording_fixture.h"

namespace holonom {
namespace {

using test::append;

const std::vector<Channel> kTimeAndValue{{"t", "s", ChannelKind::Time, ""},
                                         {"y", "", ChannelKind::Output, ""}};

void fillNoise(Recording& recording, std::size_t rows, std::size_t spikeRow) {
  recording.begin(kTimeAndValue);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> noise(-1, 1), ratio(0.5, 2);
  double t = 0, h = 1e-3;
  for (std::size_t row = 0; row < rows; ++row) {
    append(recording, {t, row == spikeRow ? 7.0 : noise(random)});
    h = std::clamp(h * ratio(random), 1e-5, 1e-2);
    t += h;
  }
}

TEST(MinMaxPyramid, AgreesWithASearchThroughAllRowsForAnyStretch) {
  Recording recording;
  fillNoise(recording, 20011, 12345);
  MinMaxPyramid pyramid(recording, 1);
  while (pyramid.size() < recording.size()) pyramid.update(777);
  std::mt19937 random(3);
  for (int trial = 0; trial < 3000; ++trial) {
    std::size_t a = random() % 20011, b = random() % 20011;
    if (a > b) std::swap(a, b);
    if (trial % 3 == 0) b = std::min<std::size_t>(a + random() % 40, 20010);
    double low = 1e300, high = -1e300;
    for (std::size_t row = a; row <= b; ++row) {
      low = std::min(low, recording.value(row, 1));
      high = std::max(high, recording.value(row, 1));
    }
    const auto range = pyramid.range(a, b + 1);
    ASSERT_EQ(range.min, low);
    ASSERT_EQ(range.max, high);
    ASSERT_EQ(recording.value(range.minRow, 1), low);
    ASSERT_EQ(recording.value(range.maxRow, 1), high);
    ASSERT_TRUE(range.minRow >= a && range.minRow <= b && range.maxRow >= a && range.maxRow <= b);
  }
}

TEST(MinMaxPyramid, PassesOverNaN) {
  Recording recording;
  recording.begin(kTimeAndValue);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (int i = 0; i < 64; ++i) append(recording, {i * 0.1, i == 40 ? 3.0 : nan});
  MinMaxPyramid pyramid(recording, 1);
  pyramid.update();
  EXPECT_EQ(pyramid.range(0, 64).min, 3.0);
  EXPECT_EQ(pyramid.range(0, 64).maxRow, 40u);
  const auto none = pyramid.range(0, 32);
  EXPECT_GT(none.min, none.max);
}

// The points of a column stand together and in order of time.
void expectWellFormed(const std::vector<PlotPoint>& points, double t0, double t1, int columns) {
  ASSERT_TRUE(std::is_sorted(points.begin(), points.end(), [](auto a, auto b) { return a.x < b.x; }));
  std::vector<int> counts(static_cast<std::size_t>(columns) + 1, 0);
  for (const auto& point : points)
    if (point.x >= t0 && point.x <= t1)
      ++counts[static_cast<std::size_t>((point.x - t0) / (t1 - t0) * columns)];
  for (const int count : counts) ASSERT_LE(count, 5);  // 4, and 1 for rounding of a border in this test
  ASSERT_LE(points.size(), 4u * static_cast<std::size_t>(columns) + 2);
}

TEST(Decimate, OneSampleSpikeSurvivesEveryZoomLevel) {
  const std::size_t rows = 200000, spike = 123456;
  Recording recording;
  fillNoise(recording, rows, spike);
  MinMaxPyramid pyramid(recording, 1);
  pyramid.update();
  const double where = recording.time(spike), end = recording.time(rows - 1);
  std::vector<PlotPoint> points;
  for (double width = end; width > 1e-6; width /= 1.7) {
    for (const double shift : {0.1, 0.5, 0.93}) {
      const double t0 = where - shift * width, t1 = t0 + width;
      decimate(recording, pyramid, 1, t0, t1, 600, points);
      const auto found = std::find_if(points.begin(), points.end(), [](auto p) { return p.y == 7.0; });
      ASSERT_NE(found, points.end()) << "width " << width;
      ASSERT_EQ(found->x, where);
      expectWellFormed(points, t0, t1, 600);
    }
  }
}

TEST(Decimate, FewSamplesComeRawWithTheNeighboursOutside) {
  Recording recording;
  recording.begin(kTimeAndValue);
  for (int i = 0; i <= 100; ++i) append(recording, {i * 0.01, static_cast<double>(i)});
  MinMaxPyramid pyramid(recording, 1);
  pyramid.update();
  std::vector<PlotPoint> points;
  decimate(recording, pyramid, 1, 0.195, 0.305, 500, points);
  ASSERT_EQ(points.size(), 13u);  // 20 … 30 inside, 19 and 31 outside
  EXPECT_EQ(points.front().y, 19);
  EXPECT_EQ(points.back().y, 31);
  decimate(recording, pyramid, 1, -5, 5, 500, points);
  EXPECT_EQ(points.size(), 101u);
  // between two samples: the line through the window
  decimate(recording, pyramid, 1, 0.1951, 0.1952, 500, points);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].y, 19);
  EXPECT_EQ(points[1].y, 20);
  decimate(recording, pyramid, 1, 5, 6, 500, points);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].y, 100);
}

TEST(Decimate, ShowsOnlyWhatThePyramidHasTakenIn) {
  Recording recording;
  fillNoise(recording, 5000, 10);
  MinMaxPyramid pyramid(recording, 1);
  std::vector<PlotPoint> points;
  decimate(recording, pyramid, 1, 0, 1, 100, points);
  EXPECT_TRUE(points.empty());
  pyramid.update(1000);
  decimate(recording, pyramid, 1, 0, recording.time(4999), 100, points);
  ASSERT_FALSE(points.empty());
  EXPECT_EQ(points.back().x, recording.time(999));
}

TEST(Decimate, MillionRowsTiming) {
  Recording recording;
  fillNoise(recording, 1000000, 500000);
  MinMaxPyramid pyramid(recording, 1);
  const auto start = std::chrono::steady_clock::now();
  pyramid.update();
  const auto built = std::chrono::steady_clock::now();
  std::vector<PlotPoint> points;
  for (int i = 0; i < 100; ++i) decimate(recording, pyramid, 1, 0, recording.time(999999), 840, points);
  const auto done = std::chrono::steady_clock::now();
  std::printf("1e6 rows: pyramid %.1f ns per row, decimation to 840 columns %.3f ms, %zu points\n",
              std::chrono::duration<double>(built - start).count() * 1e3,
              std::chrono::duration<double>(done - built).count() * 10, points.size());
  EXPECT_TRUE(std::any_of(points.begin(), points.end(), [](auto p) { return p.y == 7.0; }));
}

}  // namespace
}  // namespace holonom

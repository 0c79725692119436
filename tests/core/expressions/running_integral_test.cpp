// SPDX-License-Identifier: GPL-3.0-or-later
// Integrals from zero: smooth ones against closed forms, backwards in time, over jumps and fronts, and from
// times in any order.
#include "core/expressions/running_integral.h"

#include <gtest/gtest.h>

#include <cmath>

namespace holonom {
namespace {

TEST(RunningIntegral, IsExactOnBothSidesOfZero) {
  const RunningIntegral sine([](double t) { return std::sin(3 * t + 0.4); }, {}, 0, 0);
  const auto once = [](double t) { return (std::cos(0.4) - std::cos(3 * t + 0.4)) / 3; };
  const auto twice = [](double t) {
    return (t * std::cos(0.4) - (std::sin(3 * t + 0.4) - std::sin(0.4)) / 3) / 3;
  };
  for (const double t : {0.3, 40.0, 7.0, 0.0, -2.5, -30.0, 41.0, -0.1}) {
    EXPECT_NEAR(sine.at(t).once, once(t), 3e-14 * (1 + std::abs(t))) << t;
    EXPECT_NEAR(sine.at(t).twice, twice(t), 1e-13 * (1 + t * t)) << t;
  }
}

/// A step back and forth within 1 ms, which no node of a rule over the whole way would see.
TEST(RunningIntegral, SeesShortPulsesByTheirMarks) {
  const RunningIntegral pulse([](double t) { return t > 1 && t < 1.001 ? 500.0 : 0.0; },
                              [](double t, double* marks) {
                                marks[0] = t - 1;
                                marks[1] = t - 1.001;
                              },
                              2, 2);
  EXPECT_NEAR(pulse.at(8).once, 0.5, 1e-12);
  EXPECT_NEAR(pulse.at(8).twice, 0.5 * (8 - 1.0005), 1e-11);
  EXPECT_NEAR(pulse.at(1.0004).once, 0.2, 1e-12);
  EXPECT_EQ(pulse.at(0.9).once, 0);
}

TEST(RunningIntegral, BeginsAnewElsewhere) {
  double rate = 1;
  RunningIntegral line([&](double t) { return rate * t; }, {}, 0, 0);
  EXPECT_NEAR(line.at(2).once, 2, 1e-14);
  rate = 3;
  line.restart(2);
  for (const double t : {5.0, 2.0, -1.0}) {
    EXPECT_NEAR(line.at(t).once, 1.5 * (t * t - 4), 1e-13);
    EXPECT_NEAR(line.at(t).twice, 0.5 * (t * t * t - 8) - 6 * (t - 2), 1e-13);
  }
}

/// Methods look a little behind the start, where the formula may change just there.
TEST(RunningIntegral, MayJumpAtZero) {
  const RunningIntegral sign([](double t) { return t < 0 ? -1.0 : 1.0; },
                             [](double t, double* marks) { marks[0] = t; }, 1, 1);
  for (const double t : {-1e-6, -2.0, 1e-6, 2.0, -1e-300}) EXPECT_NEAR(sign.at(t).once, std::abs(t), 1e-15);
}

TEST(RunningIntegral, SeesFronts) {
  const double steep = 1e4;
  const RunningIntegral bell([&](double t) { return std::exp(-std::pow(steep * (t - 2), 2)); },
                             [&](double t, double* marks) { marks[0] = steep * (t - 2); }, 0, 1);
  EXPECT_NEAR(bell.at(5).once, std::sqrt(M_PI) / steep, 1e-12 / steep);
}

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/axis_ticks.h"

#include <gtest/gtest.h>

#include <QStringList>
#include <cmath>

namespace holonom {
namespace {

std::string labels(const AxisTicks& ticks) {
  QStringList list;
  for (const auto& tick : ticks.ticks) list << tick.label;
  return list.join(' ').toStdString();
}

TEST(AxisTicks, StepsAreOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_EQ(labels(linearTicks({0, 10}, 5)), "0 2 4 6 8 10");
  EXPECT_EQ(labels(linearTicks({-0.11, 0.12}, 5)), "−0.10 −0.05 0.00 0.05 0.10");
  EXPECT_EQ(labels(linearTicks({-42, 43}, 3)), "−40 −20 0 20 40");
  EXPECT_EQ(labels(linearTicks({0.3, 0.41}, 3)), "0.30 0.35 0.40");
}

TEST(AxisTicks, LargeAndSmallNumbersShareAnEngineeringExponent) {
  const AxisTicks large = linearTicks({0, 4.2e7}, 5);
  EXPECT_EQ(large.exponent, 6);
  EXPECT_EQ(labels(large), "0 10 20 30 40");
  const AxisTicks small = linearTicks({-2e-5, 2e-5}, 4);
  EXPECT_EQ(small.exponent, -6);
  EXPECT_EQ(labels(small), "−20 −10 0 10 20");
}

TEST(AxisTicks, LogarithmicTicksArePowersOfTen) {
  EXPECT_EQ(labels(logarithmicTicks({-12, 0}, 5)), "10⁻¹² 10⁻⁹ 10⁻⁶ 10⁻³ 10⁰");
  EXPECT_EQ(labels(logarithmicTicks({-3.1, -1.9}, 5)), "10⁻³ 2·10⁻³ 5·10⁻³ 10⁻²");
}

TEST(AxisTicks, IntegerAxesHaveNoFractions) { EXPECT_EQ(labels(integerTicks({0, 2.5}, 10)), "0 1 2"); }

TEST(AxisTicks, DegenerateRangesAreWidened) {
  for (const AxisRange range : {AxisRange{3, 3}, AxisRange{0, 0}, AxisRange{-2, -2}, AxisRange{1, 1 + 1e-15},
                                AxisRange{NAN, 1}, AxisRange{0, INFINITY}, AxisRange{5, 4}}) {
    const AxisRange drawn = drawable(range);
    EXPECT_TRUE(std::isfinite(drawn.low) && std::isfinite(drawn.high));
    EXPECT_GT(drawn.span(), 0);
    EXPECT_GE(linearTicks(drawn, 5).ticks.size(), 2u);
  }
}

TEST(AxisTicks, ReadOutsAreShort) {
  EXPECT_EQ(readableNumber(0).toStdString(), "0");
  EXPECT_EQ(readableNumber(4).toStdString(), "4");
  EXPECT_EQ(readableNumber(-12.34567).toStdString(), "−12.35");
  EXPECT_EQ(readableNumber(1.23456e-12).toStdString(), "1.23·10⁻¹²");
  EXPECT_EQ(readableNumber(4567890).toStdString(), "4.57·10⁶");
}

TEST(QuietRange, GrowsAtOnceAndShrinksLate) {
  QuietRange quiet;
  const AxisRange first = quiet.update({0, 1}, true, 0);
  EXPECT_EQ(quiet.update({0, 0.9}, true, 0.1), first);
  const AxisRange grown = quiet.update({0, 2}, true, 0.2);
  EXPECT_GE(grown.high, 2.2);
  EXPECT_EQ(grown.low, first.low);
  EXPECT_EQ(quiet.update({0, 0.5}, true, 0.3), grown);
  EXPECT_EQ(quiet.update({0, 0.5}, true, 1.2), grown);
  EXPECT_LT(quiet.update({0, 0.5}, true, 1.4).high, 0.6);
  EXPECT_LT(quiet.update({0, 0.1}, false, 1.4).high, 0.2);
}

TEST(AxisTicks, NoValueIsWrittenLongerThanTheWidest) {
  for (const AxisRange range : {AxisRange{-1, 1}, {0, 2}, {3, 5}, {-1e-9, 1e-9}, {-2e6, 1}, {0.2, 0.9}}) {
    const qsizetype most = widestNumber(range).size();
    for (int i = 0; i <= 3000; ++i) {
      const QString text = readableNumber(range.low + range.span() * i / 3000);
      EXPECT_LE(text.size(), most) << text.toStdString();
    }
  }
}

}  // namespace
}  // namespace holonom

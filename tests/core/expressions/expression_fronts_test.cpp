// SPDX-License-Identifier: GPL-3.0-or-later
// Places where a smooth formula goes steeply from one branch to another one.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/expressions/expression.h"
#include "tests/core/expressions/tape_results.h"

namespace holonom {
namespace {

/// The argument of the only front, at x.
double front(const char* text, double x) {
  const Expression e = Expression::parseWithModes(text, kTimeAndPlace);
  EXPECT_EQ(e.frontCount(), 1) << text;
  return e.frontCount() == 1 ? resultOf(e.compileFront(0), {0, x}) : std::nan("");
}

TEST(ExpressionFronts, AreFoundInEveryUsualForm) {
  EXPECT_DOUBLE_EQ(front("-5*tanh((x - 1)/0.01) + x", 1.02), 2);
  EXPECT_DOUBLE_EQ(front("2/pi*atan(x/1e-3)", 0.004), 4);
  EXPECT_DOUBLE_EQ(front("1/(1 + exp(-x/1e-3))", 0.004), -2);  // ½ (1 + tanh(2))
  EXPECT_DOUBLE_EQ(front("3/(exp(200*x) + 1)", 0.04), 4);
  EXPECT_DOUBLE_EQ(front("x/sqrt(x^2 + 1e-4)", 0.05), 5);
  EXPECT_DOUBLE_EQ(front("x/sqrt(1e-4 + x*x)", 0.05), 5);
  EXPECT_DOUBLE_EQ(front("x*(x^2 + 1e-4)^(-1/2)", 0.05), 5);
  EXPECT_DOUBLE_EQ(front("x/(x^2 + 1e-4)", 0.05), 5);
  EXPECT_DOUBLE_EQ(front("1e4*exp(-((x - 0.5)/1e-4)^2)", 0.5003), 2 * 3);
  EXPECT_DOUBLE_EQ(front("exp(-x^2/2e-4)", 0.03), 2 * 0.03 / std::sqrt(2e-4));
  EXPECT_DOUBLE_EQ(front("1/cosh(x/1e-3)^2", 0.004), 4);
}

/// At |w| = 10 what is left of a peak is e⁻²⁵, or a power of a tenth or a fifth.
TEST(ExpressionFronts, ArePeaksOfAnyShape) {
  const double power = std::pow(25, 0.25);
  EXPECT_NEAR(front("exp(-((x - 0.5)/1e-3)^4)", 0.5 + 1e-3 * power), 10, 1e-9);
  EXPECT_NEAR(front("1/exp((x/1e-3)^2)", -5e-3), -10, 1e-12);
  EXPECT_NEAR(front("2.5^(-(x^2*1e6))", 5e-3 / std::sqrt(std::log(2.5))), 10, 1e-12);
  EXPECT_NEAR(front("3/2.5^(x^2*1e6)", 5e-3 / std::sqrt(std::log(2.5))), 10, 1e-12);
  EXPECT_NEAR(front("1/(1 + (x/1e-3)^4)", 0.01), 20, 1e-12);
  EXPECT_NEAR(front("1/(16 + 1e12*x^4)^2", 0.02), 20, 1e-12);
  EXPECT_NEAR(front("sin(x)^20000", std::acos(-1.0) / 2 - std::asin(0.05)), 10, 1e-9);
  EXPECT_EQ(Expression::parseWithModes("abs(sin(x))^20000", kTimeAndPlace).frontCount(), 1);
  EXPECT_NEAR(front("cos(x)^20001", std::asin(0.05)), -std::sqrt(40002.0) * 0.05, 1e-9);
  EXPECT_NEAR(front("((1 + cos(x - 1))/2)^2000", 1 + 2 * std::asin(std::sqrt(25 / 2000.0))), 10, 1e-9);
  EXPECT_NEAR(front("(0.5 - 0.5*sin(x))^2000", -std::acos(-1.0) / 2 + 2 * std::asin(std::sqrt(25 / 2000.0))),
              10, 1e-9);
  EXPECT_NEAR(front("exp(2000*(cos(x) - 1))", 2 * std::asin(std::sqrt(25 / 4000.0))), 10, 1e-9);
}

TEST(ExpressionFronts, ArePeaksHoweverTheyAreWritten) {
  const double at = 0.5 + 1e-3 * 3;
  for (const char* text :
       {"exp(-1e6*(x - 0.5)*(x - 0.5))", "exp(-((x - 0.5)*1e3)*((x - 0.5)*1e3))", "(1 - (x - 0.5)^2)^1000000",
        "(2 - 2*(x - 0.5)*(x - 0.5))^1000000", "1/cosh(((x - 0.5)/1e-3)^2)"})
    EXPECT_NEAR(std::abs(front(text, at)), 6, 1e-9) << text;
  // and that of the exponential alone
  EXPECT_EQ(Expression::parseWithModes("exp(-(x - 0.5)^2)^1000000", kTimeAndPlace).frontCount(), 2);
  EXPECT_NEAR(front("(sin(x)*sin(x))^10000", std::acos(-1.0) / 2 - std::asin(0.05)), 10, 1e-9);
}

TEST(ExpressionFronts, ArePeaksWithACusp) {
  const Expression e = Expression::parseWithModes("1e4*exp(-abs(x - 0.5)*1e4)", kTimeAndPlace);
  ASSERT_EQ(e.frontCount(), 1);
  EXPECT_NEAR(resultOf(e.compileFront(0), {0, 0.5 - 25e-4, -1}), -10, 1e-9);
  const Expression odd = Expression::parseWithModes("1e4*exp(-abs((x - 0.5)/1e-4)^3)", kTimeAndPlace);
  ASSERT_EQ(odd.frontCount(), 1);
  EXPECT_NEAR(resultOf(odd.compileFront(0), {0, 0.5 + 1e-4 * std::cbrt(25), 1}), 10, 1e-9);
}

TEST(ExpressionFronts, OfTheSameArgumentCountOnce) {
  EXPECT_EQ(Expression::parseWithModes("tanh(x/2) + 3*tanh(x/2)*t", kTimeAndPlace).frontCount(), 1);
  EXPECT_EQ(Expression::parseWithModes("tanh(x/2) + tanh(t/2)", kTimeAndPlace).frontCount(), 2);
}

TEST(ExpressionFronts, AreNotWhatGrowsOrHasSwitches) {
  for (const char* text : {"sin(50*x)", "x^3 - t", "exp(-t/0.01)", "x^2 + 1", "1/x^2", "abs(x)", "sign(x)",
                           "atan(x/t)", "atan(tan(x))", "tanh(3)*x", "1/(2 + cos(x))", "cosh(x)", "sin(x)^2",
                           "sin(x)^7", "exp(3*cos(x))", "exp(x^2)", "0.5^(-(x^2))", "exp(-x^3)", "2^x"})
    EXPECT_EQ(Expression::parseWithModes(text, kTimeAndPlace).frontCount(), 0) << text;
}

/// On the branch that the modes tell.
TEST(ExpressionFronts, FollowTheModesInside) {
  const Expression e = Expression::parseWithModes("tanh(abs(x)/0.1)", kTimeAndPlace);
  ASSERT_EQ(e.frontCount(), 1);
  EXPECT_NEAR(resultOf(e.compileFront(0), {0, -0.3, -1}), 3, 1e-12);
  EXPECT_NEAR(resultOf(e.compileFront(0), {0, -0.3, 1}), -3, 1e-12);
}

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
// Branches: as functions of their values, and held by modes.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/expressions/expression.h"
#include "tests/core/expressions/tape_results.h"

namespace holonom {
namespace {

double natural(const char* text, double t, double x) {
  return resultOf(Expression::parse(text, kTimeAndPlace).compile(), {t, x});
}

TEST(ExpressionBranches, FollowTheirValues) {
  EXPECT_EQ(natural("step(t - 1)", 0.999, 0), 0);
  EXPECT_EQ(natural("step(t - 1)", 1, 0), 1);
  EXPECT_EQ(natural("if(t > x, 2, 3)", 1, 0), 2);
  EXPECT_EQ(natural("if(t > x, 2, 3)", 0, 1), 3);
  EXPECT_EQ(natural("if(t < x, 2, 3)", 0, 1), 2);
  EXPECT_EQ(natural("if(t >= x, 2, 3)", 1, 0), 2);
  EXPECT_EQ(natural("if(x, t, -t)", 5, -0.1), -5);
  EXPECT_EQ(natural("if(t > 0, log(t), 7)", -1, 0), 7);  // the branch not taken may have no value
  EXPECT_EQ(natural("if(2 > 1, t, x)", 3, 4), 3);
  EXPECT_EQ(natural("if(t > 0, if(x > 0, 1, 2), 3)", 1, -1), 2);
}

TEST(ExpressionBranches, DerivativesAreThoseOfTheBranch) {
  const Expression e = Expression::parse("if(t > 1, sin(x*t), x^2) + min(x, t) + abs(x)", kTimeAndPlace);
  const Tape slope = e.derivative(1).compile();
  EXPECT_DOUBLE_EQ(resultOf(slope, {2, 0.3}), 2 * std::cos(0.6) + 1 + 1);
  EXPECT_DOUBLE_EQ(resultOf(slope, {0.1, 0.3}), 0.6 + 0 + 1);
  EXPECT_DOUBLE_EQ(resultOf(slope, {0.1, -0.3}), -0.6 + 1 - 1);
}

TEST(ExpressionBranches, ModesHoldABranchBeyondItsBorder) {
  const Expression e = Expression::parseWithModes("abs(x) + 10*step(t - 1)", kTimeAndPlace);
  ASSERT_EQ(e.switchCount(), 2);
  EXPECT_EQ(e.switchText(0), "abs(x)");
  EXPECT_EQ(e.switchText(1), "step(t - 1)");
  const Tape value = e.compile();
  EXPECT_EQ(resultOf(value, {0, 2, 1, -1}), 2);
  EXPECT_EQ(resultOf(value, {5, -2, 1, -1}), -2);  // smooth continuation of both
  EXPECT_EQ(resultOf(value, {5, -2, -1, 1}), 12);
  EXPECT_EQ(resultOf(e.compileSwitch(0), {5, -2}), -2);
  EXPECT_EQ(resultOf(e.compileSwitch(1), {5, -2}), 4);
  const std::vector<int> both{0, 1};
  EXPECT_EQ(resultOf(e.compileWithGradient(both), {5, -2, 1, -1}, 2), 1);
  EXPECT_EQ(resultOf(e.compileWithGradient(both), {5, -2, -1, -1}, 2), -1);
}

TEST(ExpressionBranches, MinAndMaxSwitchWhereTheirArgumentsMeet) {
  const Expression e = Expression::parseWithModes("min(t, x) + 100*max(t, x)", kTimeAndPlace);
  ASSERT_EQ(e.switchCount(), 2);
  EXPECT_EQ(resultOf(e.compileSwitch(0), {1, 3}), 2);
  EXPECT_EQ(resultOf(e.compileSwitch(1), {1, 3}), -2);
  EXPECT_EQ(resultOf(e.compile(), {1, 3, 1, -1}), 301);
  EXPECT_EQ(resultOf(e.compile(), {1, 3, -1, 1}), 103);
}

/// What an inverse function makes of the function that it undoes has kinks that neither has: they are
/// branches too.
TEST(ExpressionBranches, InverseFunctionsFold) {
  for (const char* text :
       {"asin(sin(x))", "acos(cos(x))", "asin(cos(x))", "acos(sin(x))", "atan(tan(x))", "sqrt(x^2)",
        "sqrt(x^6)", "2*t - asin(sin(abs(x)))", "atan2(sin(x), cos(x))", "t + 2*atan2(-sin(x), cos(x))",
        "atan(sin(x)/cos(x))", "(x^2)^0.5", "(x*x)^1.5", "sqrt(4*x^2)", "sqrt(x*x*t^2)"}) {
    const Expression e = Expression::parseWithModes(text, kTimeAndPlace);
    ASSERT_GE(e.switchCount(), 1) << text;
    const Tape value = e.compile(), gradient = e.compileWithGradient(std::vector<int>{1});
    const auto modesAt = [&](double x) {
      std::vector<double> variables{0.3, x};
      variables.resize(2 + e.switchCount(), 1.0);
      for (int i = e.switchCount(); i-- > 0;)
        variables[2 + i] = resultOf(e.compileSwitch(i), variables) >= 0 ? 1 : -1;
      for (int i = e.switchCount(); i-- > 0;)
        variables[2 + i] = resultOf(e.compileSwitch(i), variables) >= 0 ? 1 : -1;
      return variables;
    };
    for (const double x : {-7.1, -4., -2.2, -1., -0.2, 0.4, 1.5, 1.65, 3., 3.3, 5., 9.}) {
      std::vector<double> there = modesAt(x);
      EXPECT_NEAR(resultOf(value, there), natural(text, 0.3, x),
                  1e-13 * std::pow(std::max(1., std::abs(x)), 3))
          << text << " " << x;
      const double slope = (natural(text, 0.3, x + 1e-5) - natural(text, 0.3, x - 1e-5)) / 2e-5;
      EXPECT_NEAR(resultOf(gradient, there, 1), slope, 1e-6 * std::max(1., slope)) << text << " " << x;
      // Held, the branch goes on smoothly: all of these are polynomials in x on it, of degree 3 at most.
      const auto held = [&](double along) {
        there[1] = x + along;
        return resultOf(value, there);
      };
      EXPECT_NEAR(held(0.4) - 4 * held(0.2) + 6 * held(0) - 4 * held(-0.2) + held(-0.4), 0, 1e-11)
          << text << " " << x;
    }
  }
  EXPECT_EQ(Expression::parseWithModes("sqrt(x^4) + asin(x) + acos(sin(2)) + sin(asin(x)) + sqrt(x^3)",
                                       kTimeAndPlace)
                .switchCount(),
            0);
}

/// Powers of squares that are no polynomials on either side: beyond the kink they go on with the other sign.
TEST(ExpressionBranches, PowersOfSquaresFold) {
  for (const char* text :
       {"(x^2)^0.75", "(x^4)^0.4", "sqrt(1 - cos(x))", "(1 - cos(x)^2)^0.5", "(x^2/(t + 2)^2)^0.3"}) {
    const Expression e = Expression::parseWithModes(text, kTimeAndPlace);
    ASSERT_EQ(e.switchCount(), 1) << text;
    const Tape value = e.compile(), gradient = e.compileWithGradient(std::vector<int>{1});
    for (const double x : {-1.3, -0.2, 0.3, 2.1}) {
      const double mode = resultOf(e.compileSwitch(0), {0.3, x, 1}) > 0 ? 1 : -1;
      EXPECT_EQ(mode, x > 0 ? 1 : -1) << text;
      EXPECT_NEAR(resultOf(value, {0.3, x, mode}), natural(text, 0.3, x), 1e-14) << text << " " << x;
      EXPECT_NEAR(resultOf(value, {0.3, -x, mode}), -natural(text, 0.3, x), 1e-14) << text << " " << x;
      const double slope = (natural(text, 0.3, x + 1e-5) - natural(text, 0.3, x - 1e-5)) / 2e-5;
      EXPECT_NEAR(resultOf(gradient, {0.3, x, mode}, 1), slope, 1e-7) << text << " " << x;
    }
  }
}

/// The leap of atan2 by a turn is a branch, with two modes that agree where it does not leap; what only
/// enters a sine as a whole turn is none.
TEST(ExpressionBranches, AnglesLeapByATurn) {
  const Expression e = Expression::parseWithModes("atan2(x, t)", kTimeAndPlace);
  ASSERT_EQ(e.switchCount(), 1);
  EXPECT_EQ(e.switchText(0), "atan2(x, t)");
  const Tape value = e.compile(), border = e.compileSwitch(0);
  const double pi = std::acos(-1.0);
  for (double angle = -3.1; angle < 3.14; angle += 0.1) {
    const double x = 2 * std::sin(angle), t = 2 * std::cos(angle);
    for (const double mode : {1.0, -1.0}) {
      const bool inside = mode * angle > -pi / 2;
      EXPECT_EQ(mode * resultOf(border, {t, x, mode}) > 0, inside) << angle;
      if (inside) EXPECT_NEAR(resultOf(value, {t, x, mode}), angle, 1e-14);
    }
  }
  EXPECT_NEAR(resultOf(value, {-1, -0.1, 1}), pi + std::atan(0.1), 1e-14);  // held beyond the leap
  EXPECT_NEAR(resultOf(value, {-1, 0.1, -1}), -pi - std::atan(0.1), 1e-14);
  EXPECT_NEAR(resultOf(border, {-1, 1e-9, 1}), 1e-9, 1e-17);
  for (const char* text : {"sin(atan2(x, t))", "cos(2*atan2(x, t) - 3*t)", "tan(if(x > 0, atan2(x, t), 1)/2)",
                           "sin(4*atan(x/t))", "tan(atan(x/t))", "atan2(x, 3)", "atan2(-1, x)", "atan(x/2)",
                           "(x^4)^0.5", "(x^2)^2", "(x^2 + 1)^0.5", "x^1.5"})
    EXPECT_EQ(Expression::parseWithModes(text, kTimeAndPlace).switchCount(),
              std::string(text).find("if") == std::string::npos ? 0 : 1)
        << text;
  for (const char* text : {"sin(atan2(x, t)/2)", "sin(t*atan2(x, t))", "sin(atan(x/t))",
                           "sqrt(sin(atan2(x, t)) + atan2(x, t))", "atan2(x, -3)"})
    EXPECT_GE(Expression::parseWithModes(text, kTimeAndPlace).switchCount(), 1) << text;
}

/// Inside a branch that is not taken a function is silent: it is the constant 1.
TEST(ExpressionBranches, NestedFunctionsAreSilentInTheOtherBranch) {
  const Expression e = Expression::parseWithModes("if(t > 1, sign(x), abs(x - 3))", kTimeAndPlace);
  ASSERT_EQ(e.switchCount(), 3);
  EXPECT_EQ(e.switchText(0), "if(t > 1, sign(x), abs(x - 3))");
  EXPECT_EQ(resultOf(e.compileSwitch(1), {0, -5, -1, 1, 1}), 1);
  EXPECT_EQ(resultOf(e.compileSwitch(1), {0, -5, 1, 1, 1}), -5);
  EXPECT_EQ(resultOf(e.compileSwitch(2), {0, -5, 1, 1, 1}), 1);
  EXPECT_EQ(resultOf(e.compileSwitch(2), {0, -5, -1, 1, 1}), -8);
}

TEST(ExpressionBranches, MistakesAreNamed) {
  const auto complaint = [](const char* text) {
    try {
      Expression::parse(text, kTimeAndPlace);
    } catch (const ExpressionError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(complaint("t > 1").find("first argument of if"), std::string::npos);
  EXPECT_NE(complaint("if(t > 1, 2)").find("takes 3"), std::string::npos);
  EXPECT_NE(complaint("if t").find("parentheses"), std::string::npos);
  EXPECT_NE(complaint("if(t > , 1, 2)"), "");
  EXPECT_NE(complaint("stp(t)").find("did you mean 'step'"), std::string::npos);
}

}  // namespace
}  // namespace holonom

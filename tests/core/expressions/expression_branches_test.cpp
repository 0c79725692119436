// SPDX-License-Identifier: GPL-3.0-or-later
// Branches: as functions of their values, and held by modes.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/expressions/expression.h"

namespace holonom {
namespace {

const std::vector<std::string> kNames{"t", "x"};

/// Result number `which` of a tape at (t, x, modes …).
double at(const Tape& tape, std::vector<double> variables, int which = 0) {
  variables.resize(tape.variableCount());
  std::vector<double> results(tape.resultCount()), scratch(tape.scratchSize());
  tape.evaluate(variables.data(), results.data(), scratch.data());
  return results[which];
}

double natural(const char* text, double t, double x) { return at(Expression::parse(text, kNames).compile(), {t, x}); }

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
  const Expression e = Expression::parse("if(t > 1, sin(x*t), x^2) + min(x, t) + abs(x)", kNames);
  const Tape slope = e.derivative(1).compile();
  EXPECT_DOUBLE_EQ(at(slope, {2, 0.3}), 2 * std::cos(0.6) + 1 + 1);
  EXPECT_DOUBLE_EQ(at(slope, {0.1, 0.3}), 0.6 + 0 + 1);
  EXPECT_DOUBLE_EQ(at(slope, {0.1, -0.3}), -0.6 + 1 - 1);
}

TEST(ExpressionBranches, ModesHoldABranchBeyondItsBorder) {
  const Expression e = Expression::parseWithModes("abs(x) + 10*step(t - 1)", kNames);
  ASSERT_EQ(e.switchCount(), 2);
  EXPECT_EQ(e.switchText(0), "abs(x)");
  EXPECT_EQ(e.switchText(1), "step(t - 1)");
  const Tape value = e.compile();
  EXPECT_EQ(at(value, {0, 2, 1, -1}), 2);
  EXPECT_EQ(at(value, {5, -2, 1, -1}), -2);   // smooth continuation of both
  EXPECT_EQ(at(value, {5, -2, -1, 1}), 12);
  EXPECT_EQ(at(e.compileSwitch(0), {5, -2}), -2);
  EXPECT_EQ(at(e.compileSwitch(1), {5, -2}), 4);
  const std::vector<int> both{0, 1};
  EXPECT_EQ(at(e.compileWithGradient(both), {5, -2, 1, -1}, 2), 1);
  EXPECT_EQ(at(e.compileWithGradient(both), {5, -2, -1, -1}, 2), -1);
}

TEST(ExpressionBranches, MinAndMaxSwitchWhereTheirArgumentsMeet) {
  const Expression e = Expression::parseWithModes("min(t, x) + 100*max(t, x)", kNames);
  ASSERT_EQ(e.switchCount(), 2);
  EXPECT_EQ(at(e.compileSwitch(0), {1, 3}), 2);
  EXPECT_EQ(at(e.compileSwitch(1), {1, 3}), -2);
  EXPECT_EQ(at(e.compile(), {1, 3, 1, -1}), 301);
  EXPECT_EQ(at(e.compile(), {1, 3, -1, 1}), 103);
}

/// What an inverse function makes of the function that it undoes has kinks that neither has: they are branches too.
TEST(ExpressionBranches, InverseFunctionsFold) {
  for (const char* text : {"asin(sin(x))", "acos(cos(x))", "asin(cos(x))", "acos(sin(x))", "atan(tan(x))", "sqrt(x^2)", "sqrt(x^6)",
                           "2*t - asin(sin(abs(x)))"}) {
    const Expression e = Expression::parseWithModes(text, kNames);
    ASSERT_GE(e.switchCount(), 1) << text;
    const Tape value = e.compile(), gradient = e.compileWithGradient(std::vector<int>{1});
    const auto modesAt = [&](double x) {
      std::vector<double> variables{0.3, x};
      variables.resize(2 + e.switchCount(), 1.0);
      for (int i = e.switchCount(); i-- > 0;) variables[2 + i] = at(e.compileSwitch(i), variables) >= 0 ? 1 : -1;
      for (int i = e.switchCount(); i-- > 0;) variables[2 + i] = at(e.compileSwitch(i), variables) >= 0 ? 1 : -1;
      return variables;
    };
    for (const double x : {-7.1, -4., -2.2, -1., -0.2, 0.4, 1.5, 1.65, 3., 3.3, 5., 9.}) {
      std::vector<double> there = modesAt(x);
      EXPECT_NEAR(at(value, there), natural(text, 0.3, x), 1e-13 * std::pow(std::max(1., std::abs(x)), 3)) << text << " " << x;
      const double slope = (natural(text, 0.3, x + 1e-5) - natural(text, 0.3, x - 1e-5)) / 2e-5;
      EXPECT_NEAR(at(gradient, there, 1), slope, 1e-6 * std::max(1., slope)) << text << " " << x;
      // Held, the branch goes on smoothly: all of these are polynomials in x on it, of degree 3 at most.
      const auto held = [&](double along) {
        there[1] = x + along;
        return at(value, there);
      };
      EXPECT_NEAR(held(0.4) - 4 * held(0.2) + 6 * held(0) - 4 * held(-0.2) + held(-0.4), 0, 1e-11) << text << " " << x;
    }
  }
  EXPECT_EQ(Expression::parseWithModes("sqrt(x^4) + asin(x) + acos(sin(2)) + sin(asin(x)) + sqrt(x^3)", kNames).switchCount(), 0);
}

/// Inside a branch that is not taken a function is silent: it is the constant 1.
TEST(ExpressionBranches, NestedFunctionsAreSilentInTheOtherBranch) {
  const Expression e = Expression::parseWithModes("if(t > 1, sign(x), abs(x - 3))", kNames);
  ASSERT_EQ(e.switchCount(), 3);
  EXPECT_EQ(e.switchText(0), "if(t > 1, sign(x), abs(x - 3))");
  EXPECT_EQ(at(e.compileSwitch(1), {0, -5, -1, 1, 1}), 1);
  EXPECT_EQ(at(e.compileSwitch(1), {0, -5, 1, 1, 1}), -5);
  EXPECT_EQ(at(e.compileSwitch(2), {0, -5, 1, 1, 1}), 1);
  EXPECT_EQ(at(e.compileSwitch(2), {0, -5, -1, 1, 1}), -8);
}

TEST(ExpressionBranches, MistakesAreNamed) {
  const auto complaint = [](const char* text) {
    try {
      Expression::parse(text, kNames);
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

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

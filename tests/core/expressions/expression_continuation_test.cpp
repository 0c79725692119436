// SPDX-License-Identifier: GPL-3.0-or-later
// Roots, powers and logarithms beyond the edge of a frozen branch.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/expressions/expression.h"
#include "tests/core/expressions/tape_results.h"

namespace holonom {
namespace {

/// Value and ∂/∂x at (x, v, modes …).
std::vector<double> withSlope(const char* text, std::vector<double> variables) {
  const std::vector<int> by{0};
  return results(Expression::parseWithModes(text, kPlaceAndSpeed).compileWithGradient(by),
                 std::move(variables));
}

TEST(ExpressionContinuation, GoesOnSmoothlyBeyondTheEdge) {
  const double d = 1e-3;
  for (const auto& [text, mode] :
       {std::pair("max(0, -x)^1.5", -1.0), std::pair("if(x < 0, (-x)^1.5, 0)", 1.0)}) {
    const auto inside = withSlope(text, {-d, 0, mode}), beyond = withSlope(text, {d, 0, mode});
    EXPECT_DOUBLE_EQ(inside[0], std::pow(d, 1.5)) << text;
    EXPECT_DOUBLE_EQ(beyond[0], -std::pow(d, 1.5)) << text;
    EXPECT_DOUBLE_EQ(inside[1], -1.5 * std::sqrt(d)) << text;
    EXPECT_DOUBLE_EQ(beyond[1], -1.5 * std::sqrt(d)) << text;
  }
  EXPECT_DOUBLE_EQ(withSlope("sqrt(max(x, 0))", {-d, 0, 1})[0], -std::sqrt(d));
  EXPECT_DOUBLE_EQ(withSlope("max(x, 0)^0.7", {-d, 0, 1})[0], -std::pow(d, 0.7));
  EXPECT_DOUBLE_EQ(withSlope("if(x > 0, x*log(x), 0)", {-d, 0, 1})[0], -d * std::log(d));
  EXPECT_DOUBLE_EQ(withSlope("if(x > 0, x^(1 + v^2), 0)", {-d, 1, 1})[0], -d * d);
}

TEST(ExpressionContinuation, DerivativesAgreeWithDifferences) {
  for (const char* text :
       {"max(x, 0)^1.5", "if(x > 0, 3*x^2.5 + x*sqrt(x), 0)", "if(x > 0, x*log(x), 0)", "(2*max(x, 0))^1.2"})
    for (const double x : {0.3, -0.3}) {
      const double h = 1e-6;
      const double slope = (withSlope(text, {x + h, 0, 1})[0] - withSlope(text, {x - h, 0, 1})[0]) / (2 * h);
      EXPECT_NEAR(withSlope(text, {x, 0, 1})[1], slope, 1e-8) << text << " at " << x;
    }
}

TEST(ExpressionContinuation, HidesNoNegativeBaseOfTheUser) {
  // the branch that holds is negative itself
  EXPECT_TRUE(std::isnan(withSlope("max(x, -1)^1.5", {-0.5, 0, 1})[0]));
  EXPECT_TRUE(std::isnan(withSlope("if(v > 0, sqrt(x), 0)", {-0.5, 1, 1})[0]));
  EXPECT_TRUE(std::isnan(withSlope("min(0, x + 1)^1.5", {-2, 0, -1})[0]));
  EXPECT_TRUE(std::isnan(withSlope("if(x > 0, 1, log(x))", {-2, 0, -1})[0]));
  EXPECT_TRUE(std::isnan(withSlope("abs(v) + sqrt(x)", {-0.5, 1, 1})[0]));
}

TEST(ExpressionContinuation, AConstantBranchHasNoSlope) {
  for (const char* text : {"sqrt(max(0, x))", "max(0, x)*sqrt(max(0, x))", "sqrt(4*max(0, x))",
                           "max(0, x)^0.3", "max(0, x)^1.5"}) {
    const auto rest = withSlope(text, {-0.5, 0, 1, 1});  // max(0, x): 1 is the branch 0
    EXPECT_EQ(rest[0], 0) << text;
    EXPECT_EQ(rest[1], 0) << text;
  }
}

TEST(ExpressionContinuation, AFactorOfZeroOutweighsAnInfiniteSlope) {
  EXPECT_EQ(withSlope("x*sqrt(x^2 + v^2)", {0, 0})[1], 0);  // drag at rest
  EXPECT_GE(withSlope("sqrt(x)", {0, 0})[1], kInfiniteSlope / 10);
}

TEST(ExpressionContinuation, SecondDerivativesOfMotions) {
  const std::vector<std::string> time{"t"};
  const Tape tape = Expression::parseWithModes("max(t - 1, 0)^2.5", time).compileWithDerivatives(0);
  const auto before = results(tape, {0.5, -1}), after = results(tape, {1.5, 1}),
             beyond = results(tape, {0.5, 1});
  EXPECT_EQ(before, (std::vector<double>{0, 0, 0}));
  EXPECT_DOUBLE_EQ(after[2], 3.75 * std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(beyond[2], -3.75 * std::sqrt(0.5));
}

}  // namespace
}  // namespace holonom

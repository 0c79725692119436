// SPDX-License-Identifier: GPL-3.0-or-later
// Where an expression may be infinite, and slopes that stay finite where exponentials do not.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/expressions/expression.h"
#include "tests/core/expressions/tape_results.h"

namespace holonom {
namespace {

TEST(ExpressionPoles, AreTheZerosOfWhatIsDividedBy) {
  const struct {
    const char* text;
    std::vector<double> zeros;  // of x, one per function, with v = 0.7
  } cases[] = {
      {"3/(x - 2)", {2}},
      {"1/((x - 2)*(x + 1))", {2, -1}},
      {"v/(3*(x - 2)^2) + (x - 1)^(-1.5)", {2, 1}},
      {"1/sqrt(abs(x - 2))", {2}},
      {"tan(x)", {std::acos(0.0)}},
      {"x/(1 - cos(x - 1))", {1}},
      {"1/(x - 2) + v/(x - 2)", {2}},
      {"if(v > 0, 1/(x - 2), 0)", {2}},
  };
  for (const auto& one : cases) {
    const Expression e = Expression::parseWithModes(one.text, kPlaceAndSpeed);
    ASSERT_EQ(e.poleCount(), static_cast<int>(one.zeros.size())) << one.text;
    for (int i = 0; i < e.poleCount(); ++i) {
      const Tape pole = e.compilePole(i);
      EXPECT_LT(results(pole, {one.zeros[i] - 1e-6, 0.7})[0] * results(pole, {one.zeros[i] + 1e-6, 0.7})[0],
                0)
          << one.text;
    }
  }
}

TEST(ExpressionPoles, AreNotWhereNothingVanishes) {
  for (const char* text : {"x/2", "1/(x^2 + 1)", "1/exp(x)", "x/sqrt(x^2 + v^2)", "1/(2 + abs(x))", "x^2",
                           "atan(v/x)", "atan(tan(x))", "1/cosh(x)", "x/max(abs(v), 0.1)", "x/(1 + exp(-x))"})
    EXPECT_EQ(Expression::parseWithModes(text, kPlaceAndSpeed).poleCount(), 0) << text;
  EXPECT_EQ(Expression::parseWithModes("1 + v/(x - 2)", kPlaceAndSpeed).poleText(0), "v/(x - 2)");
  const Expression hidden = Expression::parseWithModes("if(v > 0, 1/(x - 2), 0)", kPlaceAndSpeed);
  EXPECT_EQ(results(hidden.compilePole(0), {2, 1, -1})[0], 1);  // the branch is not taken
}

/// Held so far beyond its kink that the formula of the branch would leap, a folded function has no value.
TEST(ExpressionPoles, FoldedBranchesEndBeforeTheyLeap) {
  const double pi = std::acos(-1);
  const auto value = [&](const char* text, double x, double mode) {
    return results(Expression::parseWithModes(text, kPlaceAndSpeed).compile(), {x, 1, mode})[0];
  };
  EXPECT_NEAR(value("acos(cos(x))", pi + 0.5, 1), pi + 0.5, 1e-12);
  EXPECT_TRUE(std::isnan(value("acos(cos(x))", pi + 1.2, 1)));
  EXPECT_NEAR(value("exp(-abs(x))", -0.9, 1), std::exp(0.9), 1e-14) << "so far beyond its kink it is held";
  EXPECT_TRUE(std::isnan(value("exp(-abs(x))", -1.1, 1)));
  EXPECT_TRUE(std::isnan(value("1/exp(max(x, -x)*4)", -0.3, 1)));
  EXPECT_NEAR(value("exp(3*sign(x))", -5, 1), std::exp(3), 1e-13)
      << "where branches do not meet there is nothing to outgrow";
  EXPECT_NEAR(value("asin(sin(x))", pi / 2 + 0.5, 1), pi / 2 + 0.5, 1e-12);
  EXPECT_TRUE(std::isnan(value("asin(sin(x))", pi / 2 + 1.2, 1)));
  EXPECT_NEAR(value("atan(tan(x))", pi / 2 + 0.5, 1), pi / 2 + 0.5, 1e-12);
  EXPECT_TRUE(std::isnan(value("atan(tan(x))", pi / 2 + 1.2, 1)));
  EXPECT_NEAR(value("atan(x/v)", std::tan(1.0), 1), 1.0, 1e-12);
  EXPECT_NEAR(value("atan2(x, x)", 0, 1), std::atan2(0.0, 0.0), 1);  // at rest a direction has some value
}

/// u/abs(u) is the sign of u, also where u is zero and a branch is held.
TEST(ExpressionPoles, QuotientsOfTheSameSizeAreSigns) {
  for (const char* text : {"(x - 0.3)/abs(x - 0.3)", "(x - 0.3)/sqrt((x - 0.3)^2)"})
    for (const double mode : {1.0, -1.0})
      EXPECT_EQ(results(Expression::parseWithModes(text, kPlaceAndSpeed).compile(), {0.3, 0, mode})[0], mode)
          << text;
}

TEST(ExpressionPoles, SlopesOfSaturatedExponentialsAreZero) {
  const std::vector<int> by{0};
  for (const char* text : {"1/(1 + exp(-1e8*x))", "1/(1 + exp(1e8*x))", "tanh(1e8*x)",
                           "sinh(x*1e6)/cosh(x*1e6)^2", "(1 + exp(-1e8*x))^(-2)"})
    for (const double x : {-0.3, 0.3}) {
      const auto got =
          results(Expression::parseWithModes(text, kPlaceAndSpeed).compileWithGradient(by), {x, 0});
      EXPECT_NEAR(got[1], 0, 1e-30) << text << " at " << x;
    }
  const auto moderate = results(
      Expression::parseWithModes("1/(1 + exp(-3*x))", kPlaceAndSpeed).compileWithGradient(by), {0.2, 0});
  EXPECT_NEAR(moderate[1], 3 * std::exp(-0.6) / std::pow(1 + std::exp(-0.6), 2), 1e-15);
}

}  // namespace
}  // namespace holonom

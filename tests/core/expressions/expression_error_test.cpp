// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/expressions/expression.h"

namespace holonom {
namespace {

const std::vector<std::string> kSymbols{"t", "x", "crank.theta", "crank.omega"};

struct BadText {
  std::string text;
  std::size_t position;
  std::string part;  ///< of the message
};

TEST(ExpressionError, SaysWhereAndWhat) {
  const std::vector<BadText> all = {
      {"", 0, "empty"},
      {"   ", 0, "empty"},
      {"t +", 3, "ends where a value"},
      {"2 * )", 4, "no '('"},
      {"(1 + t", 0, "not closed"},
      {"sin(t", 3, "not closed"},
      {"1 + crank.teta", 4, "did you mean 'crank.theta'"},
      {"1 + Crank.Omega", 4, "did you mean 'crank.omega'"},
      {"sn(t)", 0, "did you mean 'sin'"},
      {"2*sin t", 2, "parentheses"},
      {"sin", 0, "parentheses"},
      {"2 t", 2, "operator is missing"},
      {"t(2)", 0, "unknown function 't'"},
      {"(t)(x)", 3, "operator is missing"},
      {"sin(t, x)", 0, "takes 1 argument"},
      {"min(t)", 0, "takes 2 argument"},
      {"1 + sin()", 4, "'sin' takes 1 argument(s), not 0"},
      {"1,5*t", 1, "point"},
      {"y = 2*t", 0, "unknown name 'y'"},
      {"2*crank", 2, "'crank' has no value of its own, but crank.theta, crank.omega"},
      {"t = 2", 2, "no '='"},
      {"t & x", 2, "unexpected character '&'"},
      {"τ§", 0, "unknown name"},
      {"t*µµ + x", 2, "unknown name 'µµ'"},
      {"(t + t) * µ", 10, "unknown name"},
      {"t +* x", 3, "unexpected character '*'"},
      {"t/0", 1, "division by zero"},
      {"t + 1/(2-2)", 5, "division by zero"},
      {"sqrt(-1) + t", 0, "not a finite real"},
      {"log(0)", 0, "not a finite real"},
      {"9^9^9^9", 3, "not a finite real"},
      {"1e999*t", 0, "too large"},
      {"t deg", 2, "operator is missing"},
      {"deg*2", 0, "must follow a number"},
      {"log(t-t)", 0, "no real value"},
      {"sqrt(t-t-1)", 0, "real number"},
      {"t.", 1, "unexpected character '.'"},
      {std::string("t\0t", 3), 1, "unexpected character"},
  };
  for (const BadText& bad : all) {
    try {
      Expression::parse(bad.text, kSymbols);
      ADD_FAILURE() << "accepted: " << bad.text;
    } catch (const ExpressionError& error) {
      EXPECT_EQ(error.position(), bad.position) << bad.text << ": " << error.what();
      EXPECT_NE(std::string(error.what()).find(bad.part), std::string::npos)
          << bad.text << ": " << error.what();
    }
  }
}

/// Before what is spelled alike of another part.
TEST(ExpressionError, SaysWhatTheSamePartHas) {
  try {
    Expression::parse("2*s.lambda1", std::vector<std::string>{"h.lambda1", "s.force", "s.rate"});
    ADD_FAILURE();
  } catch (const ExpressionError& error) {
    EXPECT_NE(std::string(error.what()).find("'s' has s.force, s.rate"), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find("h.lambda1"), std::string::npos) << error.what();
  }
}

TEST(ExpressionError, HostileDepthAndLengthAreRefused) {
  const std::string depth(2000, '('), minus(4000, '-'), length(5000, '1');
  EXPECT_THROW(Expression::parse(depth + "t" + std::string(2000, ')'), kSymbols), ExpressionError);
  EXPECT_THROW(Expression::parse(minus + "t", kSymbols), ExpressionError);
  EXPECT_THROW(Expression::parse(length, kSymbols), ExpressionError);
  std::string tower = "t";
  for (int i = 0; i < 1500; ++i) tower += "^t";
  EXPECT_THROW(Expression::parse(tower, kSymbols), ExpressionError);
}

TEST(ExpressionError, LongButFlatIsAccepted) {
  std::string text = "t";
  while (text.size() + 4 < 4096) text += "+t*x";
  EXPECT_NO_THROW(Expression::parse(text, kSymbols));
}

TEST(ExpressionError, RandomTextNeverDoesAnythingElse) {
  const std::vector<std::string> pieces = {
      "t", "x", "1",    "2.5",   "1e300", "0",    "+",    "-",      "*",   "/",  "^", "(",          ")",
      ",", " ", "sin(", "sqrt(", "log(",  "min(", "abs(", "atan2(", "deg", "pi", ".", "crank.theta"};
  std::mt19937 random(7);
  int accepted = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    std::string text;
    for (unsigned n = 1 + random() % 12; n > 0; --n) text += pieces[random() % pieces.size()];
    try {
      const Expression e = Expression::parse(text, kSymbols);
      e.compileWithDerivatives(0);
      ++accepted;
    } catch (const ExpressionError&) {}
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace holonom

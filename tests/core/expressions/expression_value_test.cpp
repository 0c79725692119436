// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <thread>
#include <vector>

#include "core/expressions/expression.h"

namespace holonom {
namespace {

const std::vector<std::string> kVariables{"t", "x", "crank.theta", "β"};
const std::vector<std::pair<std::string, double>> kConstants{{"omega", 150.0}, {"k_1", -2.5}};

double evaluate(const Tape& tape, const std::vector<double>& variables) {
  std::vector<double> scratch(static_cast<std::size_t>(tape.scratchSize()));
  double result = 0;
  tape.evaluate(variables.data(), &result, scratch.data());
  return result;
}

struct Case {
  const char* text;
  std::function<double(double t, double x, double c, double b)> direct;
};

const std::vector<Case>& cases() {
  using namespace std;
  constexpr double pi = std::numbers::pi;
  static const std::vector<Case> all = {
      {"1", [](double, double, double, double) { return 1.0; }},
      {"1.5e-3", [](double, double, double, double) { return 1.5e-3; }},
      {".5*t", [](double t, double, double, double) { return .5 * t; }},
      {"t - x - crank.theta", [](double t, double x, double c, double) { return t - x - c; }},
      {"t - (x - crank.theta)", [](double t, double x, double c, double) { return t - (x - c); }},
      {"t / x / 2", [](double t, double x, double, double) { return t / x / 2; }},
      {"t / (x / 2)", [](double t, double x, double, double) { return t / (x / 2); }},
      {"-x^2", [](double, double x, double, double) { return -(x * x); }},
      {"(-x)^2", [](double, double x, double, double) { return x * x; }},
      {"2^-t", [](double t, double, double, double) { return pow(2, -t); }},
      {"x^2^3", [](double, double x, double, double) { return pow(x, 8); }},
      {"(x^2)^3", [](double, double x, double, double) { return pow(x, 6); }},
      {"x^-3", [](double, double x, double, double) { return 1 / (x * x * x); }},
      {"x^0.5 + x^1.5 + x^-0.5",
       [](double, double x, double, double) { return sqrt(x) + x * sqrt(x) + 1 / sqrt(x); }},
      {"x^2.25", [](double, double x, double, double) { return pow(x, 2.25); }},
      {"x^t", [](double t, double x, double, double) { return pow(x, t); }},
      {"--t", [](double t, double, double, double) { return t; }},
      {"+t*-x", [](double t, double x, double, double) { return -t * x; }},
      {"2*t^3 - 4*t^2 + t - 7",
       [](double t, double, double, double) { return ((2 * t - 4) * t + 1) * t - 7; }},
      {"sin(t)*cos(x)+tan(t*x)",
       [](double t, double x, double, double) { return sin(t) * cos(x) + tan(t * x); }},
      {"asin(t/9)+acos(x/9)+atan(-t)",
       [](double t, double x, double, double) { return asin(t / 9) + acos(x / 9) + atan(-t); }},
      {"atan2(-t, -x)", [](double t, double x, double, double) { return atan2(-t, -x); }},
      {"sinh(t)-cosh(x)+tanh(crank.theta)",
       [](double t, double x, double c, double) { return sinh(t) - cosh(x) + tanh(c); }},
      {"exp(-0.2*t)*log(x)", [](double t, double x, double, double) { return exp(-0.2 * t) * log(x); }},
      {"sqrt(t^2 + x^2)", [](double t, double x, double, double) { return sqrt(t * t + x * x); }},
      {"sqrt(t)^2", [](double t, double, double, double) { return t; }},
      {"abs(t-x)", [](double t, double x, double, double) { return fabs(t - x); }},
      {"sign(t-x)*3", [](double t, double x, double, double) { return t > x ? 3.0 : -3.0; }},
      {"min(t, x) + max(t, 2*x)",
       [](double t, double x, double, double) { return min(t, x) + max(t, 2 * x); }},
      {"min(t, 1e-20)", [](double t, double, double, double) { return min(t, 1e-20); }},
      {"30 deg", [](double, double, double, double) { return 30 * (pi / 180); }},
      {"2*30deg + 1 rad", [](double, double, double, double) { return pi / 3 + 1; }},
      {"sin(omega*t + 90 deg)", [](double t, double, double, double) { return sin(150 * t + pi / 2); }},
      {"k_1*pi", [](double, double, double, double) { return -2.5 * pi; }},
      {"β^2 + 1", [](double, double, double, double b) { return b * b + 1; }},
      {"2.5*sin(3*t+.1)*exp(-.2*t)+x^2*cos(crank.theta)-4*x*t",
       [](double t, double x, double c, double) {
         return 2.5 * sin(3 * t + .1) * exp(-.2 * t) + x * x * cos(c) - 4 * x * t;
       }},
      {" ( ( t ) ) ", [](double t, double, double, double) { return t; }},
      {"t*0 + 0*x", [](double, double, double, double) { return 0.0; }},
      {"t/t", [](double, double, double, double) { return 1.0; }},
      {"(2*t)^70", [](double t, double, double, double) { return pow(2 * t, 70); }},
  };
  return all;
}

TEST(ExpressionValue, AgreesWithDirectComputation) {
  const double points[][4] = {{0.7, 1.3, -0.4, 2}, {2.25, 0.3, 3.1, -1}, {1e-3, 5.5, 0, 0.5}};
  for (const Case& c : cases()) {
    const Tape tape = Expression::parse(c.text, kVariables, kConstants).compile();
    ASSERT_EQ(tape.variableCount(), 4);
    ASSERT_EQ(tape.resultCount(), 1);
    for (const auto& p : points) {
      const double expected = c.direct(p[0], p[1], p[2], p[3]);
      EXPECT_NEAR(evaluate(tape, {p[0], p[1], p[2], p[3]}), expected,
                  4e-15 * std::max(1.0, std::fabs(expected) * 4))
          << c.text << " at t = " << p[0];
    }
  }
}

TEST(ExpressionValue, KinksAtTheirCorner) {
  EXPECT_EQ(evaluate(Expression::parse("abs(t)", kVariables).compile(), {0, 0, 0, 0}), 0);
  EXPECT_EQ(evaluate(Expression::parse("sign(t)", kVariables).compile(), {0, 0, 0, 0}), 0);
  EXPECT_EQ(evaluate(Expression::parse("sign(t)", kVariables).compile(), {-3, 0, 0, 0}), -1);
  EXPECT_EQ(evaluate(Expression::parse("min(t, x)", kVariables).compile(), {2, 2, 0, 0}), 2);
}

TEST(ExpressionValue, KnowsWhichVariablesItUses) {
  EXPECT_EQ(Expression::parse("β + t", kVariables).compile().usedVariables(), (std::vector<int>{0, 3}));
  EXPECT_EQ(Expression::parse("x - x + crank.theta", kVariables).compile().usedVariables(),
            (std::vector<int>{2}));
  EXPECT_TRUE(Expression::parse("3*pi", kVariables).compile().usedVariables().empty());
}

TEST(ExpressionValue, SharesCommonParts) {
  const Tape once = Expression::parse("sin(t*x)", kVariables).compile();
  const Tape often = Expression::parse("sin(t*x)^2 + 1/sin(x*t) + exp(sin(t*x))", kVariables).compile();
  EXPECT_LE(often.scratchSize(), once.scratchSize() + 5);  // square, reciprocal, exponential and two sums
}

TEST(ExpressionValue, SameTextGivesSameBits) {
  const char* text = "sin(t)+cos(x)+t*x+exp(t-x)+1/(t+x)+sqrt(crank.theta)+β";
  const std::vector<double> at{0.1, 0.7, 0.3, 1e-3};
  const double first = evaluate(Expression::parse(text, kVariables).compile(), at);
  Expression::parse("β + crank.theta + x + t", kVariables);
  EXPECT_EQ(evaluate(Expression::parse(text, kVariables).compile(), at), first);
}

TEST(ExpressionValue, SeveralThreadsMayParseAtOnce) {
  std::vector<std::thread> threads;
  std::vector<double> results(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&results, i] {
      for (int k = 0; k < 50; ++k) {
        const Expression e = Expression::parse("sin(t)*x^2 + " + std::to_string(k), kVariables);
        results[i] += evaluate(e.derivative(0).compile(), {0.0, 2, 0, 0});  // cos(0)·4
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (double result : results) EXPECT_EQ(result, 200);
}

}  // namespace
}  // namespace holonom

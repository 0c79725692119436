// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "core/expressions/expression.h"

namespace holonom {
namespace {

/// Value with two derivatives by t, propagated by the rules of Taylor arithmetic: independent of any symbolic
/// work.
struct Jet {
  double f = 0, d = 0, dd = 0;
};
Jet operator+(Jet a, Jet b) { return {a.f + b.f, a.d + b.d, a.dd + b.dd}; }
Jet operator-(Jet a, Jet b) { return {a.f - b.f, a.d - b.d, a.dd - b.dd}; }
Jet operator*(Jet a, Jet b) {
  return {a.f * b.f, a.d * b.f + a.f * b.d, a.dd * b.f + 2 * a.d * b.d + a.f * b.dd};
}
Jet chain(Jet a, double f, double f1, double f2) { return {f, f1 * a.d, f2 * a.d * a.d + f1 * a.dd}; }
Jet constant(double c) { return {c, 0, 0}; }
Jet sin(Jet a) { return chain(a, std::sin(a.f), std::cos(a.f), -std::sin(a.f)); }
Jet cos(Jet a) { return chain(a, std::cos(a.f), -std::sin(a.f), -std::cos(a.f)); }
Jet exp(Jet a) { return chain(a, std::exp(a.f), std::exp(a.f), std::exp(a.f)); }
Jet log(Jet a) { return chain(a, std::log(a.f), 1 / a.f, -1 / (a.f * a.f)); }
Jet inverse(Jet a) { return chain(a, 1 / a.f, -1 / (a.f * a.f), 2 / (a.f * a.f * a.f)); }
Jet operator/(Jet a, Jet b) { return a * inverse(b); }
Jet sqrt(Jet a) { return chain(a, std::sqrt(a.f), 0.5 / std::sqrt(a.f), -0.25 / (a.f * std::sqrt(a.f))); }
Jet abs(Jet a) { return a.f < 0 ? constant(0) - a : a; }
Jet sign(Jet a) { return constant(a.f > 0 ? 1 : -1); }
Jet min(Jet a, Jet b) { return a.f < b.f ? a : b; }
Jet max(Jet a, Jet b) { return a.f < b.f ? b : a; }
Jet atan(Jet a) {
  const double n = 1 + a.f * a.f;
  return chain(a, std::atan(a.f), 1 / n, -2 * a.f / (n * n));
}
Jet atan2(Jet y, Jet x) {  // derivatives as of atan(y/x), value in the right quadrant
  Jet angle = atan(y / x);
  angle.f = std::atan2(y.f, x.f);
  return angle;
}
Jet asin(Jet a) {
  const double n = 1 - a.f * a.f;
  return chain(a, std::asin(a.f), 1 / std::sqrt(n), a.f / (n * std::sqrt(n)));
}
Jet acos(Jet a) { return constant(std::acos(0.0)) - asin(a); }
Jet tan(Jet a) { return sin(a) / cos(a); }
Jet sinh(Jet a) { return constant(0.5) * (exp(a) - exp(constant(0) - a)); }
Jet cosh(Jet a) { return constant(0.5) * (exp(a) + exp(constant(0) - a)); }
Jet tanh(Jet a) { return sinh(a) / cosh(a); }

struct JetCase {
  const char* text;
  std::function<Jet(Jet t)> jet;
};

const std::vector<JetCase>& jetCases() {
  static const std::vector<JetCase> all = {
      {"150*t", [](Jet t) { return constant(150) * t; }},
      {"t^3 - 2*t^2 + 5", [](Jet t) { return t * t * t - constant(2) * t * t + constant(5); }},
      {"1/t + t^-3", [](Jet t) { return inverse(t) + inverse(t * t * t); }},
      {"sin(3*t+0.1)*exp(-0.2*t)",
       [](Jet t) { return sin(constant(3) * t + constant(0.1)) * exp(constant(-0.2) * t); }},
      {"tan(t/3)", [](Jet t) { return tan(constant(1.0 / 3) * t); }},
      {"asin(t/9) + acos(t/8)",
       [](Jet t) { return asin(constant(1.0 / 9) * t) + acos(constant(1.0 / 8) * t); }},
      {"atan(t^2)", [](Jet t) { return atan(t * t); }},
      {"atan2(sin(t), t^2 - 9)", [](Jet t) { return atan2(sin(t), t * t - constant(9)); }},
      {"sinh(t) - cosh(t/2) + tanh(t)", [](Jet t) { return sinh(t) - cosh(constant(0.5) * t) + tanh(t); }},
      {"log(t)*sqrt(1 + t^2)", [](Jet t) { return log(t) * sqrt(constant(1) + t * t); }},
      {"t^1.5", [](Jet t) { return t * sqrt(t); }},
      {"t^t", [](Jet t) { return exp(t * log(t)); }},
      {"2^sin(t)", [](Jet t) { return exp(constant(std::log(2.0)) * sin(t)); }},
      {"abs(t - 1)*t^3", [](Jet t) { return abs(t - constant(1)) * t * t * t; }},
      {"sign(1 - t)*t^2", [](Jet t) { return sign(constant(1) - t) * t * t; }},
      {"min(t^2, 3*t - 1.5)", [](Jet t) { return min(t * t, constant(3) * t - constant(1.5)); }},
      {"max(sin(5*t), t*cos(t))", [](Jet t) { return max(sin(constant(5) * t), t * cos(t)); }},
      {"sin(cos(exp(-t)))/(1 + t^2)",
       [](Jet t) { return sin(cos(exp(constant(0) - t))) / (constant(1) + t * t); }},
      {"(1+t)*(2+t)*(3+t)*(4+t)/(5+sin(t))",
       [](Jet t) {
         return (constant(1) + t) * (constant(2) + t) * (constant(3) + t) * (constant(4) + t) /
                (constant(5) + sin(t));
       }},
  };
  return all;
}

std::array<double, 3> evaluate(const Tape& tape, double t) {
  std::vector<double> scratch(static_cast<std::size_t>(tape.scratchSize()));
  std::array<double, 3> results{};
  tape.evaluate(&t, results.data(), scratch.data());
  return results;
}

const std::vector<std::string> kTime{"t"};

TEST(ExpressionDerivative, AgreesWithTaylorArithmetic) {
  for (const JetCase& c : jetCases()) {
    const Tape tape = Expression::parse(c.text, kTime).compileWithDerivatives(0);
    ASSERT_EQ(tape.resultCount(), 3);
    for (double t : {0.37, 0.9, 1.83, 2.6}) {
      const Jet expected = c.jet({t, 1, 0});
      const auto actual = evaluate(tape, t);
      EXPECT_NEAR(actual[0], expected.f, 1e-13 * (1 + std::fabs(expected.f))) << c.text << " at " << t;
      EXPECT_NEAR(actual[1], expected.d, 1e-13 * (1 + std::fabs(expected.d))) << c.text << " at " << t;
      EXPECT_NEAR(actual[2], expected.dd, 1e-12 * (1 + std::fabs(expected.dd))) << c.text << " at " << t;
    }
  }
}

TEST(ExpressionDerivative, AgreesWithCentralDifferences) {
  const double h = 1e-4;
  for (const JetCase& c : jetCases()) {
    const Tape tape = Expression::parse(c.text, kTime).compileWithDerivatives(0);
    for (double t : {0.37, 1.83}) {
      const auto before = evaluate(tape, t - h), here = evaluate(tape, t), after = evaluate(tape, t + h);
      const double scale = 1 + std::fabs(here[1]) + std::fabs(here[2]);
      EXPECT_NEAR((after[0] - before[0]) / (2 * h), here[1], 1e-5 * scale) << c.text << " at " << t;
      EXPECT_NEAR((after[1] - before[1]) / (2 * h), here[2], 1e-5 * scale) << c.text << " at " << t;
    }
  }
}

/// log(1 + eᵘ) → u, 1/(1 + eᵘ) → 0, beyond the largest number that eᵘ can be as well.
TEST(ExpressionDerivative, DoesNotOverflowWithAnExponentialThatDoesNotMatter) {
  const Tape ramp = Expression::parse("log(2 + exp(800*t))", kTime).compileWithDerivatives(0);
  const Tape step = Expression::parse("3/(exp(800*t) + 1)", kTime).compileWithDerivatives(0);
  for (const double t : {-2.0, -1e-3, 0.0, 1e-3, 2.0}) {
    const double e = std::exp(-800 * std::abs(t)), rising = t > 0 ? 1 / (1 + 2 * e) : e / (2 + e),
                 falling = t > 0 ? e / (1 + e) : 1 / (1 + e);
    const auto r = evaluate(ramp, t), s = evaluate(step, t);
    EXPECT_NEAR(r[0], t > 0 ? 800 * t + std::log1p(2 * e) : std::log(2 + e), 1e-12);
    EXPECT_NEAR(r[1], 800 * rising, 1e-10);
    EXPECT_NEAR(s[0], 3 * falling, 1e-14);
    EXPECT_NEAR(s[1], -2400 * falling * (1 - falling), 1e-9);
    EXPECT_TRUE(std::isfinite(r[2]) && std::isfinite(s[2]));
  }
}

TEST(ExpressionDerivative, OfOneAmongSeveralVariables) {
  const std::vector<std::string> names{"x", "y"};
  const Expression e = Expression::parse("x^2*y + sin(x*y)", names);
  const Tape tape = e.derivative(1).derivative(0).compile();  // ∂²/∂x∂y = 2x + cos(xy) − xy sin(xy)
  std::vector<double> scratch(static_cast<std::size_t>(tape.scratchSize()));
  const double at[2] = {0.7, -1.2}, product = at[0] * at[1];
  double result = 0;
  tape.evaluate(at, &result, scratch.data());
  EXPECT_NEAR(result, 2 * at[0] + std::cos(product) - product * std::sin(product), 1e-15);
}

TEST(ExpressionDerivative, RefusesWhatWouldNotFitInMemory) {
  std::string text = "1";
  for (int i = 1; text.size() + 20 < 4096; ++i) text += "*(t+" + std::to_string(i) + ")";
  const Expression e = Expression::parse(text, kTime);
  EXPECT_THROW(e.compileWithDerivatives(0), ExpressionError);
}

}  // namespace
}  // namespace holonom

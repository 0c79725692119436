// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/work_ledger.h"

#include <gtest/gtest.h>

#include <cmath>

namespace holonom {
namespace {

TEST(WorkLedger, IntegratesCubicsExactlyOnUnequalSteps) {
  const auto power = [](double t) { return 1 + t * (2 - t * (3 - 4 * t)); };
  const auto work = [](double t) { return t * (1 + t * (1 - t * (1 - t))); };
  WorkLedger ledger;
  ledger.start(0, power(0), 5);
  double t = 0;
  for (const double h : {0.1, 0.15, 0.08, 0.2, 0.3, 0.1}) {
    t += h;
    const double before = ledger.total();
    ledger.advance(t, power(t));
    if (t > 0.3) EXPECT_NEAR(ledger.total() - before, work(t) - work(t - h), 1e-14) << t;
  }
  EXPECT_NEAR(ledger.total() - 5, work(t), 2e-3);
}

/// Reactions of index 3 alternate in the tiny first steps; the next step is a hundred times as long.
TEST(WorkLedger, PowersThatAreNotSmoothDoNotThrowTheWorkOff) {
  constexpr double kTiny = 1e-6, kLong = 1e-4;
  WorkLedger ledger;
  ledger.start(0, 200);
  ledger.advance(kTiny, 100);
  ledger.advance(2 * kTiny, 200);
  ledger.advance(2 * kTiny + kLong, 100);
  EXPECT_GT(ledger.total(), 100 * kLong);
  EXPECT_LT(ledger.total(), 201 * (kLong + 2 * kTiny));
}

/// What is smooth is as exact behind tiny steps as anywhere.
TEST(WorkLedger, ALongStepBehindTinyOnesIsACubic) {
  const auto power = [](double t) { return 10 + 3 * t + 2 * t * t; };
  WorkLedger ledger;
  ledger.start(0, power(0));
  for (const double t : {1e-4, 2e-4, 0.1}) ledger.advance(t, power(t));
  EXPECT_NEAR(ledger.total(), 10 * 0.1 + 1.5 * 0.01 + 2.0 / 3 * 0.001, 1e-10);
}

/// Powers within a long step, at Gauss' nodes: exact for polynomials of their degree, and in between nearly.
TEST(WorkLedger, ALongStepWithPowersWithin) {
  const auto power = [](double t) { return 10 * std::sin(3 * t) * t; };
  const auto work = [](double t) { return 10 * (std::sin(3 * t) / 9 - t * std::cos(3 * t) / 3); };
  WorkLedger ledger;
  ledger.start(0, power(0));
  const GaussRule& rule = gaussRule(8);
  double t = 0;
  for (const double h : {1.0, 0.7, 1.3}) {
    for (int i = 0; i < rule.count; ++i) ledger.within(power(t + h * rule.nodes[std::size_t(i)]));
    ledger.advance(t + h, power(t + h));
    for (const double s : {0.0, 0.21, 0.5, 0.93, 1.0})
      EXPECT_NEAR(ledger.at(t + s * h), work(t + s * h), 1e-6) << t + s * h;
    t += h;
  }
  EXPECT_NEAR(ledger.total(), work(t), 1e-9);
}

TEST(GaussRule, IsExactForPolynomialsOfItsDegree) {
  for (int count = 1; count <= GaussRule::kMost; ++count) {
    const GaussRule& rule = gaussRule(count);
    for (int degree = 0; degree < 2 * count; ++degree) {
      double sum = 0;
      for (int i = 0; i < count; ++i)
        sum += rule.weights[std::size_t(i)] * std::pow(rule.nodes[std::size_t(i)], degree);
      EXPECT_NEAR(sum, 1.0 / (degree + 1), 1e-15) << count << " " << degree;
    }
  }
}

}  // namespace
}  // namespace holonom

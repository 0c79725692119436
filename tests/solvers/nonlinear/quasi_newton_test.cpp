// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/nonlinear/quasi_newton.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace holonom {
namespace {

/// One equation f(x) = 0 with a Jacobian that the test can falsify.
class Scalar : public NewtonSystem {
 public:
  std::function<double(double)> f, slope;
  double x = 0, weight = 1;
  double jacobian = 1;  // in use
  bool singular = false;
  int residuals = 0, renewals = 0;

  void residual(VectorRef F) override {
    ++residuals;
    F[0] = f(x);
  }
  bool renewJacobian() override {
    ++renewals;
    jacobian = slope(x);
    return !singular;
  }
  void solve(VectorRef r) override { r[0] /= jacobian; }
  void update(ConstVectorRef delta) override { x += delta[0]; }
  double norm(ConstVectorRef delta) override { return std::abs(delta[0]) * weight; }
};

Scalar squareRootOf(double number, double start) {
  Scalar system;
  system.f = [=](double x) { return x * x - number; };
  system.slope = [](double x) { return 2 * x; };
  system.x = start;
  return system;
}

TEST(QuasiNewton, ConvergesAndCounts) {
  Scalar system = squareRootOf(2, 1.5);
  const NewtonOutcome outcome = QuasiNewton(1).solve(system, true, 1);
  EXPECT_EQ(outcome.status, NewtonStatus::Converged);
  EXPECT_NEAR(system.x, std::sqrt(2), 1e-3);
  EXPECT_EQ(outcome.jacobians, 1);
  EXPECT_EQ(outcome.jacobians, system.renewals);
  EXPECT_EQ(outcome.iterations, system.residuals);
  EXPECT_GT(outcome.rate, 0);
  EXPECT_LT(outcome.rate, 0.9);
}

TEST(QuasiNewton, ReachesTheToleranceItIsGiven) {
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    Scalar system = squareRootOf(2, 1.5);
    NewtonSettings settings;
    settings.tolerance = tolerance;
    settings.tightTolerance = 0.1 * tolerance;
    ASSERT_EQ(QuasiNewton(1, settings).solve(system, true, 1).status, NewtonStatus::Converged);
    EXPECT_LT(std::abs(system.x - std::sqrt(2)), 2 * tolerance);
  }
}

TEST(QuasiNewton, NeedsOneIterationWhenTheGuessIsRight) {
  Scalar system = squareRootOf(4, 2);
  const NewtonOutcome outcome = QuasiNewton(1).solve(system, true, 1);
  EXPECT_EQ(outcome.status, NewtonStatus::Converged);
  EXPECT_EQ(outcome.iterations, 1);
}

TEST(QuasiNewton, UsesTheOldJacobianWhileItContracts) {
  Scalar system = squareRootOf(2, 1.45);
  system.jacobian = 3;
  const NewtonOutcome outcome = QuasiNewton(1).solve(system, false, 1);
  EXPECT_EQ(outcome.status, NewtonStatus::Converged);
  EXPECT_EQ(outcome.jacobians, 0);
  EXPECT_EQ(system.renewals, 0);
  EXPECT_NEAR(system.x, std::sqrt(2), 1e-3);
}

TEST(QuasiNewton, RenewsAJacobianThatContractsSlowly) {
  Scalar system = squareRootOf(2, 1.9);
  system.jacobian = 40;  // contraction ≈ 1 − 2√2/40 = 0.93
  const NewtonOutcome outcome = QuasiNewton(1).solve(system, false, 1);
  EXPECT_EQ(outcome.status, NewtonStatus::Converged);
  EXPECT_EQ(outcome.jacobians, 1);
  EXPECT_NEAR(system.x, std::sqrt(2), 1e-3);
}

TEST(QuasiNewton, RenewsAJacobianOfTheWrongSign) {
  Scalar system = squareRootOf(2, 1.6);
  system.jacobian = -3;
  const NewtonOutcome outcome = QuasiNewton(1).solve(system, false, 1);
  EXPECT_EQ(outcome.status, NewtonStatus::Converged);
  EXPECT_GE(outcome.jacobians, 1);
  EXPECT_NEAR(system.x, std::sqrt(2), 1e-3);
}

TEST(QuasiNewton, StopsAfterOneIterationWithAKnownRateOnly) {
  const auto iterations = [](double knownRate) {
    Scalar system = squareRootOf(2, std::sqrt(2) + 5e-4);
    system.jacobian = 2 * std::sqrt(2);
    return QuasiNewton(1).solve(system, false, 1, knownRate).iterations;
  };
  EXPECT_EQ(iterations(0.1), 1);
  EXPECT_GT(iterations(0), 1);
}

TEST(QuasiNewton, DoesNotTrustARateAfterRenewal) {
  Scalar system = squareRootOf(2, std::sqrt(2) + 5e-4);
  EXPECT_GT(QuasiNewton(1).solve(system, true, 1, 0.1).iterations, 1);
}

/// A rate that was excellent once says nothing about a state far from where it was measured: with the
/// Jacobian in use the iteration only halves the error, so one iteration per step leaves half of each step's
/// change undone.
TEST(QuasiNewton, DoesNotTrustAnOldRateForEver) {
  Scalar system;
  double target = 0, rate = 1e-6;
  system.f = [&](double x) { return 1.5 * (x - target); };
  system.slope = [](double) { return 1.5; };
  for (int step = 0; step < 40; ++step) {
    target += 0.05;
    const NewtonOutcome outcome = QuasiNewton(1).solve(system, false, 1, rate);
    ASSERT_EQ(outcome.status, NewtonStatus::Converged);
    rate = outcome.rate;
    if (step > 10) {
      EXPECT_LT(std::abs(system.x - target), NewtonSettings().tolerance) << "step " << step;
    }
  }
}

TEST(QuasiNewton, ReportsDivergence) {
  Scalar system;  // ∛x: Newton's method doubles the distance each time
  system.f = [](double x) { return std::cbrt(x); };
  system.slope = [](double x) { return 1 / (3 * std::pow(std::cbrt(x), 2)); };
  system.x = 1;
  const NewtonOutcome outcome = QuasiNewton(1).solve(system, true, 1);
  EXPECT_TRUE(outcome.status == NewtonStatus::Diverged || outcome.status == NewtonStatus::Slow);
  EXPECT_LE(outcome.jacobians, NewtonSettings().maxJacobians);
  EXPECT_LE(outcome.iterations, NewtonSettings().maxIterations);
}

TEST(QuasiNewton, ReportsTheRateOfDivergence) {
  Scalar system;
  system.f = [](double x) { return x; };
  system.slope = [](double) { return 0.2; };  // each iterate is −4 times the one before
  system.x = 1;
  EXPECT_EQ(QuasiNewton(1).solve(system, true, 1).status, NewtonStatus::Diverged);
}

TEST(QuasiNewton, ReportsASingularMatrix) {
  Scalar system = squareRootOf(2, 1.5);
  system.singular = true;
  const NewtonOutcome outcome = QuasiNewton(1).solve(system, true, 1);
  EXPECT_EQ(outcome.status, NewtonStatus::Singular);
  EXPECT_EQ(outcome.iterations, 0);
}

TEST(QuasiNewton, ReportsNumbersThatAreNotFinite) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Scalar system = squareRootOf(2, 1.5);
    system.f = [=](double) { return bad; };
    EXPECT_EQ(QuasiNewton(1).solve(system, true, 1).status, NewtonStatus::NotFinite);
  }
}

TEST(QuasiNewton, FullNewtonRenewsInEveryIteration) {
  NewtonSettings settings;
  settings.renewEachIteration = true;
  settings.tightTolerance = 1e-12;
  settings.tolerance = 1e-12;
  Scalar system = squareRootOf(2, 3);
  const NewtonOutcome outcome = QuasiNewton(1, settings).solve(system, false, 1);
  EXPECT_EQ(outcome.status, NewtonStatus::Converged);
  EXPECT_EQ(outcome.jacobians, outcome.iterations);
  EXPECT_EQ(system.renewals, outcome.iterations);
  EXPECT_NEAR(system.x, std::sqrt(2), 1e-12);
}

TEST(QuasiNewton, DampsUntilTheFirstRenewal) {
  Scalar system;
  system.f = [](double x) { return x; };
  system.slope = [](double) { return 1.0; };
  system.x = 1;
  system.jacobian = 1;
  NewtonSettings settings;
  settings.maxIterations = 1;
  QuasiNewton(1, settings).solve(system, false, 0.25);
  EXPECT_DOUBLE_EQ(system.x, 0.75);
  system.x = 1;
  QuasiNewton(1, settings).solve(system, true, 0.25);
  EXPECT_DOUBLE_EQ(system.x, 0);
}

}  // namespace
}  // namespace holonom

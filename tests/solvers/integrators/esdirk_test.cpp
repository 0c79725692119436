// SPDX-License-Identifier: GPL-3.0-or-later
// ESDIRK4(3)6L[2]SA: its coefficients against the conditions that define it, and the orders with equal steps.
#include "solvers/integrators/implicit_runge_kutta/esdirk.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <complex>
#include <cstdio>

#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "solvers/analyses/assembly.h"
#include "solvers/integrators/implicit_runge_kutta/esdirk_tableau.h"
#include "tests/solvers/equal_steps.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

using Stages = Eigen::Matrix<double, esdirk::kStages, 1>;
using Square = Eigen::Matrix<double, esdirk::kStages, esdirk::kStages>;

Stages rowOf(const esdirk::Row& row) { return Stages(row.data()); }

class EsdirkTableau : public testing::Test {
 protected:
  EsdirkTableau() {
    for (int i = 0; i < esdirk::kStages; ++i) A.row(i) = rowOf(esdirk::kCoefficients[i]).transpose();
  }
  static constexpr double kRounding = 1e-14;
  Square A;
  Stages c = rowOf(esdirk::kNodes), b = rowOf(esdirk::kWeights), embedded = rowOf(esdirk::kEmbedded),
         one = Stages::Ones();

  void expectThirdOrder(const Stages& w) const {
    EXPECT_NEAR(w.dot(one), 1, kRounding);
    EXPECT_NEAR(w.dot(c), 1.0 / 2, kRounding);
    EXPECT_NEAR(w.dot(c.cwiseAbs2()), 1.0 / 3, kRounding);
    EXPECT_NEAR(w.dot(A * c), 1.0 / 6, kRounding);
  }
};

TEST_F(EsdirkTableau, HasOrderFourAndThreeAndStageOrderTwo) {
  expectThirdOrder(b);
  EXPECT_NEAR(b.dot(c.array().cube().matrix()), 1.0 / 4, kRounding);
  EXPECT_NEAR(b.dot(c.cwiseProduct(A * c)), 1.0 / 8, kRounding);
  EXPECT_NEAR(b.dot(A * c.cwiseAbs2()), 1.0 / 12, kRounding);
  EXPECT_NEAR(b.dot(A * (A * c)), 1.0 / 24, kRounding);
  expectThirdOrder(embedded);
  EXPECT_GT(std::abs(embedded.dot(c.array().cube().matrix()) - 1.0 / 4), 1e-4) << "it must not be of order 4";
  EXPECT_LT((A * one - c).lpNorm<Eigen::Infinity>(), kRounding);
  EXPECT_LT((A * c - c.cwiseAbs2() / 2).lpNorm<Eigen::Infinity>(), kRounding);
}

/// R(z) = 1 + z bᵀ (1 − zA)⁻¹ 1: at most 1 on the imaginary axis, 0 far to the left.
TEST_F(EsdirkTableau, IsLStable) {
  using Complex = std::complex<double>;
  const auto R = [&](Complex z) {
    const Eigen::MatrixXcd matrix = Square::Identity().cast<Complex>() - z * A.cast<Complex>();
    return 1.0 + z * b.cast<Complex>().dot(matrix.partialPivLu().solve(one.cast<Complex>()));
  };
  for (double y = 0.01; y < 1e4; y *= 1.1) EXPECT_LT(std::abs(R({0, y})), 1 + 1e-12) << y;
  EXPECT_LT(std::abs(R({-1e8, 0})), 1e-7);
  EXPECT_NEAR(R({-0.1, 0}).real(), std::exp(-0.1), 1e-7);
}

EndErrors errorsOf(int index, int steps) {
  const PendulumReference& reference = kPendulumReferences[0];
  CartesianPendulum pendulum(reference.gravity, 1);
  Work work;
  const auto integrator = esdirkMethod().make(pendulum, {.index = index, .rtol = 1e-10, .atol = 1e-10}, work);
  const State start = assemble(pendulum, guessOf(Vector2(reference.startX, 0), Vector2::Zero())).state;
  return errorsAfterEqualSteps(*integrator, start, endOf(reference), steps);
}

class EsdirkOrder : public testing::TestWithParam<int> {};

TEST_P(EsdirkOrder, IsReachedByPendulum) {
  const int index = GetParam();
  const EndErrors coarse = errorsOf(index, 200), fine = errorsOf(index, 400);
  const auto measured = [](double a, double b) { return std::log2(a / b); };
  const double q = measured(coarse.position, fine.position), v = measured(coarse.velocity, fine.velocity),
               lambda = measured(coarse.multiplier, fine.multiplier);
  std::printf("index %d: %.2f in q (%.1e), %.2f in v (%.1e), %.2f in λ (%.1e)\n", index, q, fine.position, v,
              fine.velocity, lambda, fine.multiplier);
  EXPECT_GT(q, 3.6);
  EXPECT_GT(v, 3.6);
  EXPECT_GT(lambda, 3.6);
}

INSTANTIATE_TEST_SUITE_P(Forms, EsdirkOrder, testing::Values(1));

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
// L-stable block methods: their coefficients against those printed in 001 and against what defines them, and
// the order with equal steps.
#include "solvers/integrators/implicit_runge_kutta/l_stable.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "solvers/analyses/assembly.h"
#include "solvers/integrators/implicit_runge_kutta/stage_coefficients.h"
#include "tests/solvers/equal_steps.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

struct Block {
  explicit Block(const StageCoefficients& of) : method(of) {
    const int s = of.stages();
    Eigen::MatrixXd rate(s, s);
    Vector start(s);
    for (int i = 0; i < s; ++i) {
      for (int j = 0; j < s; ++j) rate(i, j) = of.rate(i, j);
      start[i] = of.rateOfStart(i);
    }
    B = rate.inverse();
    d = -(B * start);
  }
  std::complex<double> stability(std::complex<double> z) const {
    const int s = method.stages();
    const Eigen::MatrixXcd matrix = Eigen::MatrixXcd::Identity(s, s) - z * B.cast<std::complex<double>>();
    const Eigen::VectorXcd right =
        Vector::Ones(s).cast<std::complex<double>>() + z * d.cast<std::complex<double>>();
    return matrix.partialPivLu().solve(right)[s - 1];
  }
  const StageCoefficients& method;
  Eigen::MatrixXd B;
  Vector d;
};

void expectBlock(BlockNodes nodes, BlockNumerator numerator, const Eigen::Matrix3d& B,
                 const Eigen::Vector3d& d) {
  const StageCoefficients method = blockCoefficients(3, nodes, numerator);
  const Block block(method);
  EXPECT_LT((block.B - B).lpNorm<Eigen::Infinity>(), 1e-13);
  EXPECT_LT((block.d - d).lpNorm<Eigen::Infinity>(), 1e-13);
}

TEST(BlockCoefficients, AreThoseThatThePaperPrints) {
  const double r2 = std::sqrt(2.0), r3 = std::sqrt(3.0);
  Eigen::Matrix3d B;
  B << 107.0 / 120, -37.0 / 120, 3.0 / 40, 17.0 / 15, 8.0 / 15, -1.0 / 15, 9.0 / 8, 9.0 / 8, 3.0 / 8;
  expectBlock(BlockNodes::Equidistant, BlockNumerator::OneLess, B / 3,
              Eigen::Vector3d(41.0 / 120, 2.0 / 5, 3.0 / 8) / 3);  // (11)
  B << (11 - 2 * r2) / 24, (5 - 8 * r2) / 24, (7 * r2 - 1) / 48, (5 + 8 * r2) / 24, (11 + 2 * r2) / 24,
      -(7 * r2 + 1) / 48, 2.0 / 3, 2.0 / 3, -1.0 / 6;
  // (14) and (15): the text calls their stability function Padé (2,3), it is Padé (1,3)
  expectBlock(BlockNodes::Chebyshev, BlockNumerator::TwoLess, B, {(r2 - 7) / 48, -(r2 + 7) / 48, -1.0 / 6});
  B << (27 + r3) / 72, (9 - 17 * r3) / 72, (3 + 5 * r3) / 72, (9 + 17 * r3) / 72, (27 - r3) / 72,
      (3 - 5 * r3) / 72, 0.5, 0.5, 0;
  expectBlock(BlockNodes::Legendre, BlockNumerator::TwoLess, B, {-(r3 + 3) / 72, (r3 - 3) / 72, 0});
}

TEST(BlockCoefficients, AreThoseOfRadauAtItsNodes) {
  for (const int s : {3, 5}) {
    const StageCoefficients method = blockCoefficients(s, BlockNodes::Radau, BlockNumerator::OneLess);
    const StageCoefficients& radau = radauOfStages(s);
    for (int i = 0; i < s; ++i) {
      EXPECT_NEAR(method.node(i), radau.node(i), 1e-15);
      EXPECT_NEAR(method.rateOfStart(i), 0, 1e-9);
      for (int j = 0; j < s; ++j) EXPECT_NEAR(method.rate(i, j), radau.rate(i, j), 1e-9);
    }
  }
}

class EveryBlock : public testing::TestWithParam<std::tuple<int, BlockNodes, BlockNumerator>> {
 protected:
  int stages() const { return std::get<0>(GetParam()); }
  StageCoefficients coefficients() const {
    return blockCoefficients(stages(), std::get<1>(GetParam()), std::get<2>(GetParam()));
  }
  int numerator() const { return stages() - (std::get<2>(GetParam()) == BlockNumerator::OneLess ? 1 : 2); }
};

TEST_P(EveryBlock, IsExactForPolynomialsAndLStable) {
  const StageCoefficients method = coefficients();
  const Block block(method);
  const int s = stages();
  for (int k = 1; k <= s; ++k)
    for (int i = 0; i < s; ++i) {
      double sum = k == 1 ? block.d[i] : 0;
      for (int j = 0; j < s; ++j) sum += block.B(i, j) * k * std::pow(method.node(j), k - 1);
      EXPECT_NEAR(sum, std::pow(method.node(i), k), 1e-11) << "degree " << k << ", stage " << i;
    }
  for (double y = 0.01; y < 1e4; y *= 1.1) EXPECT_LT(std::abs(block.stability({0, y})), 1 + 1e-9) << y;
  EXPECT_LT(std::abs(block.stability({-1e6, 0})), 1e-3);
}

/// (k, s) in closed form: both sums of Padé.
TEST_P(EveryBlock, HasThePadeApproximantForStabilityFunction) {
  const StageCoefficients method = coefficients();
  const Block block(method);
  const int s = stages(), k = numerator();
  const auto factorial = [](int n) { return std::tgamma(n + 1.0); };
  const auto sum = [&](int degree, int other, std::complex<double> z) {
    std::complex<double> total = 0, power = 1;
    for (int j = 0; j <= degree; ++j) {
      total += power * factorial(degree + other - j) * factorial(degree) /
               (factorial(degree + other) * factorial(j) * factorial(degree - j));
      power *= z;
    }
    return total;
  };
  for (const std::complex<double> z :
       {std::complex<double>(-0.7, 0), {-2, 3}, {-10, -4}, {0, 1.5}, {-50, 20}}) {
    const std::complex<double> pade = sum(k, s, z) / sum(s, k, -z);
    EXPECT_LT(std::abs(block.stability(z) - pade), 1e-9 * (1 + std::abs(pade))) << z;
  }
}

TEST_P(EveryBlock, IsMadeUpOfItsModes) {
  const StageCoefficients method = coefficients();
  const int s = stages();
  ASSERT_EQ(2 * int(method.pairs().size()) + int(method.realMode().has_value()), s);
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < s; ++j) {
      double sum = 0;
      if (const auto& real = method.realMode()) sum += real->out[i] * real->eigenvalue * real->in[j];
      for (const auto& pair : method.pairs()) sum += 2 * (pair.out[i] * pair.eigenvalue * pair.in[j]).real();
      EXPECT_NEAR(sum, method.rate(i, j), 1e-10 * (1 + std::abs(method.rate(i, j)))) << i << ' ' << j;
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryBlock,
                         testing::Combine(testing::Range(2, 7),
                                          testing::Values(BlockNodes::Equidistant, BlockNodes::Chebyshev,
                                                          BlockNodes::Legendre, BlockNodes::Radau),
                                          testing::Values(BlockNumerator::OneLess, BlockNumerator::TwoLess)),
                         [](const auto& info) {
                           const bool one = std::get<2>(info.param) == BlockNumerator::OneLess;
                           return "Stages" + std::to_string(std::get<0>(info.param)) +
                                  std::string(1, kBlockNodes[std::size_t(std::get<1>(info.param))].name[0]) +
                                  (one ? "OneLess" : "TwoLess");
                         });

struct BlockOrder {
  const char* name;
  int stages, index;
  BlockNodes nodes;
  BlockNumerator numerator;
  int order;
  int steps;
};

/// That of the stability function, or of the quadrature through start and stages where it is less: they lie
/// symmetrically, so that an even number of stages gains one, or at Gauss's nodes. Index 3 has its own.
class LStableOrder : public testing::TestWithParam<BlockOrder> {};

TEST_P(LStableOrder, IsReachedByPendulum) {
  const BlockOrder& of = GetParam();
  const PendulumReference& reference = kPendulumReferences[0];
  const auto errors = [&](int steps) {
    CartesianPendulum pendulum(reference.gravity, 1);
    Work work;
    const auto integrator = lStableMethod().make(pendulum,
                                                 {.index = of.index,
                                                  .rtol = 1e-10,
                                                  .atol = 1e-10,
                                                  .newtonTolerance = 1e-4,
                                                  .blockStages = of.stages,
                                                  .blockNodes = of.nodes,
                                                  .blockNumerator = of.numerator},
                                                 work);
    const State start = assemble(pendulum, guessOf(Vector2(reference.startX, 0), Vector2::Zero())).state;
    return errorsAfterEqualSteps(*integrator, start, endOf(reference), steps);
  };
  const EndErrors coarse = errors(of.steps), fine = errors(2 * of.steps);
  const double q = std::log2(coarse.position / fine.position), v = std::log2(coarse.velocity / fine.velocity),
               lambda = std::log2(coarse.multiplier / fine.multiplier);
  std::printf("%s: %.2f in q (%.1e), %.2f in v (%.1e), %.2f in λ (%.1e)\n", of.name, q, fine.position, v,
              fine.velocity, lambda, fine.multiplier);
  // the errors of both together, since each may pass through zero
  const auto both = [](const EndErrors& errors) { return std::hypot(errors.position, errors.velocity); };
  const double measured = of.index == 3 ? q : std::log2(both(coarse) / both(fine));
  EXPECT_NEAR(measured, of.order, 0.4);
  if (of.index == 3) return;
  const int ofApproximant = 2 * of.stages - (of.numerator == BlockNumerator::OneLess ? 1 : 2),
            ofSymmetry = of.stages + (of.stages % 2 == 0 ? 2 : 1),
            ofNodes = of.nodes == BlockNodes::Legendre ? std::max(2 * of.stages - 2, ofSymmetry) : ofSymmetry;
  EXPECT_EQ(of.order, std::min(ofApproximant, ofNodes)) << "what l_stable.md says";
}

std::vector<BlockOrder> blockOrders() {
  using enum BlockNodes;
  using enum BlockNumerator;
  return {
      {"Two", 2, 2, Equidistant, TwoLess, 2, 200},         {"TwoOneLess", 2, 2, Equidistant, OneLess, 3, 100},
      {"ThreeIndex3", 3, 3, Equidistant, OneLess, 3, 80},  {"ThreeIndex2", 3, 2, Equidistant, OneLess, 4, 80},
      {"ThreeTwoLess", 3, 2, Equidistant, TwoLess, 4, 60}, {"FourIndex3", 4, 3, Equidistant, TwoLess, 5, 40},
      {"FourIndex2", 4, 2, Equidistant, TwoLess, 6, 40},   {"FourIndex1", 4, 1, Equidistant, TwoLess, 6, 40},
      {"FourOneLess", 4, 2, Equidistant, OneLess, 6, 30},  {"FourChebyshev", 4, 2, Chebyshev, TwoLess, 6, 40},
      {"FourLegendre", 4, 2, Legendre, TwoLess, 6, 40},    {"FiveIndex2", 5, 2, Equidistant, TwoLess, 6, 14},
      {"FiveLegendre", 5, 2, Legendre, TwoLess, 8, 10},    {"SixLegendre", 6, 2, Legendre, TwoLess, 10, 8},
      {"SixIndex2", 6, 2, Equidistant, TwoLess, 8, 8}};
}

INSTANTIATE_TEST_SUITE_P(Forms, LStableOrder, testing::ValuesIn(blockOrders()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace holonom

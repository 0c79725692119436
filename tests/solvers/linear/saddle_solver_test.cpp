// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/saddle_solver.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/model/generators.h"
#include "solvers/analyses/assembly.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/start_values.h"
#include "solvers/linear/elimination_order.h"
#include "solvers/linear/saddle_point.h"
#include "tests/solvers/linear/random_matrices.h"

namespace holonom {
namespace {

using Engine = SaddleSolver::Engine;

struct Saddle {
  TestMatrix A, B;
  int size() const { return A.pattern.cols + B.pattern.rows; }
  Eigen::MatrixXd full() const {
    const int n = A.pattern.cols, m = B.pattern.rows;
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n + m, n + m);
    matrix.topLeftCorner(n, n) = A.full();
    matrix.bottomLeftCorner(m, n) = B.full();
    matrix.topRightCorner(n, m) = B.full().transpose();
    return matrix;
  }
};

/// Positive definite blocks of these sizes beside each other.
TestMatrix blockDiagonal(RandomMatrices& random, const std::vector<int>& sizes) {
  int n = 0;
  for (const int size : sizes) n += size;
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
  int first = 0;
  for (const int size : sizes) {
    const Eigen::MatrixXd root = Eigen::MatrixXd::NullaryExpr(size, size, [&] { return random(); });
    A.block(first, first, size, size) = root * root.transpose() + 0.5 * Eigen::MatrixXd::Identity(size, size);
    first += size;
  }
  return sparseOf(A);
}

/// A few entries in each row, as joints have them.
Saddle randomSaddle(unsigned seed, const std::vector<int>& sizes, int m, int perRow = 3) {
  RandomMatrices random(seed);
  Saddle saddle{blockDiagonal(random, sizes), {}};
  saddle.B = sparseOf(random.sparse(m, saddle.A.pattern.cols, perRow));
  return saddle;
}

double relative(const Vector& x, const Vector& y) {
  return (x - y).cwiseAbs().maxCoeff() / std::max(1e-300, y.cwiseAbs().maxCoeff());
}

Vector solution(SaddleSolver& solver, const Saddle& saddle, const Vector& right) {
  EXPECT_TRUE(solver.factorize(saddle.A.values.data(), saddle.B.values.data()));
  Vector x = right;
  solver.solve(x);
  return x;
}

SaddleSolver solverOf(const Saddle& saddle, Engine engine = Engine::Automatic) {
  return {saddle.A.pattern, saddle.B.pattern, Vector::Ones(saddle.A.pattern.cols), engine};
}

void expectBothRight(const Saddle& saddle, double tolerance) {
  RandomMatrices random(7);
  const Vector right = random.vector(saddle.size());
  const Vector exact = saddle.full().fullPivLu().solve(right);
  SaddleSolver automatic = solverOf(saddle), lu = solverOf(saddle, Engine::Lu);
  EXPECT_LT(relative(solution(automatic, saddle, right), exact), tolerance);
  EXPECT_TRUE(automatic.inConstraintSpace());
  EXPECT_LT(relative(solution(lu, saddle, right), exact), tolerance);
  EXPECT_FALSE(lu.inConstraintSpace());
}

TEST(SaddleSolver, BothEnginesAgreeOnRandomSystems) {
  const std::vector<int> single(24, 1), blocks{2, 1, 1, 5, 3, 1, 7, 2, 1, 1};
  for (unsigned seed = 1; seed <= 40; ++seed)
    for (const int m : {0, 1, 2, 7, 12}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << m << " rows");
      expectBothRight(randomSaddle(seed, single, m), 1e-11);
      expectBothRight(randomSaddle(seed, blocks, m), 1e-11);
    }
}

TEST(SaddleSolver, TakesNewValuesOfTheSameStructure) {
  Saddle saddle = randomSaddle(3, {3, 1, 1, 2, 4}, 6);
  SaddleSolver solver = solverOf(saddle);
  RandomMatrices random(4);
  for (int i = 0; i < 5; ++i) {
    for (double& value : saddle.B.values) value += 0.3 * random();
    if (i > 2)  // before that A is as it was
      for (double& value : saddle.A.values) value *= 1.5;
    const Vector right = random.vector(saddle.size());
    EXPECT_LT(relative(solution(solver, saddle, right), saddle.full().fullPivLu().solve(right)), 1e-11);
    EXPECT_TRUE(solver.inConstraintSpace());
  }
}

TEST(SaddleSolver, DoesNotHangOnUnits) {
  const Saddle saddle = randomSaddle(5, std::vector<int>(20, 1), 12);
  RandomMatrices random(6);
  const Vector right = random.vector(saddle.size());
  SaddleSolver solver = solverOf(saddle);
  const Vector expected = solution(solver, saddle, right);
  Saddle scaled = saddle;
  Vector scale(saddle.size());
  for (int i = 0; i < scale.size(); ++i) scale[i] = std::pow(2.0, (37 * i) % 61 - 30);
  const int n = saddle.A.pattern.cols;
  for (int col = 0; col < n; ++col) {
    for (int k = scaled.A.pattern.colStart[col]; k < scaled.A.pattern.colStart[col + 1]; ++k)
      scaled.A.values[k] *= scale[col] * scale[scaled.A.pattern.rowIndex[k]];
    for (int k = scaled.B.pattern.colStart[col]; k < scaled.B.pattern.colStart[col + 1]; ++k)
      scaled.B.values[k] *= scale[col] * scale[n + scaled.B.pattern.rowIndex[k]];
  }
  const Vector found = solution(solver, scaled, right.cwiseProduct(scale));
  EXPECT_TRUE(solver.inConstraintSpace());
  EXPECT_LT(relative(found.cwiseProduct(scale), expected), 1e-12);
}

/// Two rows that differ by `difference` only.
Saddle nearlyDependent(double difference) {
  Saddle saddle = randomSaddle(8, std::vector<int>(12, 1), 6);
  Eigen::MatrixXd B = saddle.B.full();
  B.row(4) = B.row(1);
  B(4, 4) += difference;
  saddle.B = sparseOf(B);
  return saddle;
}

TEST(SaddleSolver, RefinesWhereRowsAreAlmostDependent) {
  const Saddle saddle = nearlyDependent(1e-3);
  RandomMatrices random(9);
  const Vector right = random.vector(saddle.size());
  SaddleSolver solver = solverOf(saddle), lu = solverOf(saddle, Engine::Lu);
  const Vector x = solution(solver, saddle, right);
  EXPECT_TRUE(solver.inConstraintSpace());
  EXPECT_LT(relative(x, saddle.full().fullPivLu().solve(right)), 1e-10);
  // without refinement the square of the condition shows
  const auto plain = ConstraintCholesky::make(saddle.A.pattern, saddle.B.pattern);
  EXPECT_EQ(plain->factorize(saddle.A.values.data(), saddle.B.values.data()),
            ConstraintCholesky::Quality::Poor);
}

TEST(SaddleSolver, GoesBackToTheLuAndComesAgain) {
  const Saddle saddle = nearlyDependent(1e-6);
  Saddle regular = saddle;
  for (std::size_t k = 0; k < regular.B.values.size(); ++k) regular.B.values[k] += 0.01 * double(k % 7);
  RandomMatrices random(10);
  const Vector right = random.vector(saddle.size());
  SaddleSolver solver = solverOf(saddle);
  EXPECT_LT(relative(solution(solver, saddle, right), saddle.full().fullPivLu().solve(right)), 1e-8);
  EXPECT_FALSE(solver.inConstraintSpace());
  int times = 0;
  while (times < 100 && !solver.inConstraintSpace()) {
    EXPECT_LT(relative(solution(solver, regular, right), regular.full().fullPivLu().solve(right)), 1e-9);
    ++times;
  }
  EXPECT_GT(times, 2);
  EXPECT_LT(times, 100);
}

TEST(SaddleSolver, RefusesSingularAndUndefinedMatrices) {
  Saddle saddle = nearlyDependent(0);
  for (const Engine engine : {Engine::Automatic, Engine::Lu}) {
    SaddleSolver solver = solverOf(saddle, engine);
    EXPECT_FALSE(solver.factorize(saddle.A.values.data(), saddle.B.values.data()));
  }
  saddle = randomSaddle(8, std::vector<int>(12, 1), 6);
  saddle.B.values[3] = std::nan("");
  SaddleSolver solver = solverOf(saddle);
  EXPECT_FALSE(solver.factorize(saddle.A.values.data(), saddle.B.values.data()));
}

TEST(SaddleSolver, SolvesWithCoordinatesWithoutMass) {
  Saddle saddle = randomSaddle(11, std::vector<int>(9, 1), 5);
  Eigen::MatrixXd A = saddle.A.full();
  A(0, 0) = 0;  // held by row 0
  RandomMatrices random(12);
  const Vector right = random.vector(saddle.size());
  SaddleSolver missing({.rows = 9,
                        .cols = 9,
                        .colStart = sparseOf(A).pattern.colStart,
                        .rowIndex = sparseOf(A).pattern.rowIndex},
                       saddle.B.pattern, Vector::Ones(9));
  Saddle without = saddle;
  without.A = sparseOf(A);
  const Vector exact = without.full().fullPivLu().solve(right);
  EXPECT_LT(relative(solution(missing, without, right), exact), 1e-11);
  EXPECT_FALSE(missing.inConstraintSpace());
  saddle.A.values[0] = 0;  // a mass that happens to be zero
  SaddleSolver zero = solverOf(saddle);
  EXPECT_LT(relative(solution(zero, saddle, right), exact), 1e-11);
  EXPECT_FALSE(zero.inConstraintSpace());
}

TEST(SaddleSolver, TakesTheLuWhereTheConstraintsOfOneBodyWouldAllCouple) {
  constexpr int kBodies = 60;
  std::vector<std::pair<int, int>> diagonal, rows;
  for (int i = 0; i < 2 * kBodies + 2; ++i) diagonal.emplace_back(i, i);
  for (int i = 1; i <= kBodies; ++i)
    for (const int k : {0, 1}) rows.insert(rows.end(), {{2 * i + k - 2, k}, {2 * i + k - 2, 2 * i + k}});
  const auto A = SparsePattern::fromEntries(2 * kBodies + 2, 2 * kBodies + 2, diagonal);
  const auto B = SparsePattern::fromEntries(2 * kBodies, 2 * kBodies + 2, rows);
  EXPECT_EQ(ConstraintCholesky::make(A, B), nullptr);
}

class SaddlePointOf : public testing::TestWithParam<std::string> {};

/// Where the examples start, with the rows that a run uses.
TEST_P(SaddlePointOf, TheExampleIsSolvedAlikeByBothEngines) {
  const auto equations = std::make_unique<EquationsOfMotion>(
      readMechanism(std::string(HOLONOM_SOURCE_DIR) + "/examples/" + GetParam() + "/model.json"));
  const Assembly start = assemble(*equations, initialGuess(*equations, 0));
  ASSERT_TRUE(start.consistent) << start.failure;
  RowSelection system(*equations, start.independentRows);
  const int n = system.coordinateCount(), m = system.constraintCount();
  std::vector<double> mass(system.massPattern().nonZeros()), jacobian(system.constraintPattern().nonZeros());
  system.moveTo(start.state.t, start.state.q, start.state.v);
  system.mass(mass.data());
  system.constraintJacobian(jacobian.data());
  Vector scale(n), right(n + m);
  for (int i = 0; i < n; ++i) scale[i] = system.coordinateScale(i);
  system.forces(right.head(n));
  system.gamma(right.tail(m));
  SaddleSolver automatic(system.massPattern(), system.constraintPattern(), scale);
  SaddleSolver lu(system.massPattern(), system.constraintPattern(), scale, Engine::Lu);
  ASSERT_TRUE(automatic.factorize(mass.data(), jacobian.data()));
  ASSERT_TRUE(lu.factorize(mass.data(), jacobian.data()));
  Vector first = right, second = right;
  automatic.solve(first);
  lu.solve(second);
  EXPECT_LT(relative(first.head(n), second.head(n)), 1e-10);
  EXPECT_LT(relative(first.tail(m), second.tail(m)), 1e-10);
  const bool hasStates = GetParam() == "pid_arm";  // of a controller: coordinates without mass
  EXPECT_NE(automatic.inConstraintSpace(), hasStates);
}

INSTANTIATE_TEST_SUITE_P(Examples, SaddlePointOf,
                         testing::Values("andrews", "bouncing_slider", "double_pendulum", "elliptic_trammel",
                                         "flexible_slider_crank", "four_bar", "knife_edge", "n_four_bar",
                                         "n_pendulum_planar", "parallelogram", "pendulum", "pid_arm",
                                         "rolling_disc", "sampled_arm", "scotch_yoke", "slider_crank",
                                         "two_link_path"),
                         [](const auto& info) { return info.param; });

TEST(EliminationOrder, TakesAChainFromBothEndsWithoutFill) {
  constexpr int kNodes = 101;
  std::vector<std::vector<int>> chain(kNodes);
  for (int i = 0; i + 1 < kNodes; ++i) {
    chain[i].push_back(i + 1);
    chain[i + 1].push_back(i);
  }
  for (auto& list : chain) std::sort(list.begin(), list.end());
  const auto order = minimumDegree(chain, 1e9);
  ASSERT_TRUE(order);
  EXPECT_EQ(order->nodes[0], 0);
  EXPECT_EQ(order->nodes[1], kNodes - 1);
  std::size_t entries = 0;
  for (const auto& column : order->columns) entries += column.size();
  EXPECT_EQ(entries, std::size_t(kNodes - 1));
}

/// What is stored for a chain of links grows with their number and no faster.
TEST(ConstraintStructure, OfAChainIsLinear) {
  const auto work = [](int links) {
    EquationsOfMotion equations(makeChain(links));
    const auto structure = ConstraintStructure::of(equations.massPattern(), equations.constraintPattern());
    EXPECT_TRUE(structure);
    EXPECT_EQ(structure->blocks, links);
    return static_cast<double>(structure->updateSlot.size() + structure->productSlot.size());
  };
  EXPECT_NEAR(work(2000) / work(200), 10, 0.2);
}

TEST(ConstraintStructure, IsSharedByMatricesThatTakeTurns) {
  const Saddle one = randomSaddle(1, {1, 1, 3}, 2), other = randomSaddle(2, {2, 1, 2}, 2);
  const auto of = [](const Saddle& saddle) {
    return ConstraintStructure::of(saddle.A.pattern, saddle.B.pattern);
  };
  const auto first = of(one), second = of(other);
  ASSERT_TRUE(first && second);
  EXPECT_NE(first, second);
  EXPECT_EQ(of(one), first);
  EXPECT_EQ(of(other), second);
}

TEST(EliminationOrder, GivesUpBeforeItTakesTooMuch) {
  std::vector<std::vector<int>> all(50);
  for (int i = 0; i < 50; ++i)
    for (int k = 0; k < 50; ++k)
      if (i != k) all[i].push_back(k);
  EXPECT_FALSE(minimumDegree(all, 1000));
  EXPECT_TRUE(minimumDegree(all, 1e6));
}

}  // namespace
}  // namespace holonom

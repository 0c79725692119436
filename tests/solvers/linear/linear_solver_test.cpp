// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/linear_solver.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/solvers/linear/random_matrices.h"

namespace holonom {
namespace {

std::unique_ptr<LinearSolver> make(const TestMatrix& matrix) { return makeLinearSolver(matrix.pattern); }

/// Solves with a known solution and compares with Eigen's LU; returns the larger of both relative errors.
double errorOf(const LinearSolver& solver, const Eigen::MatrixXd& full, RandomMatrices& random) {
  const Vector known = random.vector(static_cast<int>(full.rows()));
  const Vector b = full * known;
  Vector x = b;
  solver.solve(x);
  const Vector reference = full.partialPivLu().solve(b);
  return std::max((x - known).norm(), (x - reference).norm()) / known.norm();
}

TEST(LinearSolver, AgreeWithEigenOnRandomMatrices) {
  RandomMatrices random(11);
  for (const int size : {1, 2, 5, 13, 40, 120}) {
    const TestMatrix matrix = sparseOf(random.sparse(size, size, 3));
    const auto solver = make(matrix);
    ASSERT_TRUE(solver->factorize(matrix.values)) << size;
    EXPECT_LT(errorOf(*solver, matrix.full(), random), 1e-10) << size;
  }
}

TEST(LinearSolver, TransposedSolutionUsesTheSameFactors) {
  RandomMatrices random(17);
  for (const int size : {1, 5, 40}) {
    const TestMatrix matrix = sparseOf(random.sparse(size, size, 3));
    const auto solver = make(matrix);
    ASSERT_TRUE(solver->factorize(matrix.values)) << size;
    const Vector known = random.vector(size);
    Vector x = matrix.full().transpose() * known;
    solver->solveTransposed(x);
    EXPECT_LT((x - known).norm(), 1e-10 * known.norm()) << size;
  }
}

TEST(LinearSolver, PivotAroundZeroDiagonals) {
  RandomMatrices random(12);
  for (const int m : {1, 4, 12, 40}) {
    const TestMatrix matrix = sparseOf(random.saddlePoint(m + 3, m));
    const auto solver = make(matrix);
    ASSERT_TRUE(solver->factorize(matrix.values)) << m;
    EXPECT_LT(errorOf(*solver, matrix.full(), random), 1e-9) << m;
  }
}

TEST(LinearSolver, RefactoriseWithChangedValues) {
  RandomMatrices random(13);
  TestMatrix matrix = sparseOf(random.saddlePoint(20, 12));
  const auto solver = make(matrix);
  for (int trial = 0; trial < 20; ++trial) {
    for (double& value : matrix.values) value *= 1 + 0.5 * random();
    ASSERT_TRUE(solver->factorize(matrix.values));
    EXPECT_LT(errorOf(*solver, matrix.full(), random), 1e-9) << trial;
  }
}

/// The first pivot sequence uses the diagonal; afterwards the diagonal is tiny, so using the sequence again
/// would lose all digits.
TEST(LinearSolver, PivotAfreshWhenTheOldSequenceFails) {
  Eigen::MatrixXd full(3, 3);
  full << 10, 1, 2, 1, 10, 3, 2, 1, 10;
  TestMatrix matrix = sparseOf(full);
  const auto solver = make(matrix);
  ASSERT_TRUE(solver->factorize(matrix.values));
  full.diagonal().setConstant(1e-18);
  matrix = sparseOf(full);
  ASSERT_TRUE(solver->factorize(matrix.values));
  RandomMatrices random(14);
  EXPECT_LT(errorOf(*solver, full, random), 1e-12);
}

TEST(LinearSolver, SolveRowsOfVeryDifferentSize) {
  RandomMatrices random(15);
  Eigen::MatrixXd full = random.sparse(15, 15, 4);
  for (int row = 0; row < 15; ++row) full.row(row) *= std::pow(10.0, row - 7);
  const TestMatrix matrix = sparseOf(full);
  const auto solver = make(matrix);
  ASSERT_TRUE(solver->factorize(matrix.values));
  EXPECT_LT(errorOf(*solver, full, random), 1e-9);
}

TEST(LinearSolver, RefuseSingularMatrices) {
  RandomMatrices random(16);
  Eigen::MatrixXd twice = random.sparse(8, 8, 3);
  TestMatrix matrix = sparseOf(twice);
  const auto solver = make(matrix);
  ASSERT_TRUE(solver->factorize(matrix.values));

  std::vector<double> zeroRow = matrix.values;
  for (int k = 0; k < matrix.pattern.nonZeros(); ++k)
    if (matrix.pattern.rowIndex[k] == 4) zeroRow[k] = 0;
  EXPECT_FALSE(solver->factorize(zeroRow));

  std::vector<double> zeroColumn = matrix.values;
  for (int k = matrix.pattern.colStart[5]; k < matrix.pattern.colStart[6]; ++k) zeroColumn[k] = 0;
  EXPECT_FALSE(solver->factorize(zeroColumn));

  const std::vector<double> nothing(matrix.values.size(), 0.0);
  EXPECT_FALSE(solver->factorize(nothing));

  ASSERT_TRUE(solver->factorize(matrix.values)) << "usable again afterwards";
  EXPECT_LT(errorOf(*solver, matrix.full(), random), 1e-10);
}

TEST(LinearSolver, RefuseEqualRows) {
  Eigen::MatrixXd full = Eigen::MatrixXd::Identity(4, 4);
  full.row(3) = full.row(2) = Eigen::RowVector4d(0, 0, 1, 2);
  const TestMatrix matrix = sparseOf(full);
  EXPECT_FALSE(make(matrix)->factorize(matrix.values));
}

TEST(LinearSolver, RefuseNumbersThatAreNotFinite) {
  RandomMatrices random(17);
  const TestMatrix matrix = sparseOf(random.saddlePoint(9, 5));
  const auto solver = make(matrix);
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()})
    for (std::size_t k = 0; k < matrix.values.size(); ++k) {
      std::vector<double> values = matrix.values;
      values[k] = bad;
      ASSERT_FALSE(solver->factorize(values)) << "entry " << k << " = " << bad;
    }
  EXPECT_TRUE(solver->factorize(matrix.values));
}

TEST(LinearSolver, PivotRatioShowsBadCondition) {
  Eigen::MatrixXd good(2, 2), bad(2, 2);
  good << 2, 1, 1, 3;
  bad << 1, 1, 1, 1 + 1e-10;
  const TestMatrix goodMatrix = sparseOf(good), badMatrix = sparseOf(bad);
  const auto solver = make(goodMatrix);
  ASSERT_TRUE(solver->factorize(goodMatrix.values));
  EXPECT_GT(solver->pivotRatio(), 0.1);
  ASSERT_TRUE(solver->factorize(badMatrix.values));
  EXPECT_LT(solver->pivotRatio(), 1e-9);
}

/// [M Cᵀ; C 0] (x; λ) = b with x of known size, and the same in other units.
class OtherUnitsOfAMatrix : public testing::TestWithParam<double> {
 protected:
  static constexpr int kUnknowns = 12, kMultipliers = 7, kSize = kUnknowns + kMultipliers;

  OtherUnitsOfAMatrix() {
    for (int i = 0; i < kSize; ++i) {
      rowUnit_[i] = std::ldexp(1, static_cast<int>(60 * random_()));
      columnUnit_[i] = std::ldexp(1, static_cast<int>(60 * random_()));
    }
    sizes_.head(kUnknowns) = (random_.vector(kUnknowns).array() + 1.5).matrix();
    full_ = random_.saddlePoint(kUnknowns, kMultipliers);
    // far apart or nearly the same
    full_.row(kSize - 1) = full_.row(kSize - 2) + GetParam() * full_.row(kSize - 1);
    full_.col(kSize - 1) = full_.row(kSize - 1);
  }

  TestMatrix inOtherUnits() const {
    return sparseOf(rowUnit_.asDiagonal() * full_ * columnUnit_.asDiagonal());
  }

  RandomMatrices random_{19};
  Vector rowUnit_ = Vector::Ones(kSize), columnUnit_ = Vector::Ones(kSize), sizes_ = Vector::Zero(kSize);
  Eigen::MatrixXd full_;
};

TEST_P(OtherUnitsOfAMatrix, ChangeNoDigit) {
  TestMatrix matrix = sparseOf(full_), other = inOtherUnits();
  const auto solver = makeScaledSolver(matrix.pattern, sizes_);
  const auto otherSolver = makeScaledSolver(other.pattern, sizes_.cwiseQuotient(columnUnit_));
  for (int trial = 0; trial < 5; ++trial) {
    ASSERT_TRUE(solver->factorize(matrix.values));
    ASSERT_TRUE(otherSolver->factorize(other.values));
    EXPECT_EQ(solver->pivotRatio(), otherSolver->pivotRatio());
    const Vector b = random_.vector(kSize);
    Vector x = b, y = rowUnit_.cwiseProduct(b);
    solver->solve(x);
    otherSolver->solve(y);
    EXPECT_EQ((columnUnit_.cwiseProduct(y) - x).norm(), 0) << trial;
    EXPECT_LT((matrix.full() * x - b).norm(), 1e-11 * (1 + x.norm())) << trial;
    x = b, y = columnUnit_.cwiseProduct(b);
    solver->solveTransposed(x);
    otherSolver->solveTransposed(y);
    EXPECT_EQ((rowUnit_.cwiseProduct(y) - x).norm(), 0) << trial;
    EXPECT_LT((matrix.full().transpose() * x - b).norm(), 1e-11 * (1 + x.norm())) << trial;
    for (std::size_t k = 0; k < matrix.values.size(); ++k) {
      const double factor = 1 + 1e-3 * GetParam() * random_();
      matrix.values[k] *= factor;
      other.values[k] *= factor;
    }
  }
}

/// With 1e-7 the pivots, which have its square, are suspicious, and rows and columns are scaled to equal
/// sizes.
INSTANTIATE_TEST_SUITE_P(All, OtherUnitsOfAMatrix, testing::Values(1, 1e-3, 1e-7));

TEST(ScaledSolver, RefusesSingularMatricesAndGoesOn) {
  RandomMatrices random(23);
  const TestMatrix matrix = sparseOf(random.saddlePoint(9, 5));
  Vector sizes = Vector::Zero(14);
  sizes.head(9).setConstant(1e-3);
  const auto solver = makeScaledSolver(matrix.pattern, sizes);
  ASSERT_TRUE(solver->factorize(matrix.values));
  EXPECT_FALSE(solver->factorize(std::vector<double>(matrix.values.size(), 0.0)));
  std::vector<double> zeroColumn = matrix.values;
  for (int k = matrix.pattern.colStart[11]; k < matrix.pattern.colStart[12]; ++k) zeroColumn[k] = 0;
  EXPECT_FALSE(solver->factorize(zeroColumn));
  ASSERT_TRUE(solver->factorize(matrix.values)) << "usable again afterwards";
  EXPECT_LT(errorOf(*solver, matrix.full(), random), 1e-10);
  EXPECT_THROW(makeScaledSolver(matrix.pattern, Vector::Ones(3)), std::invalid_argument);
}

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/rank_analysis.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <algorithm>

#include "tests/solvers/linear/random_matrices.h"

namespace holonom {
namespace {

RowRank rankOf(const Eigen::MatrixXd& full, const Vector& scale) {
  const TestMatrix matrix = sparseOf(full);
  return independentRows(matrix.pattern, matrix.values, scale);
}
RowRank rankOf(const Eigen::MatrixXd& full) { return rankOf(full, Vector::Ones(full.cols())); }

Eigen::MatrixXd rowsOf(const Eigen::MatrixXd& full, const std::vector<int>& rows) {
  return full(rows, Eigen::all);
}

/// Every row appears once, and the independent ones have full rank by an unrelated factorisation.
void expectValid(const RowRank& rank, const Eigen::MatrixXd& full, int expectedRank) {
  ASSERT_EQ(static_cast<int>(rank.independent.size()), expectedRank);
  std::vector<int> all = rank.independent;
  all.insert(all.end(), rank.dependent.begin(), rank.dependent.end());
  EXPECT_TRUE(std::is_sorted(rank.independent.begin(), rank.independent.end()));
  std::sort(all.begin(), all.end());
  ASSERT_EQ(static_cast<Eigen::Index>(all.size()), full.rows());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], static_cast<int>(i));
  const Eigen::MatrixXd kept = rowsOf(full, rank.independent).rowwise().normalized();
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(kept);
  qr.setThreshold(1e-8);
  EXPECT_EQ(qr.rank(), expectedRank);
}

class DependentRows : public testing::TestWithParam<int> {};

TEST_P(DependentRows, AreFoundAndNamed) {
  const int rows = GetParam();
  RandomMatrices random(21);
  Eigen::MatrixXd full = random.sparse(rows, rows + 5, 2);
  full.row(rows - 1) = full.row(0) - 3 * full.row(2);
  full.row(rows / 2) = -0.7 * full.row(1);
  const RowRank rank = rankOf(full);
  expectValid(rank, full, rows - 2);
  const auto dependent = [&](int row) {
    return std::count(rank.dependent.begin(), rank.dependent.end(), row) == 1;
  };
  EXPECT_TRUE(dependent(rows / 2) || dependent(1));
  EXPECT_TRUE(dependent(rows - 1) || dependent(0) || dependent(2));
}

TEST_P(DependentRows, AreFoundAmongBadlyScaledRows) {
  const int rows = GetParam();
  RandomMatrices random(22);
  Eigen::MatrixXd full = random.sparse(rows, rows + 3, 2);
  full.row(rows - 1) = 1e7 * (full.row(0) + full.row(3));
  for (int row = 0; row + 1 < rows; ++row) full.row(row) *= std::pow(10.0, row % 13 - 6);
  expectValid(rankOf(full), full, rows - 1);
}

TEST_P(DependentRows, AreNotSeenWhereThereAreNone) {
  const int rows = GetParam();
  RandomMatrices random(23);
  const Eigen::MatrixXd full = random.sparse(rows, rows, 3);
  expectValid(rankOf(full), full, rows);
}

TEST_P(DependentRows, IncludeEmptyRows) {
  const int rows = GetParam();
  RandomMatrices random(24);
  Eigen::MatrixXd full = random.sparse(rows, rows + 1, 2);
  full.row(3).setZero();
  const RowRank rank = rankOf(full);
  expectValid(rank, full, rows - 1);
  EXPECT_EQ(rank.dependent, std::vector<int>{3});
}

TEST_P(DependentRows, CannotOutnumberTheColumns) {
  const int rows = GetParam();
  RandomMatrices random(25);
  const Eigen::MatrixXd full = random.sparse(rows, rows - 3, 3);
  expectValid(rankOf(full), full, rows - 3);
}

// 400 rows is the border between full-pivot LU and sparse QR.
INSTANTIATE_TEST_SUITE_P(Sizes, DependentRows, testing::Values(8, 60, 450),
                         [](const auto& info) { return std::to_string(info.param) + "Rows"; });

TEST(IndependentRows, ColumnScaleMakesMillimetresAndRadiansCompare) {
  Eigen::MatrixXd full(2, 3);
  full << 1, 0, 1e-5, 1, 0, 3e-5;  // third column: an angle of a mechanism of 1e-5 m
  expectValid(rankOf(full, Eigen::Vector3d(1e-5, 1e-5, 1)), full, 2);
}

TEST(IndependentRows, OfAnEmptyMatrixAreNone) {
  const RowRank rank = independentRows(SparsePattern::fromEntries(0, 4, {}), {}, Vector::Ones(4));
  EXPECT_TRUE(rank.independent.empty());
  EXPECT_TRUE(rank.dependent.empty());
}

}  // namespace
}  // namespace holonom

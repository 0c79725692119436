// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/rank_analysis.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>

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

// Above 300 rows sparse QR finds the rank, and full pivoting chooses among the rows that take part.
INSTANTIATE_TEST_SUITE_P(Sizes, DependentRows, testing::Values(8, 60, 450),
                         [](const auto& info) { return std::to_string(info.param) + "Rows"; });

/// Row i joins the columns 2 i … 2 i + 3; the last row, if it is `implied`, is the sum of two others.
TestMatrix ladder(int rows, bool implied) {
  std::vector<std::tuple<int, int, double>> entries;
  const auto put = [&](int row, int of) {
    for (int k = 0; k < 4; ++k) entries.emplace_back(row, 2 * of + k, k == 0 ? 3.0 : std::cos(of + 2.0 * k));
  };
  for (int row = 0; row < rows - 1; ++row) put(row, row);
  if (implied) put(rows - 1, rows / 3), put(rows - 1, rows / 2);
  else put(rows - 1, rows - 1);
  std::vector<std::pair<int, int>> places;
  for (const auto& [row, col, value] : entries) places.emplace_back(row, col);
  TestMatrix matrix{SparsePattern::fromEntries(rows, 2 * rows + 2, places), {}};
  matrix.values.assign(matrix.pattern.nonZeros(), 0);
  for (const auto& [row, col, value] : entries) matrix.values[matrix.pattern.slot(row, col)] += value;
  return matrix;
}

TEST(IndependentRows, OfTenThousandAreFoundWithTheThreeThatDepend) {
  constexpr int kRows = 10000;
  const Vector scale = Vector::Ones(2 * kRows + 2);
  const TestMatrix regular = ladder(kRows, false), implied = ladder(kRows, true);
  EXPECT_TRUE(independentRows(regular.pattern, regular.values, scale).dependent.empty());
  const RowRank rank = independentRows(implied.pattern, implied.values, scale);
  ASSERT_EQ(rank.dependent.size(), 1u);
  const std::vector<int> expected{kRows / 3, kRows / 2, kRows - 1};
  EXPECT_EQ(rowsInDependencies(implied.pattern, implied.values, scale, rank), expected);
  EXPECT_TRUE(std::binary_search(expected.begin(), expected.end(), rank.dependent[0]));
  std::vector<int> others =
      rowsThatImply(implied.pattern, implied.values, scale, rank.dependent[0], rank.independent);
  others.push_back(rank.dependent[0]);
  std::sort(others.begin(), others.end());
  EXPECT_EQ(others, expected);
}

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

/// Rows with a part along one that is kept, as those of joints have along the length of Euler parameters.
TEST(RankAnalysis, KeepsTheFirstRowsAndJudgesTheOthersAcrossThem) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  constexpr int kKept = 3, kFree = 6, kDependent = 4, kColumns = 16;
  for (int trial = 0; trial < 20; ++trial) {
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(kKept + kFree + kDependent, kColumns);
    for (int row = 0; row < kKept; ++row)
      for (int col = 0; col < 4; ++col) full(row, 4 * row + col) = normal(random);
    for (int row = 0; row < kFree; ++row)
      for (int col = 0; col < kColumns; ++col) full(kKept + row, col) = normal(random);
    for (int row = 0; row < kDependent; ++row)  // the kept ones have the largest part
      for (int other = 0; other < kKept + kFree; ++other)
        full.row(kKept + kFree + row) += (other < kKept ? 100 : 1) * normal(random) * full.row(other);
    const TestMatrix matrix = sparseOf(full);
    const Vector ones = Vector::Ones(kColumns);
    for (const int first : {kKept, kKept + 3}) {
      const RowRank rank =
          independentRowsAfter(first, matrix.pattern, matrix.values, ones, kRankTolerance, kKept);
      expectValid(rank, full, kKept + kFree);
      for (int row = 0; row < first; ++row) EXPECT_TRUE(std::ranges::binary_search(rank.independent, row));
    }
  }
}

}  // namespace
}  // namespace holonom

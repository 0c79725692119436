// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <random>

#include "core/math/sparse_pattern.h"

namespace holonom {

/// A sparse matrix for tests: pattern, values, and the same as a full matrix.
struct TestMatrix {
  SparsePattern pattern;
  std::vector<double> values;

  Eigen::MatrixXd full() const {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(pattern.rows, pattern.cols);
    for (int col = 0; col < pattern.cols; ++col)
      for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
        matrix(pattern.rowIndex[k], col) += values[k];
    return matrix;
  }
};

/// The entries of a full matrix that are not zero.
inline TestMatrix sparseOf(const Eigen::MatrixXd& full) {
  std::vector<std::pair<int, int>> entries;
  for (int col = 0; col < full.cols(); ++col)
    for (int row = 0; row < full.rows(); ++row)
      if (full(row, col) != 0) entries.emplace_back(row, col);
  TestMatrix matrix{
      SparsePattern::fromEntries(static_cast<int>(full.rows()), static_cast<int>(full.cols()), entries), {}};
  for (int col = 0; col < full.cols(); ++col)
    for (int k = matrix.pattern.colStart[col]; k < matrix.pattern.colStart[col + 1]; ++k)
      matrix.values.push_back(full(matrix.pattern.rowIndex[k], col));
  return matrix;
}

class RandomMatrices {
 public:
  explicit RandomMatrices(unsigned seed) : engine_(seed) {}

  double operator()() { return uniform_(engine_); }
  Vector vector(int size) {
    return Vector::NullaryExpr(size, [&] { return uniform_(engine_); });
  }

  /// About `perRow` entries in each row besides the diagonal.
  Eigen::MatrixXd sparse(int rows, int cols, int perRow) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(rows, cols);
    for (int row = 0; row < rows; ++row) {
      matrix(row, row % cols) = 1 + std::abs((*this)());
      for (int i = 0; i < perRow; ++i) matrix(row, static_cast<int>(engine_() % cols)) = (*this)();
    }
    return matrix;
  }

  /// [M Cᵀ; C 0] with a positive diagonal M and m rows of full rank: the shape of every Newton matrix here.
  Eigen::MatrixXd saddlePoint(int n, int m) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n + m, n + m);
    for (int i = 0; i < n; ++i) matrix(i, i) = 1.5 + (*this)();
    const Eigen::MatrixXd C = sparse(m, n, 2);
    matrix.bottomLeftCorner(m, n) = C;
    matrix.topRightCorner(n, m) = C.transpose();
    return matrix;
  }

 private:
  std::mt19937 engine_;
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/math/sparse_pattern.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {

/// out = A X, column by column.
inline void multiply(const SparsePattern& pattern, const double* A, const Eigen::MatrixXd& X,
                     Eigen::MatrixXd& out) {
  out.setZero();
  for (int j = 0; j < X.cols(); ++j) addProduct(pattern, A, X.col(j), 1, out.col(j));
}

/// A small full matrix; of no size it solves nothing.
class SquareMatrix {
 public:
  explicit SquareMatrix(int size)
      : values_(static_cast<std::size_t>(size) * size), size_(size),
        solver_(size > 0 ? makeScaledSolver(full(size), Vector::Zero(size)) : nullptr) {}

  Eigen::Map<Eigen::MatrixXd> matrix() { return {values_.data(), size_, size_}; }
  bool factorize() { return !solver_ || solver_->factorize(values_); }
  void solve(VectorRef x) const {
    if (solver_) solver_->solve(x);
  }

 private:
  static SparsePattern full(int size) {
    SparsePattern pattern{size, size, {0}, {}};
    for (int col = 0; col < size; ++col) {
      for (int row = 0; row < size; ++row) pattern.rowIndex.push_back(row);
      pattern.colStart.push_back(pattern.nonZeros());
    }
    return pattern;
  }

  std::vector<double> values_;
  int size_;
  std::unique_ptr<LinearSolver> solver_;
};

}  // namespace holonom

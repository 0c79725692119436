// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "solvers/linear/linear_solver.h"

namespace holonom {
namespace {

/// LU with row pivoting and row scaling in one contiguous array: at a dozen unknowns the bookkeeping of a sparse code
/// costs more than the arithmetic it saves.
class DenseSolver final : public LinearSolver {
 public:
  explicit DenseSolver(const SparsePattern& pattern)
      : pattern_(pattern), n_(pattern.rows), lu_(n_, n_), scale_(n_), pivot_(n_) {}

  bool factorize(const std::vector<double>& values) override {
    lu_.setZero();
    for (int col = 0; col < n_; ++col)
      for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1]; ++k)
        lu_(pattern_.rowIndex[k], col) = values[k];
    if (!scaleRows()) return false;
    double smallest = 1e300, largest = 0;
    for (int k = 0; k < n_; ++k) {
      int best = k;
      lu_.col(k).tail(n_ - k).cwiseAbs().maxCoeff(&best);
      best += k;
      pivot_[k] = best;
      if (best != k) lu_.row(k).swap(lu_.row(best));
      const double diagonal = lu_(k, k);
      if (!(std::abs(diagonal) > 0) || !std::isfinite(diagonal)) return false;
      smallest = std::min(smallest, std::abs(diagonal));
      largest = std::max(largest, std::abs(diagonal));
      lu_.col(k).tail(n_ - k - 1) /= diagonal;
      for (int col = k + 1; col < n_; ++col) {
        const double factor = lu_(k, col);
        if (factor != 0) lu_.col(col).tail(n_ - k - 1) -= factor * lu_.col(k).tail(n_ - k - 1);
      }
    }
    ratio_ = smallest / largest;
    return ratio_ > 1e-16;
  }

  void solve(VectorRef x) const override {
    x.array() *= scale_.array();
    for (int k = 0; k < n_; ++k) std::swap(x[k], x[pivot_[k]]);
    for (int k = 0; k < n_; ++k) x.tail(n_ - k - 1) -= x[k] * lu_.col(k).tail(n_ - k - 1);
    for (int k = n_ - 1; k >= 0; --k) {
      x[k] /= lu_(k, k);
      x.head(k) -= x[k] * lu_.col(k).head(k);
    }
  }

  double pivotRatio() const override { return ratio_; }

 private:
  bool scaleRows() {
    for (int row = 0; row < n_; ++row) {
      const double largest = lu_.row(row).cwiseAbs().maxCoeff();
      if (!(largest > 0) || !std::isfinite(largest)) return false;
      scale_[row] = 1 / largest;
      lu_.row(row) *= scale_[row];
    }
    return true;
  }

  SparsePattern pattern_;
  int n_;
  Eigen::MatrixXd lu_;
  Vector scale_;
  Eigen::VectorXi pivot_;
  double ratio_ = 0;
};

}  // namespace

std::unique_ptr<LinearSolver> makeDenseSolver(const SparsePattern& pattern) {
  return std::make_unique<DenseSolver>(pattern);
}

}  // namespace holonom

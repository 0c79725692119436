// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "solvers/analyses/row_sizes.h"
#include "solvers/linear/block_matrix.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {

inline SparsePattern diagonalPattern(int n) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i);
  return SparsePattern::fromEntries(n, n, std::move(entries));
}

/// [A C_qᵀ; C_q 0] for a block A given by its pattern. It is solved without units, for x = S x̂ and λ = α R
/// λ̂ with the scales S of the coordinates, the inverse sizes R of the rows and the size α of S A S: no
/// choice of units spoils the pivots. Takes no memory after the first factorisation, unless new pivots must
/// be chosen.
class SaddlePoint {
 public:
  SaddlePoint(DaeSystem& system, const SparsePattern& topLeft)
      : system_(system), n_(system.coordinateCount()), topLeft_(topLeft), scale_(coordinateScales(system)),
        matrix_(n_ + system.constraintCount()), topValues_(topLeft.nonZeros()),
        jacobian_(system.constraintPattern().nonZeros()), scaled_(jacobian_.size()) {
    top_ = matrix_.declare(topLeft, 0, 0);
    transposed_ = matrix_.declare(system.constraintPattern(), 0, n_, true);
    constraint_ = matrix_.declare(system.constraintPattern(), n_, 0);
    matrix_.freeze();
    solver_ = makeLinearSolver(matrix_.pattern());
  }

  /// At the state the system was moved to.
  bool factorize(const double* topLeft) {
    system_.constraintJacobian(jacobian_.data());
    measureRows(system_, jacobian_, scale_, rowSize_);
    scaleBlocks(topLeft);
    matrix_.setZero();
    matrix_.add(top_, topValues_.data());
    matrix_.add(transposed_, scaled_.data());
    matrix_.add(constraint_, scaled_.data());
    return solver_->factorize(matrix_.values());
  }
  /// [b; c] on entry, [x; λ] on return.
  void solve(Vector& x) const {
    const auto m = rowSize_.size();
    x.head(n_).array() *= scale_.array() / weight_;
    x.tail(m).array() /= rowSize_.array();
    solver_->solve(x);
    x.head(n_).array() *= scale_.array();
    x.tail(m).array() *= weight_ / rowSize_.array();
  }
  const Vector& scale() const { return scale_; }
  const Vector& rowSize() const { return rowSize_; }  ///< at the last factorize()

 private:
  void scaleBlocks(const double* topLeft) {
    weight_ = 0;
    for (int col = 0; col < n_; ++col)
      for (int k = topLeft_.colStart[col]; k < topLeft_.colStart[col + 1]; ++k) {
        topValues_[k] = topLeft[k] * scale_[col] * scale_[topLeft_.rowIndex[k]];
        weight_ = std::max(weight_, std::abs(topValues_[k]));
      }
    if (!(weight_ > 0)) weight_ = 1;
    for (double& value : topValues_) value /= weight_;
    const SparsePattern& pattern = system_.constraintPattern();
    for (int col = 0; col < n_; ++col)
      for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
        scaled_[k] = jacobian_[k] * scale_[col] / rowSize_[pattern.rowIndex[k]];
  }

  DaeSystem& system_;
  int n_;
  SparsePattern topLeft_;
  Vector scale_, rowSize_;
  double weight_ = 1;  // α
  BlockMatrix matrix_;
  BlockMatrix::Block top_ = 0, transposed_ = 0, constraint_ = 0;
  std::vector<double> topValues_, jacobian_, scaled_;
  std::unique_ptr<LinearSolver> solver_;
};

/// Large enough to turn a link by half a radian, small enough to stay on the same branch.
inline double stepFraction(const Vector& scale, ConstVectorRef step) {
  const double ratio = scaledSize(step, scale);
  return ratio > 0.5 ? 0.5 / ratio : 1;
}

}  // namespace holonom

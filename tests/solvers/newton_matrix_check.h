// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <functional>

#include "solvers/integrators/bdf.h"
#include "solvers/integrators/generalized_alpha.h"

namespace holonom {

/// Reads the Newton matrix of a step of an implicit form and compares it with differences of the residual.
class NewtonMatrixCheck {
 public:
  explicit NewtonMatrixCheck(Integrator& integrator) {
    if (auto* alpha = dynamic_cast<GeneralizedAlpha*>(&integrator)) {
      newton_ = alpha;
      matrix_ = &alpha->matrix_;
      begin_ = [alpha](double h) {
        alpha->predict(h);
        alpha->beginIteration();
      };
    } else {
      auto& bdf = dynamic_cast<Bdf&>(integrator);
      newton_ = &bdf;
      matrix_ = bdf.matrix_.get();
      begin_ = [&bdf](double h) {
        bdf.predict(h);
        bdf.beginIteration();
      };
    }
  }

  int unknowns() const { return matrix_->pattern().rows; }

  /// Largest deviation of a column, relative to the column, about an iterate off the prediction of a step h.
  /// NaN when the matrix is singular.
  double largestDeviation(double h, const Vector& offset, const Vector& size) {
    begin_(h);
    newton_->update(offset);
    if (!newton_->renewJacobian()) return NAN;
    const Eigen::MatrixXd matrix = dense(*matrix_);
    const int count = static_cast<int>(offset.size());
    double largest = 0;
    Vector step = Vector::Zero(count), plus(count), minus(count);
    for (int j = 0; j < count; ++j) {
      const double epsilon = 1e-6 * size[j];
      step[j] = epsilon;
      newton_->update(step);
      newton_->residual(plus);
      step[j] = -2 * epsilon;
      newton_->update(step);
      newton_->residual(minus);
      step[j] = epsilon;
      newton_->update(step);
      step[j] = 0;
      const Vector column = (plus - minus) / (2 * epsilon);
      largest =
          std::max(largest, (column - matrix.col(j)).cwiseAbs().maxCoeff() / column.cwiseAbs().maxCoeff());
    }
    return largest;
  }

 private:
  static Eigen::MatrixXd dense(const BlockMatrix& blocks) {
    const SparsePattern& pattern = blocks.pattern();
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(pattern.rows, pattern.cols);
    for (int col = 0; col < pattern.cols; ++col)
      for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
        matrix(pattern.rowIndex[k], col) = blocks.values()[k];
    return matrix;
  }

  NewtonSystem* newton_;
  const BlockMatrix* matrix_;
  std::function<void(double)> begin_;
};

}  // namespace holonom

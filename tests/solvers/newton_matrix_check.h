// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "solvers/integrators/forms/index_form.h"

namespace holonom {

/// Compares the Newton matrix of a form with differences of its residual, at an iterate far off its
/// prediction, with all multipliers away from zero.
class NewtonMatrixCheck {
 public:
  /// `offset`: how far off, in the scaled unknowns.
  NewtonMatrixCheck(DaeSystem& system, int index, const State& state, const StepScales& scales, double offset,
                    IndexForm::Levels levels = IndexForm::Levels::All)
      : form_(system, index, work_, false, levels), offset_(offset) {
    form_.iterate() = state;
    form_.begin(scales);
    form_.beginApart(random(form_.n()) * offset / scales.rate, random(form_.n()) * offset / scales.balance());
    form_.update(random(unknowns()) * offset);
  }

  int unknowns() const { return form_.layout().size; }

  /// Of the matrix that the powers of a step make, from the matrix itself, relative to its largest entry: of
  /// methods with rate = damping, and where τ̂ and μ̂ vanish.
  double deviationOfPowers() {
    MatrixPowers powers;
    form_.renewPowers(powers);
    form_.renewMatrix();
    const double h = form_.scales().rate;
    double largest = 0, size = 0;
    for (std::size_t k = 0; k < powers[0].size(); ++k) {
      const double value = form_.matrix().values()[k];
      size = std::max(size, std::abs(value));
      largest = std::max(largest, std::abs(powers[0][k] + h * (powers[1][k] + h * powers[2][k]) - value));
    }
    return largest / size;
  }

  /// Of a column, relative to the column.
  double largestDeviation() {
    form_.renewMatrix();
    const Eigen::MatrixXd matrix = dense();
    double largest = 0;
    for (int j = 0; j < unknowns(); ++j) {
      const Vector column = difference(j, 1e-6 * offset_);
      largest =
          std::max(largest, (column - matrix.col(j)).cwiseAbs().maxCoeff() / column.cwiseAbs().maxCoeff());
    }
    return largest;
  }

 private:
  Vector difference(int j, double epsilon) {
    Vector step = Vector::Zero(unknowns()), plus(unknowns()), minus(unknowns());
    step[j] = epsilon;
    form_.update(step);
    form_.residual(plus);
    form_.update(-2 * step);
    form_.residual(minus);
    form_.update(step);
    return (plus - minus) / (2 * epsilon);
  }

  Eigen::MatrixXd dense() const {
    const SparsePattern& pattern = form_.matrix().pattern();
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(pattern.rows, pattern.cols);
    for (int col = 0; col < pattern.cols; ++col)
      for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
        matrix(pattern.rowIndex[k], col) = form_.matrix().values()[k];
    return matrix;
  }

  Vector random(int count) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    return Vector::NullaryExpr(count, [&] { return uniform(random_); });
  }

  Work work_;
  IndexForm form_;
  double offset_;
  std::mt19937 random_{5};
};

}  // namespace holonom

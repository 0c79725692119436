// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/row_selection.h"

#include <algorithm>

namespace holonom {

RowSelection::RowSelection(DaeSystem& system, std::vector<int> rows)
    : system_(system), rows_(std::move(rows)), allRows_(system.constraintCount()),
      allEntries_(system.constraintPattern().nonZeros()) {
  layout_ = system.layout();
  const auto keptBefore = [this](int row) {
    return static_cast<int>(std::lower_bound(rows_.begin(), rows_.end(), row) - rows_.begin());
  };
  layout_.holonomic = keptBefore(system.holonomicCount());
  layout_.normalisations = keptBefore(system.layout().normalisations);
  layout_.rows.clear();
  for (const int row : rows_) layout_.rows.push_back(system.layout().rows[row]);
  const SparsePattern& all = system.constraintPattern();
  SparsePattern& kept = layout_.constraint;
  std::vector<int> newRow(all.rows, -1);
  for (std::size_t i = 0; i < rows_.size(); ++i) newRow[rows_[i]] = static_cast<int>(i);
  kept = {static_cast<int>(rows_.size()), all.cols, {0}, {}};
  for (int col = 0; col < all.cols; ++col) {
    for (int k = all.colStart[col]; k < all.colStart[col + 1]; ++k) {
      if (newRow[all.rowIndex[k]] < 0) continue;
      kept.rowIndex.push_back(newRow[all.rowIndex[k]]);
      slots_.push_back(k);
    }
    kept.colStart.push_back(kept.nonZeros());
  }
}

void RowSelection::expand(ConstVectorRef kept, VectorRef all) const {
  all.setZero();
  for (std::size_t i = 0; i < rows_.size(); ++i) all[rows_[i]] = kept[i];
}

void RowSelection::pickRows(VectorRef out) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) out[i] = allRows_[rows_[i]];
}

void RowSelection::pickEntries(double* values) const {
  for (const int slot : slots_) *values++ = allEntries_[slot];
}

void RowSelection::constraints(VectorRef c) const {
  system_.constraints(allRows_);
  pickRows(c);
}

void RowSelection::constraintJacobian(double* values) const {
  system_.constraintJacobian(allEntries_.data());
  pickEntries(values);
}

void RowSelection::constraintTimeDerivative(VectorRef ct) const {
  system_.constraintTimeDerivative(allRows_);
  pickRows(ct);
}

void RowSelection::gamma(VectorRef g) const {
  system_.gamma(allRows_);
  pickRows(g);
}

void RowSelection::velocityJacobian(double* values) const {
  system_.velocityJacobian(allEntries_.data());
  pickEntries(values);
}

void RowSelection::accelerationJacobian(ConstVectorRef a, double* values) const {
  system_.accelerationJacobian(a, allEntries_.data());
  pickEntries(values);
}

void RowSelection::accelerationVelocityJacobian(ConstVectorRef a, double* values) const {
  system_.accelerationVelocityJacobian(a, allEntries_.data());
  pickEntries(values);
}

void RowSelection::stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const {
  expand(lambda, allRows_);
  system_.stiffness(a, allRows_, values);
}

void RowSelection::constraintDamping(ConstVectorRef lambda, double* values) const {
  expand(lambda, allRows_);
  system_.constraintDamping(allRows_, values);
}

void RowSelection::constraintHessian(ConstVectorRef lambda, double* values) const {
  expand(lambda, allRows_);
  system_.constraintHessian(allRows_, values);
}

}  // namespace holonom

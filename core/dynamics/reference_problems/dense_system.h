// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/dynamics/dae_system.h"

namespace holonom {

/// A small system whose matrices are all full: values are then plain column-major matrices. Coordinates and
/// constraints are named by the caller; C_t = 0 and D = 0 unless overridden.
class DenseSystem : public DaeSystem {
 public:
  int coordinateCount() const final { return square_.rows; }
  int constraintCount() const final { return wide_.rows; }
  const SparsePattern& massPattern() const final { return square_; }
  const SparsePattern& constraintPattern() const final { return wide_; }
  const SparsePattern& stiffnessPattern() const final { return square_; }
  const SparsePattern& dampingPattern() const final { return square_; }
  void constraintTimeDerivative(VectorRef ct) const override { ct.setZero(); }
  void damping(double* values) const override { std::fill_n(values, square_.nonZeros(), 0.0); }
  double coordinateScale(int) const override { return 1; }
  std::string coordinateName(int i) const final { return coordinates_[i]; }
  std::string constraintName(int row) const final { return constraints_[row]; }

 protected:
  DenseSystem(std::vector<std::string> coordinates, std::vector<std::string> constraints)
      : coordinates_(std::move(coordinates)), constraints_(std::move(constraints)),
        square_(full(coordinates_.size(), coordinates_.size())),
        wide_(full(constraints_.size(), coordinates_.size())) {}

 private:
  static SparsePattern full(std::size_t rows, std::size_t cols) {
    std::vector<std::pair<int, int>> entries;
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t col = 0; col < cols; ++col) entries.emplace_back(row, col);
    return SparsePattern::fromEntries(static_cast<int>(rows), static_cast<int>(cols), std::move(entries));
  }

  std::vector<std::string> coordinates_, constraints_;
  SparsePattern square_, wide_;
};

}  // namespace holonom

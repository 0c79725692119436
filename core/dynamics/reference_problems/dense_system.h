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
  void constraintTimeDerivative(VectorRef ct) const override { ct.setZero(); }
  void damping(double* values) const override { std::fill_n(values, layout_.damping.nonZeros(), 0.0); }
  std::string coordinateName(int i) const final { return coordinates_[i]; }
  RowName rowName(int row) const final { return {constraints_[row]}; }

 protected:
  /// `holonomic`: how many of the rows; −1 for all.
  DenseSystem(std::vector<std::string> coordinates, std::vector<std::string> constraints, int holonomic = -1)
      : coordinates_(std::move(coordinates)), constraints_(std::move(constraints)) {
    const std::size_t n = coordinates_.size(), m = constraints_.size();
    layout_.coordinates.resize(n);
    layout_.rows.resize(m);
    layout_.holonomic = holonomic < 0 ? static_cast<int>(m) : holonomic;
    layout_.mass = layout_.stiffness = layout_.damping = full(n, n);
    layout_.constraint = full(m, n);
  }

 private:
  static SparsePattern full(std::size_t rows, std::size_t cols) {
    std::vector<std::pair<int, int>> entries;
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t col = 0; col < cols; ++col) entries.emplace_back(row, col);
    return SparsePattern::fromEntries(static_cast<int>(rows), static_cast<int>(cols), entries);
  }

  std::vector<std::string> coordinates_, constraints_;
};

}  // namespace holonom

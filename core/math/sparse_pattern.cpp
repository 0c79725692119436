// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/sparse_pattern.h"

#include <Eigen/SparseCore>
#include <algorithm>
#include <functional>

namespace holonom {

int SparsePattern::slot(int row, int col) const {
  const auto first = rowIndex.begin() + colStart[col], last = rowIndex.begin() + colStart[col + 1];
  const auto found = std::lower_bound(first, last, row);
  return found != last && *found == row ? static_cast<int>(found - rowIndex.begin()) : -1;
}

/// Eigen sorts by counting, in time linear in the entries.
SparsePattern SparsePattern::fromEntries(int rows, int cols,
                                         const std::vector<std::pair<int, int>>& entries) {
  std::vector<Eigen::Triplet<bool>> marks;
  marks.reserve(entries.size());
  for (const auto& [row, col] : entries) marks.emplace_back(row, col, true);
  Eigen::SparseMatrix<bool> matrix(rows, cols);
  matrix.setFromTriplets(marks.begin(), marks.end(), std::logical_or<>());
  const int* starts = matrix.outerIndexPtr();
  const int* indices = matrix.innerIndexPtr();
  return {rows, cols, {starts, starts + cols + 1}, {indices, indices + matrix.nonZeros()}};
}

void addProduct(const SparsePattern& pattern, const double* values, ConstVectorRef x, double factor,
                VectorRef y) {
  for (int col = 0; col < pattern.cols; ++col) {
    const double scaled = factor * x[col];
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      y[pattern.rowIndex[k]] += values[k] * scaled;
  }
}

void addTransposedProduct(const SparsePattern& pattern, const double* values, ConstVectorRef x, double factor,
                          VectorRef y) {
  for (int col = 0; col < pattern.cols; ++col) {
    double sum = 0;
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      sum += values[k] * x[pattern.rowIndex[k]];
    y[col] += factor * sum;
  }
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/sparse_matrix.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace holonom {

SparseMatrix normalised(SparsePattern pattern, std::vector<double> values, ConstVectorRef columnScale) {
  SparseMatrix scaled{std::move(pattern), std::move(values)};
  const SparsePattern& is = scaled.pattern;
  Vector largest = Vector::Zero(is.rows);
  for (int col = 0; col < is.cols; ++col)
    for (int k = is.colStart[col]; k < is.colStart[col + 1]; ++k) {
      scaled.values[k] *= columnScale[col];
      largest[is.rowIndex[k]] = std::max(largest[is.rowIndex[k]], std::abs(scaled.values[k]));
    }
  for (int k = 0; k < is.nonZeros(); ++k)
    if (largest[is.rowIndex[k]] > 0) scaled.values[k] /= largest[is.rowIndex[k]];
  return scaled;
}

SparseMatrix rowsOf(const SparseMatrix& all, const std::vector<int>& rows) {
  std::vector<int> place(all.pattern.rows, -1);
  for (std::size_t i = 0; i < rows.size(); ++i) place[rows[i]] = static_cast<int>(i);
  std::vector<std::pair<int, int>> order;
  SparseMatrix some{{static_cast<int>(rows.size()), all.pattern.cols, {0}, {}}, {}};
  for (int col = 0; col < all.pattern.cols; ++col) {
    order.clear();
    for (int k = all.pattern.colStart[col]; k < all.pattern.colStart[col + 1]; ++k)
      if (place[all.pattern.rowIndex[k]] >= 0) order.emplace_back(place[all.pattern.rowIndex[k]], k);
    std::sort(order.begin(), order.end());
    for (const auto& [row, k] : order) {
      some.pattern.rowIndex.push_back(row);
      some.values.push_back(all.values[k]);
    }
    some.pattern.colStart.push_back(some.pattern.nonZeros());
  }
  return some;
}

SparsePattern withDiagonal(SparsePattern pattern) {
  for (int row = 0; row < pattern.rows; ++row) {
    pattern.rowIndex.push_back(row);
    pattern.colStart.push_back(pattern.nonZeros());
  }
  pattern.cols += pattern.rows;
  return pattern;
}

Vector rowVector(const SparseMatrix& matrix, int row) {
  Vector entries = Vector::Zero(matrix.pattern.cols);
  for (int col = 0; col < matrix.pattern.cols; ++col)
    if (const int k = matrix.pattern.slot(row, col); k >= 0) entries[col] = matrix.values[k];
  return entries;
}

std::vector<int> columnsOf(const SparsePattern& pattern, const std::vector<int>& rows) {
  std::vector<bool> asked(std::size_t(pattern.rows), false);
  for (const int row : rows) asked[std::size_t(row)] = true;
  std::vector<int> columns;
  for (int col = 0; col < pattern.cols; ++col)
    if (std::any_of(pattern.rowIndex.begin() + pattern.colStart[col],
                    pattern.rowIndex.begin() + pattern.colStart[col + 1],
                    [&](int row) { return asked[std::size_t(row)]; }))
      columns.push_back(col);
  return columns;
}

}  // namespace holonom

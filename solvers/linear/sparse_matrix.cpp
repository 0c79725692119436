// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/sparse_matrix.h"

#include <algorithm>
#include <cmath>
#include <numeric>
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

SparseMatrix acrossFirst(const SparseMatrix& all, int first) {
  const SparsePattern& is = all.pattern;
  std::vector<int> others(std::size_t(is.rows - first));
  std::iota(others.begin(), others.end(), first);
  std::vector<std::vector<int>> columns(static_cast<std::size_t>(first));
  std::vector<double> own(static_cast<std::size_t>(is.cols), 0.0);  // entry of the first row in a column
  for (int col = 0; col < is.cols; ++col)
    for (int k = is.colStart[col]; k < is.colStart[col + 1] && is.rowIndex[k] < first; ++k) {
      if (all.values[k] == 0) continue;
      own[col] = all.values[k];
      columns[is.rowIndex[k]].push_back(col);
    }
  // per row of the first ones: the others in its columns, and how much of each lies along it
  std::vector<std::vector<std::pair<int, double>>> along(columns.size());
  std::vector<double> part(std::size_t(is.rows), 0.0);
  std::vector<std::pair<int, int>> entries;
  for (int row = 0; row < first; ++row) {
    double square = 0;
    std::vector<int> touched;
    for (const int col : columns[row]) {
      square += own[col] * own[col];
      for (int k = is.colStart[col]; k < is.colStart[col + 1]; ++k) {
        if (is.rowIndex[k] < first) continue;
        part[is.rowIndex[k]] += own[col] * all.values[k];
        touched.push_back(is.rowIndex[k]);
      }
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const int other : touched) {
      along[row].emplace_back(other - first, part[other] / square);
      part[other] = 0;
      for (const int col : columns[row]) entries.emplace_back(other - first, col);
    }
  }
  const SparseMatrix rest = rowsOf(all, others);
  for (int col = 0; col < is.cols; ++col)
    for (int k = rest.pattern.colStart[col]; k < rest.pattern.colStart[col + 1]; ++k)
      entries.emplace_back(rest.pattern.rowIndex[k], col);
  SparseMatrix across{SparsePattern::fromEntries(is.rows - first, is.cols, entries), {}};
  across.values.assign(std::size_t(across.pattern.nonZeros()), 0.0);
  for (int col = 0; col < is.cols; ++col)
    for (int k = rest.pattern.colStart[col]; k < rest.pattern.colStart[col + 1]; ++k)
      across.values[across.pattern.slot(rest.pattern.rowIndex[k], col)] = rest.values[k];
  for (int row = 0; row < first; ++row)
    for (const int col : columns[row])
      for (const auto& [other, share] : along[row])
        across.values[across.pattern.slot(other, col)] -= share * own[col];
  return across;
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

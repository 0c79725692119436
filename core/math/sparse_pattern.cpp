// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/sparse_pattern.h"

#include <algorithm>

namespace holonom {

int SparsePattern::slot(int row, int col) const {
  const auto first = rowIndex.begin() + colStart[col], last = rowIndex.begin() + colStart[col + 1];
  const auto found = std::lower_bound(first, last, row);
  return found != last && *found == row ? static_cast<int>(found - rowIndex.begin()) : -1;
}

SparsePattern SparsePattern::fromEntries(int rows, int cols, std::vector<std::pair<int, int>> entries) {
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second < b.second : a.first < b.first;
  });
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  SparsePattern pattern{rows, cols, std::vector<int>(cols + 1, 0), {}};
  pattern.rowIndex.reserve(entries.size());
  for (const auto& [row, col] : entries) {
    pattern.rowIndex.push_back(row);
    ++pattern.colStart[col + 1];
  }
  for (int col = 0; col < cols; ++col) pattern.colStart[col + 1] += pattern.colStart[col];
  return pattern;
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

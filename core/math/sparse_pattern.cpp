// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/sparse_pattern.h"

#include <algorithm>
#include <numeric>

namespace holonom {

int SparsePattern::slot(int row, int col) const {
  const auto first = rowIndex.begin() + colStart[col], last = rowIndex.begin() + colStart[col + 1];
  const auto found = std::lower_bound(first, last, row);
  return found != last && *found == row ? static_cast<int>(found - rowIndex.begin()) : -1;
}

namespace {

/// Where the entries of each row, or column, begin when they lie side by side.
std::vector<int> starts(int count, const std::vector<std::pair<int, int>>& entries,
                        int std::pair<int, int>::*place) {
  std::vector<int> start(count + 1, 0);
  for (const auto& entry : entries) ++start[entry.*place + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  return start;
}

}  // namespace

/// Sorted by counting, for large models: by rows, then by columns in this order.
SparsePattern SparsePattern::fromEntries(int rows, int cols,
                                         const std::vector<std::pair<int, int>>& entries) {
  std::vector<int> next = starts(rows, entries, &std::pair<int, int>::first), byRow(entries.size());
  for (std::size_t k = 0; k < entries.size(); ++k) byRow[next[entries[k].first]++] = static_cast<int>(k);
  const std::vector<int> begin = starts(cols, entries, &std::pair<int, int>::second);
  std::vector<int> end(begin.begin(), begin.end() - 1), row(entries.size());
  for (const int k : byRow) {
    const auto& [r, col] = entries[k];
    if (end[col] == begin[col] || row[end[col] - 1] != r) row[end[col]++] = r;
  }
  SparsePattern pattern{rows, cols, {0}, {}};
  pattern.colStart.reserve(cols + 1);
  for (int col = 0; col < cols; ++col) {
    pattern.rowIndex.insert(pattern.rowIndex.end(), row.begin() + begin[col], row.begin() + end[col]);
    pattern.colStart.push_back(pattern.nonZeros());
  }
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

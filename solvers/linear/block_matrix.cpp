// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/block_matrix.h"

#include <span>

namespace holonom {

BlockMatrix::Block BlockMatrix::declare(const SparsePattern& block, int firstRow, int firstCol,
                                        bool transposed) {
  return declareRows(block, 0, block.rows, firstRow, firstCol, transposed);
}

BlockMatrix::Block BlockMatrix::declareRows(const SparsePattern& block, int first, int last, int firstRow,
                                            int firstCol, bool transposed) {
  auto& entries = entries_.emplace_back();
  auto& placement = placements_.emplace_back();
  const bool whole = first == 0 && last == block.rows;
  for (int col = 0; col < block.cols; ++col)
    for (int k = block.colStart[col]; k < block.colStart[col + 1]; ++k) {
      const int row = block.rowIndex[k] - first;
      if (row < 0 || row >= last - first) continue;
      entries.emplace_back(firstRow + (transposed ? col : row), firstCol + (transposed ? row : col));
      if (!whole) placement.sources.push_back(k);
    }
  return static_cast<Block>(entries_.size()) - 1;
}

BlockMatrix::Block BlockMatrix::declareCoupled(const SparsePattern& block, const SparsePattern& by,
                                               int firstRow, int firstCol) {
  auto& entries = entries_.emplace_back();
  auto& placement = placements_.emplace_back();
  const auto rowsOf = [&](int col) {
    return std::span(by.rowIndex).subspan(by.colStart[col], by.colStart[col + 1] - by.colStart[col]);
  };
  const auto meet = [](std::span<const int> a, std::span<const int> b) {
    for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end(); *i < *j ? ++i : ++j)
      if (*i == *j) return true;
    return false;
  };
  for (int col = 0; col < block.cols; ++col)
    for (int k = block.colStart[col]; k < block.colStart[col + 1]; ++k) {
      if (!meet(rowsOf(block.rowIndex[k]), rowsOf(col))) continue;
      entries.emplace_back(firstRow + block.rowIndex[k], firstCol + col);
      placement.sources.push_back(k);
    }
  return static_cast<Block>(entries_.size()) - 1;
}

BlockMatrix::Block BlockMatrix::declareIdentity(int count, int firstRow, int firstCol) {
  auto& entries = entries_.emplace_back();
  placements_.emplace_back();
  for (int i = 0; i < count; ++i) entries.emplace_back(firstRow + i, firstCol + i);
  return static_cast<Block>(entries_.size()) - 1;
}

void BlockMatrix::freeze() {
  std::vector<std::pair<int, int>> all;
  for (const auto& block : entries_) all.insert(all.end(), block.begin(), block.end());
  pattern_ = SparsePattern::fromEntries(size_, size_, all);
  values_.assign(pattern_.nonZeros(), 0.0);
  for (std::size_t block = 0; block < entries_.size(); ++block) {
    std::vector<int>& slots = placements_[block].slots;
    slots.reserve(entries_[block].size());
    for (const auto& [row, col] : entries_[block]) slots.push_back(pattern_.slot(row, col));
  }
  entries_.clear();
}

void BlockMatrix::addTo(std::vector<double>& values, Block block, const double* blockValues,
                        double factor) const {
  const auto& [slots, sources] = placements_[block];
  if (sources.empty())
    for (const int slot : slots) values[slot] += factor * *blockValues++;
  else
    for (std::size_t i = 0; i < slots.size(); ++i) values[slots[i]] += factor * blockValues[sources[i]];
}

void BlockMatrix::addIdentity(Block block, double factor) {
  for (const int slot : placements_[block].slots) values_[slot] += factor;
}

void BlockMatrix::multiplyTopLeft(int n, ConstVectorRef x, VectorRef y) const {
  for (int col = 0; col < n; ++col)
    for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1] && pattern_.rowIndex[k] < n; ++k)
      y[pattern_.rowIndex[k]] += values_[k] * x[col];
}

void BlockMatrix::multiplyRows(int firstRow, int n, ConstVectorRef x, VectorRef y) const {
  for (int col = 0; col < n; ++col)
    for (int k = pattern_.colStart[col + 1] - 1;
         k >= pattern_.colStart[col] && pattern_.rowIndex[k] >= firstRow; --k)
      y[pattern_.rowIndex[k] - firstRow] += values_[k] * x[col];
}

}  // namespace holonom

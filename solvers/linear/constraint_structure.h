// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/math/sparse_pattern.h"

namespace holonom {

inline SparsePattern diagonalPattern(int n) {
  SparsePattern pattern{n, n, {0}, {}};
  for (int i = 0; i < n; ++i) {
    pattern.rowIndex.push_back(i);
    pattern.colStart.push_back(i + 1);
  }
  return pattern;
}

/// Where everything goes when S = B A⁻¹ Bᵀ is formed and decomposed (constraint_cholesky.h): found once from
/// the patterns. Rows are taken in blocks of two, in the order of elimination; coordinates in groups.
struct ConstraintStructure {
  /// Coordinates side by side that appear in the same blocks of rows: a block of A, or several of one
  /// coordinate each.
  struct Group {
    int first = 0, size = 0;         ///< places of its coordinates
    bool coupled = false;            ///< whether it is a block of A with entries beside the diagonal
    int rowsBegin = 0, rowsEnd = 0;  ///< its blocks of rows in groupRows, ascending
    int entries = 0;                 ///< where its part of B begins: per block of rows 2 × size, by columns
    int factor = 0;                  ///< of a coupled one: its strict lower triangle, row by row
    int products = 0;                ///< where its pairs of blocks of rows begin in productSlot
    int rowCount() const { return rowsEnd - rowsBegin; }
  };

  int blocks = 0;               ///< of two rows
  std::vector<int> coordinate;  ///< per place
  std::vector<int> rowSlot;     ///< per row: its place among 2 · blocks
  std::vector<int> loneRows;    ///< places that fill up a block
  std::vector<Group> groups;
  std::vector<int> groupRows;
  std::vector<int> massSlot;     ///< diagonal of A per place
  std::vector<int> factorSlot;   ///< entries of A below the diagonals of coupled blocks; −1: zero
  std::vector<int> entrySlot;    ///< per entry of B
  std::vector<int> productSlot;  ///< numbers of S where the block of a pair of blocks of rows begins
  std::vector<int> columnStart, rowBlock;  ///< S below the diagonal with its fill, by columns
  std::vector<int> updateSlot;  ///< numbers of S where the blocks begin that pairs in a column change
  int entryCount = 0, widestGroup = 0, longestColumn = 0;

  /// None when a diagonal entry of A is missing, a block is large, or S fills up.
  static std::optional<ConstraintStructure> of(const SparsePattern& A, const SparsePattern& B);
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
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
  /// Coordinates side by side that appear in the same blocks of rows.
  struct Group {
    enum class Kind {
      Points,   ///< three, side by side in x; each row of a block takes its own of the first two: points meet
      Single,   ///< blocks of A of one coordinate each
      Coupled,  ///< one block of A with entries beside the diagonal
    };
    Kind kind = Kind::Single;
    int first = 0, size = 0;         ///< places of its coordinates
    int rowsBegin = 0, rowsEnd = 0;  ///< its blocks of rows in groupRows, ascending
    /// Where its part of B begins, in pairs. Per block of rows: its columns; of Points the pair of entries in
    /// the first two columns, and the third column.
    int entries = 0;
    int factor = 0;    ///< of a coupled one: its strict lower triangle, row by row
    int products = 0;  ///< where its pairs of blocks of rows begin in productSlot
    int rowCount() const { return rowsEnd - rowsBegin; }
    int pairsPerBlock() const { return kind == Kind::Points ? 2 : size; }
  };
  struct RowPlace {
    int row, block;
  };

  int blocks = 0;                     ///< of two rows
  std::vector<int> coordinate;        ///< per place
  std::vector<RowPlace> pairs, lone;  ///< blocks of a row and the next one; of one row
  std::vector<Group> groups;
  std::vector<int> coupled;  ///< the groups of this kind
  std::vector<int> groupRows;
  std::vector<int> massSlot;               ///< diagonal of A per place
  std::vector<int> factorSlot;             ///< entries of A below the diagonals of coupled blocks; −1: zero
  std::vector<int> entrySlot;              ///< per entry of B: among the numbers of the pairs
  std::vector<int> productSlot;            ///< the block of S of a pair of blocks of rows
  std::vector<int> columnStart, rowBlock;  ///< S below the diagonal with its fill, by columns
  std::vector<int> updateSlot;             ///< blocks of S that pairs in a column change, last first
  int pairCount = 0, widestGroup = 0, massEntries = 0;

  /// Null when a diagonal entry of A is missing, a block is large, or S fills up. Each thread keeps the last
  /// few: solvers of one system share them.
  static std::shared_ptr<const ConstraintStructure> of(const SparsePattern& A, const SparsePattern& B);
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

#include "core/math/types.h"

namespace holonom {

/// The fixed structure of a sparse matrix, compressed by columns (CSC) with ascending rows. Values live
/// elsewhere, in arrays of length nonZeros(); the position of an entry in them is its slot.
struct SparsePattern {
  int rows = 0, cols = 0;
  std::vector<int> colStart;  ///< cols + 1
  std::vector<int> rowIndex;  ///< nonZeros()

  int nonZeros() const { return static_cast<int>(rowIndex.size()); }
  int slot(int row, int col) const;  ///< −1 when the entry is not part of the pattern

  /// Structure of the given (row, column) entries; repeated entries are merged.
  static SparsePattern fromEntries(int rows, int cols, const std::vector<std::pair<int, int>>& entries);
};

/// y += factor · A x
void addProduct(const SparsePattern& pattern, const double* values, ConstVectorRef x, double factor,
                VectorRef y);

/// y += factor · Aᵀ x
void addTransposedProduct(const SparsePattern& pattern, const double* values, ConstVectorRef x, double factor,
                          VectorRef y);

}  // namespace holonom

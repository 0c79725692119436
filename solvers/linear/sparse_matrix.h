// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/math/sparse_pattern.h"

namespace holonom {

/// A sparse matrix by its columns.
struct SparseMatrix {
  SparsePattern pattern;
  std::vector<double> values;

  /// y += factor · A x, and of its transpose
  void add(ConstVectorRef x, double factor, VectorRef y) const {
    addProduct(pattern, values.data(), x, factor, y);
  }
  void addTransposed(ConstVectorRef x, double factor, VectorRef y) const {
    addTransposedProduct(pattern, values.data(), x, factor, y);
  }
};

/// Columns times their scales, then rows in parts of their largest entries.
SparseMatrix normalised(SparsePattern pattern, std::vector<double> values, ConstVectorRef columnScale);

/// Some rows of a matrix, in the order given.
SparseMatrix rowsOf(const SparseMatrix& all, const std::vector<int>& rows);

/// What is left of the rows behind the first ones across these, no two of which share a column.
SparseMatrix acrossFirst(const SparseMatrix& all, int first);

/// [A D] with a diagonal D: one more column per row.
SparsePattern withDiagonal(SparsePattern pattern);

Vector rowVector(const SparseMatrix& matrix, int row);

/// The columns in which one of the rows has an entry, ascending.
std::vector<int> columnsOf(const SparsePattern& pattern, const std::vector<int>& rows);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

#include "core/math/sparse_pattern.h"

namespace holonom {

/// A square sparse matrix put together from blocks of fixed structure, such as [M C_qᵀ; C_q 0]. Blocks are
/// declared first (they may overlap), then freeze() fixes the pattern; after that values are added block by
/// block into the slots that each block was given.
class BlockMatrix {
 public:
  using Block = int;

  explicit BlockMatrix(int size) : size_(size) {}

  Block declare(const SparsePattern& block, int firstRow, int firstCol, bool transposed = false);
  /// Only the rows first … last − 1 of `block`; row `first` comes to firstRow (to firstCol when transposed).
  /// add() takes the values of the whole block nevertheless.
  Block declareRows(const SparsePattern& block, int first, int last, int firstRow, int firstCol,
                    bool transposed = false);
  /// Only entries (i, j) for which rows of `by` have both columns. add() takes the values of the whole block.
  Block declareCoupled(const SparsePattern& block, const SparsePattern& by, int firstRow, int firstCol);
  Block declareIdentity(int count, int firstRow, int firstCol);
  void freeze();

  const SparsePattern& pattern() const { return pattern_; }
  const std::vector<double>& values() const { return values_; }
  void setZero() { std::fill(values_.begin(), values_.end(), 0.0); }
  /// values[slots of the block] += factor · blockValues
  void add(Block block, const double* blockValues, double factor = 1) {
    addTo(values_, block, blockValues, factor);
  }
  /// The same to values of another matrix with this pattern.
  void addTo(std::vector<double>& values, Block block, const double* blockValues, double factor = 1) const;
  void addIdentity(Block block, double factor);
  /// y.head(n) += A₁₁ x with the leading n × n part A₁₁ of the present values.
  void multiplyTopLeft(int n, ConstVectorRef x, VectorRef y) const;
  /// y += the rows from firstRow on of the leading n columns of the present values, times x.
  void multiplyRows(int firstRow, int n, ConstVectorRef x, VectorRef y) const;

 private:
  struct Placement {
    std::vector<int> slots;
    std::vector<int> sources;  // places in the block's values; empty: all, in their order
  };
  int size_;
  std::vector<std::vector<std::pair<int, int>>> entries_;  // per block, until freeze()
  std::vector<Placement> placements_;
  SparsePattern pattern_;
  std::vector<double> values_;
};

}  // namespace holonom

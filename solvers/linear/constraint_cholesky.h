// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/math/sparse_pattern.h"
#include "solvers/linear/constraint_structure.h"
#include "solvers/linear/pair_blocks.h"

namespace holonom {

/// [A Bᵀ; B 0][x; y] = [f; g] in the space of the constraints, for a block diagonal positive definite A (n ×
/// n) and m rows B:
///     S y = B A⁻¹ f − g,   S = B A⁻¹ Bᵀ,   A x = f − Bᵀ y
/// (the Schur complement reduction: Benzi, Golub, Liesen, Acta Numerica 14, 2005, §5). A is decomposed block
/// by block, S as L D Lᵀ in blocks of two rows, for rows come in pairs where points coincide. Nothing hangs
/// on units: scales of rows and columns go through unchanged. No allocation after make().
class ConstraintCholesky {
 public:
  /// Null where this is not the way: a diagonal entry of A is missing, a block is large, or S fills up.
  static std::unique_ptr<ConstraintCholesky> make(const SparsePattern& A, const SparsePattern& B);

  /// By what is left of the rows when those before them are taken out, in parts of their size: the square of
  /// how independent they are.
  enum class Quality {
    Good,
    Poor,   ///< solutions want a step of iterative refinement
    Failed  ///< not positive definite, nearly dependent rows, or not finite: no solutions
  };
  /// Values in the order of the patterns.
  Quality factorize(const double* A, const double* B);
  /// [f; g] on entry, [x; y] on return, n + m numbers.
  void solve(VectorRef x) const;

 private:
  explicit ConstraintCholesky(std::shared_ptr<const ConstraintStructure> structure);

  bool decomposeMass(const double* A);
  bool decomposeBlock(const ConstraintStructure::Group& group, const double* A);
  void takeEntries(const double* B);
  void transformEntries(const ConstraintStructure::Group& group);
  void addProducts();
  void addProducts(const ConstraintStructure::Group& group);
  Quality eliminate();
  void addRows(const double* x) const;
  void addRows(const ConstraintStructure::Group& group, const double* x) const;
  void subtractReactions(double* x) const;
  void subtractReactions(const ConstraintStructure::Group& group, double* x) const;
  void solveLower(const ConstraintStructure::Group& group) const;
  void solveUpper(const ConstraintStructure::Group& group) const;
  void solveRows() const;

  std::shared_ptr<const ConstraintStructure> structure_;
  const ConstraintStructure& is_;  // the same
  std::vector<double> mass_;       // A as it was decomposed last: it seldom changes
  bool massPositive_ = false;
  std::vector<double> inverseMass_;  // 1 / D of A
  std::vector<double> factors_;
  std::vector<Pair> entries_, weighted_;
  std::vector<PairBlock> schur_;  // diagonal blocks of S, then the others by columns; becomes D⁻¹ and L
  std::vector<Pair> diagonal_;    // of S before the elimination
  mutable std::vector<double> right_;
  mutable std::vector<Pair> rows_;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "solvers/linear/block_matrix.h"
#include "solvers/linear/constraint_cholesky.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {

/// [A Bᵀ; B 0][x; y] = [f; g] with the fixed patterns of A (n × n, symmetric) and B (m × n). Two engines: in
/// the space of the constraints where the structure makes that cheaper (constraint_cholesky.h), otherwise,
/// and wherever its pivots are not trusted, the sparse LU of the whole matrix. Solving allocates nothing;
/// factorising only when the LU is needed for the first time, or needs new pivots.
class SaddleSolver {
 public:
  enum class Engine { Automatic, Lu };

  /// `unknownSizes`: those of x in their units, n numbers; they keep the pivots of the LU from hanging on
  /// units.
  SaddleSolver(const SparsePattern& A, const SparsePattern& B, Vector unknownSizes,
               Engine engine = Engine::Automatic);

  /// Values in the order of the patterns. False when the matrix is singular to working precision or not
  /// finite.
  bool factorize(const double* A, const double* B);
  /// [f; g] on entry, [x; y] on return.
  void solve(VectorRef x) const;

  /// Whether the last factorisation was made in the space of the constraints.
  bool inConstraintSpace() const { return constraintSpace_; }

 private:
  bool factorizeWhole(const double* A, const double* B);
  void makeWhole();
  void refine(VectorRef x) const;

  SparsePattern A_, B_;
  Vector sizes_;
  std::unique_ptr<ConstraintCholesky> cholesky_;
  bool constraintSpace_ = false, refines_ = false;
  int distrusted_ = 0;  // factorisations for which the LU is taken at once
  std::unique_ptr<BlockMatrix> matrix_;
  std::unique_ptr<LinearSolver> lu_;
  std::vector<double> a_, b_;  // where solutions are refined
  mutable Vector right_, residual_;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/math/sparse_pattern.h"

namespace holonom {

/// LU factorisation of a square matrix of fixed structure. Symbolic analysis is done once, in the constructor; later
/// factorisations reuse the pivot sequence and are checked by the reciprocal pivot ratio before they are trusted.
class LinearSolver {
 public:
  virtual ~LinearSolver() = default;
  /// False when the matrix is singular to working precision or not finite.
  virtual bool factorize(const std::vector<double>& values) = 0;
  /// x ← A⁻¹ x. Allocates nothing.
  virtual void solve(VectorRef x) const = 0;
  /// Smallest over largest pivot of the last factorisation: a cheap hint of the condition.
  virtual double pivotRatio() const = 0;
};

/// Dense LU up to this size, KLU above. Measured (tests/benchmarks): factorisation and two solves of the Newton matrix
/// of a mechanism take about the same time at 20–30 unknowns.
inline constexpr int kDenseLimit = 20;

std::unique_ptr<LinearSolver> makeLinearSolver(const SparsePattern& pattern);
std::unique_ptr<LinearSolver> makeDenseSolver(const SparsePattern& pattern);
std::unique_ptr<LinearSolver> makeSparseSolver(const SparsePattern& pattern);

}  // namespace holonom

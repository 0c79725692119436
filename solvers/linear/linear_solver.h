// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "core/math/sparse_pattern.h"

namespace holonom {

/// LU factorisation of a square matrix of fixed structure, of real or complex numbers. Symbolic analysis is
/// done once, in the constructor; later factorisations reuse the pivot sequence and are checked by the
/// reciprocal pivot ratio before they are trusted.
template <class Scalar>
class LinearSolverOf {
 public:
  using Unknowns = Eigen::Ref<Eigen::Matrix<Scalar, Eigen::Dynamic, 1>>;

  virtual ~LinearSolverOf() = default;
  /// False when the matrix is singular to working precision or not finite. Takes memory only when new pivots
  /// must be chosen.
  virtual bool factorize(const std::vector<Scalar>& values) = 0;
  /// x ← A⁻¹ x. Allocates nothing.
  virtual void solve(Unknowns x) const = 0;
  /// x ← A⁻ᵀ x. Allocates nothing.
  virtual void solveTransposed(Unknowns x) const = 0;
  /// Smallest over largest pivot of the last factorisation: a cheap hint of the condition.
  virtual double pivotRatio() const = 0;
};

using LinearSolver = LinearSolverOf<double>;
using ComplexSolver = LinearSolverOf<std::complex<double>>;

/// KLU. A dense LU was measured beside it and is not faster at any size, not even at the 13 unknowns of
/// Andrews' mechanism in relative angles (tests/benchmarks/linear_solver.cpp).
std::unique_ptr<LinearSolver> makeLinearSolver(const SparsePattern& pattern);

/// With pivots that do not hang on the units of the unknowns and of the equations. `unknownSizes`, one per
/// column: the size of an unknown in its unit, or 0 where it is to be found from the first matrix
/// (multipliers).
std::unique_ptr<LinearSolver> makeScaledSolver(const SparsePattern& pattern, Vector unknownSizes);
std::unique_ptr<ComplexSolver> makeScaledComplexSolver(const SparsePattern& pattern, Vector unknownSizes);

}  // namespace holonom

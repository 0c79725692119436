// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/linear/saddle_solver.h"
#include "solvers/linear/sparse_matrix.h"

/// What the rows of a sparse matrix A (m × n) span, whether they depend on each other or not. All of it is
/// solved as [1 Aᵀ; A 0]: near linear for the constraints of mechanisms.
namespace holonom {

/// min |A x − b|² + μ |x|², of rows of any rank: x = Aᵀ y, (A Aᵀ + μ) y = b. The √μ stands as one more
/// column per row.
class DampedLeastSquares {
 public:
  explicit DampedLeastSquares(const SparsePattern& A);

  /// μ > 1e-16, in parts of a row of length one. False when the values are not finite.
  bool factorize(const std::vector<double>& A, double damping);
  void solve(ConstVectorRef b, Vector& x, Vector& y) const;

 private:
  int n_, m_;
  SaddleSolver solver_;
  std::vector<double> ones_, values_;
};

/// The space of independent rows.
class RowSpace {
 public:
  /// The matrix must outlive this object.
  RowSpace(const SparseMatrix& matrix, const std::vector<int>& independentRows);

  /// z = A_Iᵀ x + rest with A_I rest = 0; not finite where they could not be found.
  struct Parts {
    Vector rest, coefficients;
  };
  Parts split(ConstVectorRef z) const;
  Parts splitRow(int row) const { return split(rowVector(matrix_, row)); }

 private:
  const SparseMatrix& matrix_;
  SparseMatrix basis_;
  SaddleSolver solver_;
  bool works_;
};

/// A right = value · left, the smallest singular value of m ≤ n rows.
struct SingularTriplet {
  double value = 0;
  Vector left, right;  ///< of length one; right is zero where the value is
};

/// By inverse iteration; `left` is where it begins. Where several values are nearly equal, it gives one
/// between them and a mixture of their vectors.
SingularTriplet smallestSingular(const SparseMatrix& A, Vector left);
/// From a vector that has a part of everything.
SingularTriplet smallestSingular(const SparseMatrix& A);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/dae_system.h"
#include "solvers/linear/saddle_solver.h"

namespace holonom {

/// The index-1 problem [A C_qᵀ; C_q 0][x; λ] = [f; g] of a system, with its M for A or another matrix:
/// accelerations, projections, impulses, restarts. Takes no memory after the first factorisation, unless the
/// LU is needed and new pivots must be chosen.
class SaddlePoint {
 public:
  /// With A = M.
  explicit SaddlePoint(DaeSystem& system);
  SaddlePoint(DaeSystem& system, const SparsePattern& A);

  /// At the state the system was moved to: takes M and C_q from it.
  void evaluate();
  /// With M and C_q as they were evaluated. False when the matrix is singular or not finite.
  bool factorizeEvaluated() { return solver_.factorize(values_.data(), jacobian_.data()); }
  bool factorize() {
    evaluate();
    return factorizeEvaluated();
  }
  /// With the given values of A, and C_q at the state the system was moved to.
  bool factorize(const double* A);
  /// Whether all numbers of the matrix are finite.
  bool isFinite() const;

  /// [f; g] on entry, [x; λ] on return: n + m numbers.
  void solve(VectorRef x) const { solver_.solve(x); }

  void addMatrixProduct(ConstVectorRef x, VectorRef out) const;      ///< out += A x
  void addConstraintProduct(ConstVectorRef v, VectorRef out) const;  ///< out += C_q v
  /// Takes the C_q of products from the present state; the factorisation stays.
  void renewConstraintProduct() { system_.constraintJacobian(jacobian_.data()); }

  int n() const { return system_.coordinateCount(); }
  int m() const { return system_.constraintCount(); }
  const Vector& scale() const { return scale_; }  ///< of the coordinates
  /// C_q of the last factorisation, in the constraint pattern.
  const std::vector<double>& jacobian() const { return jacobian_; }

 private:
  DaeSystem& system_;
  SparsePattern pattern_;  // of A
  Vector scale_;
  std::vector<double> values_, jacobian_;
  SaddleSolver solver_;
};

}  // namespace holonom

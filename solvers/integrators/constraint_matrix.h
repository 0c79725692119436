// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "solvers/integrators/integrator.h"
#include "solvers/linear/block_matrix.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {

/// The matrix [M C_qᵀ; C_q 0] of a system with its LU: all that the explicit forms solve with.
class ConstraintMatrix {
 public:
  ConstraintMatrix(DaeSystem& system, Work& work);

  /// At the state the system was moved to.
  AttemptStatus factorize();
  /// x ← [M C_qᵀ; C_q 0]⁻¹ x, n + m numbers.
  void solve(VectorRef x);
  void addMassProduct(ConstVectorRef v, VectorRef out) const;        ///< out += M v
  void addConstraintProduct(ConstVectorRef v, VectorRef out) const;  ///< out += C_q v

  int n() const { return system_.coordinateCount(); }
  int m() const { return system_.constraintCount(); }

 private:
  DaeSystem& system_;
  Work& work_;
  BlockMatrix matrix_;
  BlockMatrix::Block mass_ = 0, transposed_ = 0, jacobian_ = 0;
  std::unique_ptr<LinearSolver> solver_;
  std::vector<double> massValues_, jacobianValues_;
};

}  // namespace holonom

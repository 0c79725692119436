// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/integrator.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {

/// The motion of a mechanism that its constraints determine (n constraints for n coordinates; 000, §2):
/// everything at one time with one LU of the square matrix C_q.
class KinematicSolver {
 public:
  KinematicSolver(DaeSystem& system, const IntegratorSettings& settings, Work& work);

  /// LU of C_q at t, q.
  AttemptStatus factorize(double t, ConstVectorRef q, ConstVectorRef v);
  /// C(q, t)
  void constraints(double t, ConstVectorRef q, ConstVectorRef v, VectorRef c);
  /// x ← C_q⁻¹ x with the present LU.
  void solve(VectorRef x);
  /// From q close to C = 0 at state.t: q to rounding, then v, a and λ from
  ///     C_q v = −C_t,   C_q a = γ,   C_qᵀ λ = Q − M a.
  AttemptStatus settle(State& state, const ErrorWeights& weights);
  /// Smallest over largest pivot of C_q.
  double pivotRatio() const { return solver_->pivotRatio(); }

 private:
  void solveRefined(bool transposed, VectorRef out);

  DaeSystem& system_;
  Work& work_;
  double left_;  // what corrections may leave, as part of the error tolerance
  std::vector<double> jacobian_, mass_;
  Vector x_, right_;
  std::unique_ptr<LinearSolver> solver_;
};

}  // namespace holonom

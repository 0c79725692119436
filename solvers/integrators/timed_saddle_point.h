// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/integrator.h"
#include "solvers/integrators/sampled_timer.h"
#include "solvers/linear/saddle_point.h"

namespace holonom {

/// [M C_qᵀ; C_q 0] as the explicit forms solve with it, counted and timed.
class TimedSaddlePoint {
 public:
  TimedSaddlePoint(DaeSystem& system, Work& work) : matrix_(system), work_(work) {}

  /// At the state the system was moved to.
  AttemptStatus factorize() {
    ++work_.factorizations;
    {
      SampledTimer timer(work_.residualTime, work_.factorizations);
      matrix_.evaluate();
    }
    SampledTimer timer(work_.factorizationTime, work_.factorizations);
    if (matrix_.factorizeEvaluated()) return AttemptStatus::Success;
    return matrix_.isFinite() ? AttemptStatus::SingularMatrix : AttemptStatus::NotFinite;
  }
  /// x ← [M C_qᵀ; C_q 0]⁻¹ x, n + m numbers.
  void solve(VectorRef x) {
    SampledTimer timer(work_.solveTime, work_.factorizations);
    matrix_.solve(x);
  }

  SaddlePoint& matrix() { return matrix_; }
  const SaddlePoint& matrix() const { return matrix_; }

 private:
  SaddlePoint matrix_;
  Work& work_;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/integrators/integrator.h"
#include "solvers/integrators/timed_saddle_point.h"

namespace holonom {

/// The penalty form (000, §6): the ordinary differential equation y′ = f(t, y) of y = (q, v) with
///
///     [ M    C_qᵀ ] [ q̇ ]   [ M v        ]        [ M    C_qᵀ ] [ v̇ ]   [ Q                  ]
///     [ C_q   0   ] [ μ ] = [ −C_t − χ C ],       [ C_q   0   ] [ λ ] = [ γ − χ(C_q v + C_t) ].
///
/// Deviations from C = 0 and C_q v + C_t = 0 fade like e^(−χt). On the constraints μ = 0 and f = (v, a) for
/// any χ. Both systems share one matrix.
class PenaltyEquations {
 public:
  PenaltyEquations(DaeSystem& system, Work& work);

  void setPenalty(double chi) { chi_ = chi; }  ///< χ ≥ 0, 1/s
  double penalty() const { return chi_; }

  AttemptStatus rate(double t, ConstVectorRef y, VectorRef f);
  /// f at the state, and its a and λ without the penalty's part: they are those of the index-1 form.
  AttemptStatus complete(State& state, VectorRef f);
  /// The part of the accelerations that leaves the constraints: the M-shortest x with C_q (a + x) = γ, length
  /// n.
  AttemptStatus acrossConstraints(const State& state, VectorRef x);

  int n() const { return matrix_.matrix().n(); }
  int m() const { return matrix_.matrix().m(); }

 private:
  AttemptStatus evaluate(double t, ConstVectorRef q, ConstVectorRef v, VectorRef f);

  DaeSystem& system_;
  Work& work_;
  double chi_ = 0;
  TimedSaddlePoint matrix_;
  Vector x_, level_, gap_;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/stabilised/penalty_equations.h"

namespace holonom {

PenaltyEquations::PenaltyEquations(DaeSystem& system, Work& work)
    : system_(system), work_(work), matrix_(system, work), x_(n() + m()), level_(m()), gap_(m()) {}

AttemptStatus PenaltyEquations::rate(double t, ConstVectorRef y, VectorRef f) {
  return evaluate(t, y.head(n()), y.tail(n()), f);
}

AttemptStatus PenaltyEquations::complete(State& state, VectorRef f) {
  const AttemptStatus status = evaluate(state.t, state.q, state.v, f);
  if (status != AttemptStatus::Success) return status;
  {
    SampledTimer timer(work_.residualTime, work_.factorizations);
    system_.forces(x_.head(n()));
    system_.gamma(x_.tail(m()));
  }
  matrix_.solve(x_);
  state.a = x_.head(n());
  state.lambda = x_.tail(m());
  return x_.allFinite() ? AttemptStatus::Success : AttemptStatus::NotFinite;
}

AttemptStatus PenaltyEquations::acrossConstraints(const State& state, VectorRef x) {
  system_.moveTo(state.t, state.q, state.v);
  const AttemptStatus status = matrix_.factorize();
  if (status != AttemptStatus::Success) return status;
  x_.head(n()).setZero();
  system_.gamma(x_.tail(m()));
  level_.setZero();
  matrix_.matrix().addConstraintProduct(state.a, level_);
  x_.tail(m()) -= level_;
  matrix_.solve(x_);
  x = x_.head(n());
  return x_.allFinite() ? AttemptStatus::Success : AttemptStatus::NotFinite;
}

AttemptStatus PenaltyEquations::evaluate(double t, ConstVectorRef q, ConstVectorRef v, VectorRef f) {
  system_.moveTo(t, q, v);
  const AttemptStatus status = matrix_.factorize();
  if (status != AttemptStatus::Success) return status;
  ++work_.residuals;
  x_.head(n()).setZero();
  matrix_.matrix().addMatrixProduct(v, x_.head(n()));
  system_.constraintTimeDerivative(level_);
  x_.tail(m()) = -level_;
  matrix_.matrix().addConstraintProduct(v, level_);  // C_q v + C_t
  {
    SampledTimer timer(work_.residualTime, work_.factorizations);
    system_.constraints(gap_);
    x_.tail(m()) -= chi_ * gap_;
  }
  matrix_.solve(x_);
  f.head(n()) = x_.head(n());
  {
    SampledTimer timer(work_.residualTime, work_.factorizations);
    system_.forces(x_.head(n()));
    system_.gamma(x_.tail(m()));
  }
  x_.tail(m()) -= chi_ * level_;
  matrix_.solve(x_);
  f.tail(n()) = x_.head(n());
  return f.allFinite() ? AttemptStatus::Success : AttemptStatus::NotFinite;
}

}  // namespace holonom

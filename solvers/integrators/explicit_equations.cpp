// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/explicit_equations.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {
namespace {

constexpr int kMaxCorrections = 12;
/// What a projection may leave, as part of the error tolerance; not below what rounding allows.
constexpr double kLeft = 1e-5;

bool finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

ExplicitEquations::ExplicitEquations(DaeSystem& system, const IntegratorSettings& settings, Work& work)
    : system_(system), work_(work),
      tolerance_(std::max(kLeft, 100 * std::numeric_limits<double>::epsilon() / settings.rtol)), matrix_(n() + m()),
      massValues_(system.massPattern().nonZeros()), jacobianValues_(system.constraintPattern().nonZeros()),
      x_(n() + m()), lambda_(m()) {
  mass_ = matrix_.declare(system.massPattern(), 0, 0);
  transposed_ = matrix_.declare(system.constraintPattern(), 0, n(), true);
  jacobian_ = matrix_.declare(system.constraintPattern(), n(), 0);
  matrix_.freeze();
  solver_ = makeLinearSolver(matrix_.pattern());
}

AttemptStatus ExplicitEquations::rate(double t, ConstVectorRef y, VectorRef f) {
  system_.moveTo(t, y.head(n()), y.tail(n()));
  AttemptStatus status = factorize();
  if (status == AttemptStatus::Success) status = solveAccelerations();
  f.head(n()) = y.tail(n());
  f.tail(n()) = x_.head(n());
  return status;
}

AttemptStatus ExplicitEquations::settle(State& state, const ErrorWeights& weights) {
  AttemptStatus status = projectPositions(state, weights);
  if (status != AttemptStatus::Success) return status;
  system_.moveTo(state.t, state.q, state.v);
  status = factorize();  // M and C_q do not depend on v, G_v does
  if (status != AttemptStatus::Success) return status;
  if (system_.holonomicCount() == m()) {
    projectVelocities(state);
    system_.moveTo(state.t, state.q, state.v);
  } else {
    status = projectNonholonomicVelocities(state, weights);
    if (status == AttemptStatus::Success) status = factorize();
    if (status != AttemptStatus::Success) return status;
  }
  status = solveAccelerations();
  state.a = x_.head(n());
  state.lambda = lambda_;
  return status;
}

/// At the state the system was moved to.
AttemptStatus ExplicitEquations::factorize() {
  {
    PhaseTimer timer(work_.residualTime);
    system_.mass(massValues_.data());
    system_.constraintJacobian(jacobianValues_.data());
  }
  matrix_.setZero();
  matrix_.add(mass_, massValues_.data());
  matrix_.add(transposed_, jacobianValues_.data());
  matrix_.add(jacobian_, jacobianValues_.data());
  PhaseTimer timer(work_.factorizationTime);
  ++work_.factorizations;
  if (solver_->factorize(matrix_.values())) return AttemptStatus::Success;
  return finite(matrix_.values()) ? AttemptStatus::SingularMatrix : AttemptStatus::NotFinite;
}

AttemptStatus ExplicitEquations::solveAccelerations() {
  {
    PhaseTimer timer(work_.residualTime);
    ++work_.residuals;
    system_.forces(x_.head(n()));
    system_.gamma(x_.tail(m()));
  }
  solve();
  lambda_ = x_.tail(m());
  return x_.allFinite() ? AttemptStatus::Success : AttemptStatus::NotFinite;
}

/// min (q − q̂)ᵀ M (q − q̂) subject to C(q, t) = 0: the steps Δ of Newton's method with one LU all satisfy
/// M Δ + C_qᵀ μ = 0 and thus keep the direction of the projection. Nonholonomic rows, which have no residual here, ask for
/// G_v Δ = 0: a correction along the motions that they allow, which takes coordinates without mass with it. The LU of the last stage will do unless it is far
/// away; then it is renewed in place.
AttemptStatus ExplicitEquations::projectPositions(State& state, const ErrorWeights& weights) {
  if (m() == 0) return AttemptStatus::Success;
  double previous = 0;
  for (int correction = 1; correction <= kMaxCorrections; ++correction) {
    system_.moveTo(state.t, state.q, state.v);
    x_.head(n()).setZero();
    system_.constraints(x_.tail(m()));
    x_ *= -1;
    solve();
    const double change = weights.positionNorm(x_.head(n()));
    if (!std::isfinite(change)) return AttemptStatus::NotFinite;
    state.q += x_.head(n());
    const double rate = previous > 0 ? change / previous : 1;
    if (std::min(1.0, rate) * change <= tolerance_) return AttemptStatus::Success;
    if (correction > 1 && rate > 0.3) {
      system_.moveTo(state.t, state.q, state.v);
      const AttemptStatus status = factorize();
      if (status != AttemptStatus::Success) return status;
    }
    previous = change;
  }
  return AttemptStatus::NewtonDiverged;
}

/// min (v − v̂)ᵀ M (v − v̂) subject to C_q v + C_t = 0, with the present matrix.
void ExplicitEquations::projectVelocities(State& state) {
  if (m() == 0) return;
  x_.head(n()).setZero();
  system_.constraintTimeDerivative(x_.tail(m()));
  addProduct(system_.constraintPattern(), jacobianValues_.data(), state.v, 1, x_.tail(m()));
  x_ *= -1;
  solve();
  state.v += x_.head(n());
}

/// The same with G(q, v, t) = 0: simplified Newton steps, one for rows that are linear in v. Leaves the system at the result.
AttemptStatus ExplicitEquations::projectNonholonomicVelocities(State& state, const ErrorWeights& weights) {
  double previous = 0;
  for (int correction = 1; correction <= kMaxCorrections; ++correction) {
    projectVelocities(state);
    const double change = weights.velocityNorm(x_.head(n()));
    if (!std::isfinite(change)) return AttemptStatus::NotFinite;
    system_.moveTo(state.t, state.q, state.v);
    const double rate = previous > 0 ? change / previous : 1;
    if (std::min(1.0, rate) * change <= tolerance_) return AttemptStatus::Success;
    system_.constraintJacobian(jacobianValues_.data());  // for the residual only
    previous = change;
  }
  return AttemptStatus::NewtonDiverged;
}

void ExplicitEquations::solve() {
  PhaseTimer timer(work_.solveTime);
  solver_->solve(x_);
}

}  // namespace holonom

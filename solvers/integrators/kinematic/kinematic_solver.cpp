// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/kinematic/kinematic_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {
namespace {

constexpr int kMaxCorrections = 8;
constexpr double kLeft = 1e-6;

std::unique_ptr<LinearSolver> makeSolver(const DaeSystem& system) {
  Vector sizes(system.coordinateCount());
  for (int i = 0; i < sizes.size(); ++i) sizes[i] = system.coordinateScale(i);
  return makeScaledSolver(system.constraintPattern(), std::move(sizes));
}

}  // namespace

KinematicSolver::KinematicSolver(DaeSystem& system, const IntegratorSettings& settings, Work& work)
    : system_(system), work_(work),
      left_(std::max(kLeft, 100 * std::numeric_limits<double>::epsilon() / settings.rtol)),
      jacobian_(system.constraintPattern().nonZeros()), mass_(system.massPattern().nonZeros()),
      x_(system.coordinateCount()), right_(system.coordinateCount()), solver_(makeSolver(system)) {}

AttemptStatus KinematicSolver::factorize(double t, ConstVectorRef q, ConstVectorRef v) {
  {
    PhaseTimer timer(work_.jacobianTime);
    ++work_.jacobians;
    system_.moveTo(t, q, v);
    system_.constraintJacobian(jacobian_.data());
  }
  PhaseTimer timer(work_.factorizationTime);
  ++work_.factorizations;
  if (solver_->factorize(jacobian_)) return AttemptStatus::Success;
  const bool finite =
      std::all_of(jacobian_.begin(), jacobian_.end(), [](double x) { return std::isfinite(x); });
  return finite ? AttemptStatus::SingularMatrix : AttemptStatus::NotFinite;
}

void KinematicSolver::constraints(double t, ConstVectorRef q, ConstVectorRef v, VectorRef c) {
  PhaseTimer timer(work_.residualTime);
  ++work_.residuals;
  system_.moveTo(t, q, v);
  system_.constraints(c);
}

void KinematicSolver::solve(VectorRef x) {
  PhaseTimer timer(work_.solveTime);
  solver_->solve(x);
}

/// out from C_q out = right_ (or with C_qᵀ) for C_q in jacobian_: the present LU with one step of iterative
/// refinement.
void KinematicSolver::solveRefined(bool transposed, VectorRef out) {
  PhaseTimer timer(work_.solveTime);
  const auto apply = [&](VectorRef x) { transposed ? solver_->solveTransposed(x) : solver_->solve(x); };
  out = right_;
  apply(out);
  x_ = right_;
  if (transposed) addTransposedProduct(system_.constraintPattern(), jacobian_.data(), out, -1, x_);
  else addProduct(system_.constraintPattern(), jacobian_.data(), out, -1, x_);
  apply(x_);
  out += x_;
}

AttemptStatus KinematicSolver::settle(State& state, const ErrorWeights& weights) {
  const AttemptStatus status = factorize(state.t, state.q, state.v);
  if (status != AttemptStatus::Success) return status;
  for (int i = 0; i < kMaxCorrections; ++i) {
    constraints(state.t, state.q, state.v, x_);
    solve(x_);
    const double change = weights.positionNorm(x_);
    if (!std::isfinite(change)) return AttemptStatus::NotFinite;
    state.q -= x_;
    if (change < left_) break;
    if (i + 1 == kMaxCorrections) return AttemptStatus::NewtonSlow;
  }
  system_.moveTo(state.t, state.q, state.v);
  system_.constraintJacobian(jacobian_.data());  // the LU is of the point before the last corrections
  system_.constraintTimeDerivative(right_);
  right_ *= -1;
  solveRefined(false, state.v);
  system_.moveTo(state.t, state.q, state.v);  // γ and Q need the new velocities
  system_.gamma(right_);
  solveRefined(false, state.a);
  system_.forces(right_);
  system_.mass(mass_.data());
  addProduct(system_.massPattern(), mass_.data(), state.a, -1, right_);
  solveRefined(true, state.lambda);
  const bool finite = state.v.allFinite() && state.a.allFinite() && state.lambda.allFinite();
  return finite ? AttemptStatus::Success : AttemptStatus::NotFinite;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/state.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/forms/balance.h"
#include "solvers/integrators/integrator.h"
#include "solvers/integrators/timed_saddle_point.h"
#include "solvers/linear/block_matrix.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {

/// Where a discrete Lagrangian takes that of the system, L(q, v) = ½ vᵀM(q)v − U(q). With w = (q₁ − q₀)/h
///     Ends:    L_d = h/2 (L(q₀, w) + L(q₁, w)),
///     Middle:  L_d = h L(½(q₀ + q₁), w).
enum class LagrangianAt { Ends, Middle };

/// One step of the variational integrator of a discrete Lagrangian L_d(q₀, q₁), the constraints at the nodes
/// (Marsden and West, Acta Numerica 2001, §3.5; Leyendecker, Marsden and Ortiz, ZAMM 2008), from momenta M v
/// at its start to those at its end:
///     M(q₀) v₀ = −D₁L_d + h/2 C_q(q₀)ᵀ λ,                C(q₁, t₁) = 0,
///     M(q₁) v₁ =  D₂L_d − h/2 C_q(q₁)ᵀ μ,                C_q v₁ + C_t = 0.
/// Both derivatives are a momentum and half an impulse, −D₁L_d = M̄ w − h/2 f₀, D₂L_d = M̄ w + h/2 f₁, with
///     Ends:    M̄ = ½(M(q₀) + M(q₁)),   f₀ = f(q₀, w, t₀),   f₁ = f(q₁, w, t₁),
///     Middle:  M̄ = M(½(q₀ + q₁)),      f₀ = f₁ = f(½(q₀ + q₁), w, t₀ + h/2),
/// and f = ∂L/∂q + forces that have no potential = Q + (M v)_q v, since Q has ∂(½ vᵀM v)/∂q − Ṁ v.
///
/// Nonholonomic rows hold in the middle, G(½(q₀ + q₁), w, t₀ + h/2) = 0, and at the nodes; their forces are
/// those of λ and μ (Cortés and Martínez, Nonlinearity 2001). What has no mass, such as the states of
/// controllers, follows from them by the midpoint rule.
///
/// Unknowns u = q₁ − q₀ and Λ = h²/2 λ; the balance of momenta is multiplied by h. Newton matrix:
///     [ A                          C_q(q₀)ᵀ ]
///     [ C_q(q₁);  G_v + h/2 G_q       0     ],
///     Ends:    A = 2 M(q₀) − 2 M(qₘ) + M(q₁) + h/2 D(q₀) + h/2 (N(q₁) − N(q₀)),
///     Middle:  A = ½ M(q₀) + M(qₘ) − ½ M(q₁) + h/2 D(qₘ) + h²/4 K(qₘ) − h/4 (N(q₁) − N(q₀)),
/// qₘ = ½(q₀ + q₁), N = (M w)_q, D = −∂Q/∂v, K = −∂Q/∂q: differences along the step stand for Ṁ and for the
/// second derivative of M, exactly where M is quadratic in q as with Euler parameters, else with errors
/// O(h³).
/// No call allocates after the first step.
class VariationalStep {
 public:
  VariationalStep(DaeSystem& system, LagrangianAt at, Work& work);

  /// Begins at a state on the constraints, with a prediction by its accelerations. `start` must outlive the
  /// step.
  void begin(const State& start, double h);
  void residual(VectorRef F);  ///< length n + m
  bool renewMatrix();          ///< at the iterate; false: singular
  void solve(VectorRef x);
  void update(ConstVectorRef d);
  /// The state at the end, with a and λ of the equations there.
  AttemptStatus finish(State& end, const ErrorWeights& weights);

  const Vector& u() const { return u_; }
  const Vector& scaledLambda() const { return lambda_; }  ///< Λ
  const Balance& balance() const { return start_; }       ///< at the start of the step
  int n() const { return start_.n(); }
  int m() const { return start_.m(); }

 private:
  int mh() const { return start_.holonomic(); }
  double middleTime() const { return from_->t + 0.5 * h_; }
  void moveToMiddle();  ///< the system, with w
  void moveToForce();   ///< to where f₀ is
  void addMass(double factor, ConstVectorRef x, VectorRef out);
  void addForce(double factor, VectorRef out);
  void readMomentumChange();
  void evaluateMatrix();
  void addMassBlock(double factor);  ///< of the matrix, at the state moved to, as the others
  void addDampingBlock();
  void addMomentumChangeBlock(double factor);
  AttemptStatus projectVelocities(State& end, const ErrorWeights& weights);

  DaeSystem& system_;
  LagrangianAt at_;
  Work& work_;
  Balance start_;
  TimedSaddlePoint end_;
  BlockMatrix matrix_;
  BlockMatrix::Block mass_, damping_, stiffness_, forces_, positionRows_, velocityRows_;
  std::unique_ptr<LinearSolver> solver_;
  const State* from_ = nullptr;
  double h_ = 0;
  Vector momentum_, u_, lambda_, w_, q1_, qm_;  // M(q₀) v₀; the iterate and what follows from it
  Vector force_, large_, none_, rows_, x_;
  std::vector<double> massValues_, jacobian_, stiffnessValues_, dampingValues_;
};

}  // namespace holonom

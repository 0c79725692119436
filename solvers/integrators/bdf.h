// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "solvers/integrators/balance.h"
#include "solvers/integrators/bdf_history.h"
#include "solvers/integrators/bdf_step_control.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/integrator.h"
#include "solvers/linear/block_matrix.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {

/// What the BDF forms share: history of (q, v, λ) and, where a is controlled, of a; prediction, quasi-Newton
/// iteration with reuse of the factorisation, error norms of three orders, step plan, dense output. A form
/// adds its unknowns, residual rows and block matrix. Notation: δ = ∇^{k+1} q, ε = ∇^{k+1} v, α = ∇^{k+1} a,
/// ĥ = h/c_k.
class Bdf : public Integrator, protected NewtonSystem {
 public:
  void start(const State& state, double firstStep) override;
  void startFrom(const std::vector<State>& past, double firstStep, int order) override;
  Attempt attempt(double h) override;
  StepPlan accept() override;
  StepPlan reject(const Attempt& attempt, int failures) override;
  const State& state() const override { return state_; }
  const State* attempted() const override { return &trial_; }
  int order() const override { return acceptedOrder_; }
  void interpolate(double t, State& out) const override;
  double defaultFirstStep(double interval) const override { return 1e-5 * interval; }
  bool startsItself() const override { return false; }
  bool changeCoordinates(const Eigen::MatrixXd& A, ConstVectorRef b) override;
  bool changeChart(const ChartMap& map) override;

 protected:
  /// What enters the error test: q and v, or also a as an unknown with a history of its own.
  enum class Controlled { Velocities, Accelerations };
  Bdf(DaeSystem& system, const IntegratorSettings& settings, Work& work, int unknowns, NewtonSettings newton,
      Controlled controlled = Controlled::Velocities);

  /// Sets δ, ε, α, λ of the iterate from the prediction; trial_ holds q⁰, v⁰ and v̇⁰ or a⁰ on entry.
  virtual void beginIteration() = 0;
  /// Velocity part of an error vector, made fit for the error test (index 3 filters it). In place.
  virtual void filterVelocityError(VectorRef) {}
  /// Errors (δ, ε and, where controlled, α) of q, v and a, filtered with the matrix of the iteration after
  /// Shampine and Baca, in place: M̂⁻¹(M + ĥD) δ, M̂⁻¹M ε, M̂⁻¹M α with M̂ = M + ĥD + ĥ²K. What moves slowly
  /// stays; a vibration ω is divided by 1 + ĥ²ω², a state of time constant τ by 1 + ĥ/τ. Each on its own:
  /// together they would leave δ/ĥ in the velocity of a stiff direction. What they have across the
  /// constraints, which no stiffness damps, stays as well. Index 3 has none: its velocities carry the errors
  /// of q divided by ĥ, and judging them less would let these grow.
  virtual void filterStiffError(VectorRef /*delta*/, VectorRef /*epsilon*/, VectorRef /*alpha*/) {}
  virtual bool filtersStiffErrors() const { return false; }
  /// Below it the order falls only where steps fail again and again.
  virtual int leastOrder() const { return 1; }

  /// Prediction: q⁰ in trial_.q, v⁰ in trial_.v, v̇⁰ (or a⁰ where a is controlled) in trial_.a, λ⁰ in
  /// trial_.lambda.
  Balance balance_;
  ErrorWeights weights_;
  IntegratorSettings settings_;
  State state_, trial_;
  Vector qRate0_, vRate0_;  // q̇⁰, v̇⁰
  Vector delta_, epsilon_;
  Vector alpha_;     // empty unless accelerations are controlled
  double hHat_ = 1;  // ĥ of the step in the making
  std::unique_ptr<BlockMatrix> matrix_;
  std::unique_ptr<LinearSolver> solver_;

  int n() const { return balance_.n(); }
  int m() const { return balance_.m(); }
  int mh() const { return balance_.holonomic(); }
  /// Of ĥ²Δλ, to stand beside the norms of an iteration. λ takes no part in the error test, but it must have
  /// settled: where the constraints alone determine the motion, q and v converge without it, and what the
  /// prediction left over would grow from step to step.
  double multiplierNorm(ConstVectorRef scaledChange);
  bool factorize();  // matrix_ → solver_, counted and timed
  void solveLinear(VectorRef x);

 private:
  friend class NewtonMatrixCheck;  // of the tests
  void predict(double h);
  bool reusable() const;
  void estimateErrors(Attempt& attempt);
  double norm(int j, int* coordinate);
  void judgeStiffness(Attempt& attempt);
  bool controlsAccelerations() const { return alpha_.size() > 0; }
  int accelerationRow() const { return 2 * n() + m(); }

  QuasiNewton newton_;
  BdfHistory history_;
  BdfErrors errors_;
  StepPlan plan_;
  Vector lambda0_, lambdaRate_, aRate_, work_, allDeltas_;
  Vector positionError_, velocityError_, accelerationError_;
  Vector change_, force_;       // C_qᵀΔλ, C_qᵀλ
  std::vector<int> massSlots_;  // of the diagonal of M
  bool stiff_ = false;          // the error test looks at filtered errors
  double jacobianHHat_ = 0;     // ĥ of the factorisation in use; 0: none
  double rate_ = 0;
  long accepted_ = 0;
  int acceptedOrder_ = 1;
};

std::unique_ptr<Integrator> makeBdfIndex3(DaeSystem& system, const IntegratorSettings& settings, Work& work);
std::unique_ptr<Integrator> makeBdfIndex2(DaeSystem& system, const IntegratorSettings& settings, Work& work);
std::unique_ptr<Integrator> makeBdfIndex1(DaeSystem& system, const IntegratorSettings& settings, Work& work);

}  // namespace holonom

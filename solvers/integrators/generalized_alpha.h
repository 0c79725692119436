// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "solvers/integrators/balance.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/integrator.h"
#include "solvers/linear/block_matrix.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {

/// Parameters of the generalized-α family (000, eq. (18), (21), (27)). The algorithmic acceleration a⁎ obeys
///     (1−α_m) a⁎_{n+1} + α_m a⁎_n = (1−α_f) v̇_{n+1} + α_f v̇_n,   η = (1−α_m)/(1−α_f),   β = ¼(½+γ)².
struct GeneralizedAlphaParameters {
  double alphaM, alphaF, gamma, eta, beta;

  static GeneralizedAlphaParameters fromSpectralRadius(double rho);  ///< generalized-α, ρ ∈ [0, 1]
  static GeneralizedAlphaParameters hht(double alpha);      ///< Hilber, Hughes, Taylor, α ∈ [0, ⅓]
  static GeneralizedAlphaParameters newmark(double gamma);  ///< γ ∈ [½, 1]

  /// a⁎_n approximates v̇ at t_n − lag·h.
  double lag() const { return alphaF - alphaM; }
  /// What is left per step of the fastest vibrations, 0 to 1.
  double spectralRadius() const;
  /// Factor of the local error h²v̈ of the velocities; zero for a method of second order.
  double firstOrderError() const;
};

/// What the forms of generalized-α share (000, eq. (22), (26)–(31), (34)–(36), Algorithm 3): prediction,
/// quasi-Newton iteration with reuse of the factorisation, error test, step plan, dense output. A form adds
/// its unknowns, residual rows and block matrix. Notation: the corrections u of q, w of v and s of v̇ in
/// lengths; in index 2 s = w, in index 3 all three are the same:
///     q = q⁰ + u,   v = v⁰ + γ/(βh) w,   a⁎ = a⁎⁰ + s/(βh²),   v̇ = v̇⁰ + η/(βh²) s.
class GeneralizedAlpha : public Integrator, protected NewtonSystem {
 public:
  void start(const State& state, double firstStep) override;
  Attempt attempt(double h) override;
  StepPlan accept() override;
  StepPlan reject(const Attempt& attempt, int failures) override;
  const State& state() const override { return state_; }
  const State* attempted() const override { return &trial_; }
  int order() const override { return order_; }
  bool judgesVelocities() const override { return testsVelocity_; }
  double untestedErrors() const override { return untested_; }
  void interpolate(double t, State& out) const override;
  double defaultFirstStep(double interval) const override { return 1e-4 * interval; }

 protected:
  /// `index`: 3 tests the error of q, 2 and 1 that of v as well. Algebraic variables of controllers are
  /// velocities that their equation gives without noise in every index; they are tested in index 3 too, where
  /// a jump to another branch of their equation would hardly be seen in their integrals.
  GeneralizedAlpha(DaeSystem& system, const GeneralizedAlphaParameters& parameters, int index,
                   const IntegratorSettings& settings, Work& work, int unknowns);

  virtual void beginIteration() {}
  /// Velocity error made fit for the error test (index 3 takes its part along the constraints). In place.
  virtual void filterVelocityError(VectorRef) {}
  void beginWhereLastStepLeads();  // iterate: straight continuation of w and λ
  void solve(VectorRef x) override;
  bool factorize();  // matrix_ → solver_, counted and timed
  void correct(ConstVectorRef u, ConstVectorRef w, ConstVectorRef s);  // moves the iterate
  double normOf(ConstVectorRef u, ConstVectorRef w) const;

  double balanceFactor() const { return p_.beta * h_ * h_ / p_.eta; }
  double dampingFactor() const { return p_.gamma * h_ / p_.eta; }
  double rateFactor() const { return p_.beta * h_ / p_.gamma; }
  int n() const { return balance_.n(); }
  int m() const { return balance_.m(); }
  int mh() const { return balance_.holonomic(); }

  GeneralizedAlphaParameters p_;
  Balance balance_;
  ErrorWeights weights_;
  State state_, trial_;
  BlockMatrix matrix_;
  std::unique_ptr<LinearSolver> solver_;

 private:
  friend class NewtonMatrixCheck;  // of the tests
  void predict(double h);
  bool reusable() const;
  void noteUntestedError();
  void estimateError(Attempt& attempt);
  double variablesNorm(ConstVectorRef w, int* largest = nullptr) const;

  IntegratorSettings settings_;
  QuasiNewton newton_;
  State previous_;
  Vector algorithmic_, trialAlgorithmic_;          // a⁎ at the accepted and the trial point
  Vector moved_;                                   // a⁎_n for the step in the making
  Vector positionCorrection_, acceptedIncrement_;  // u; a⁎_{n+1} − a⁎_n of the accepted step
  Vector change_;                                  // scratch
  bool testsVelocity_;
  // algebraic ones of controllers, where velocities are not tested
  std::vector<int> variables_;
  double firstOrderWeight_;  // of h‖a⁎_{n+1} − a⁎_n‖ in the error test
  int order_;
  double h_ = 0, acceptedStep_ = 0, jacobianStep_ = 0, rate_ = 0;
  int steps_ = 0;
  double untested_ = 0;  // errors of velocities in tolerances, of all steps
  double xi_ = 0;        // Ξ: the step could have been 1/Ξ times as large
};

std::unique_ptr<Integrator> makeGeneralizedAlphaIndex3(DaeSystem& system,
                                                       const GeneralizedAlphaParameters& parameters,
                                                       const IntegratorSettings& settings, Work& work);
std::unique_ptr<Integrator> makeGeneralizedAlphaIndex2(DaeSystem& system,
                                                       const GeneralizedAlphaParameters& parameters,
                                                       const IntegratorSettings& settings, Work& work);
std::unique_ptr<Integrator> makeGeneralizedAlphaIndex1(DaeSystem& system,
                                                       const GeneralizedAlphaParameters& parameters,
                                                       const IntegratorSettings& settings, Work& work);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/forms/index_form.h"
#include "solvers/integrators/forms/step_iteration.h"
#include "solvers/integrators/method_descriptor.h"

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

/// The generalized-α family on the form of any index (000, eq. (22), (26)–(31), (34)–(36), Algorithm 3):
/// prediction, error test, step plan, dense output. With the corrections u, w, s of the form
///     q = q⁰ + u,   v = v⁰ + γ/(βh) w,   v̇ or (index 1) a = a⁰ + η/(βh²) s,   a⁎ = a⁎⁰ + s/(βh²).
/// At index 1 the acceleration that obeys C_q a = γ, not v̇, enters the recursion of a⁎.
class GeneralizedAlpha final : public Integrator {
 public:
  /// `index`: 3 tests the error of q, 2 and 1 that of v as well. Algebraic variables of controllers are
  /// velocities that their equation gives without noise in every index; they are tested in index 3 too, where
  /// a jump to another branch of their equation would hardly be seen in their integrals.
  GeneralizedAlpha(DaeSystem& system, const GeneralizedAlphaParameters& parameters, int index,
                   const IntegratorSettings& settings, Work& work);

  void start(const State& state, double firstStep) override;
  Attempt attempt(double h) override;
  StepPlan accept() override;
  StepPlan reject(const Attempt& attempt, int failures) override;
  const State& state() const override { return state_; }
  const State* attempted() const override { return &form_.iterate(); }
  int order() const override { return order_; }
  double untestedErrors() const override { return untested_; }
  void interpolate(double t, State& out) const override;
  bool changeChart(const ChartMap& map) override;

 private:
  void predict(double h);
  void beginWhereLastStepLeads();
  void noteUntestedError();
  void estimateError(Attempt& attempt);
  double iterationNorm(const Correction& d) const;
  double variablesNorm(ConstVectorRef w, int* largest = nullptr) const;
  int n() const { return form_.n(); }

  GeneralizedAlphaParameters p_;
  IntegratorSettings settings_;
  IndexForm form_;
  ErrorWeights weights_;
  StepIteration iteration_;
  State state_, previous_;
  Vector algorithmic_, trialAlgorithmic_;  // a⁎ at the accepted and the trial point
  Vector moved_;                           // a⁎_n for the step in the making
  Vector acceptedIncrement_;               // a⁎_{n+1} − a⁎_n of the accepted step
  Vector change_;                          // scratch
  bool testsVelocity_;
  // algebraic ones of controllers, where velocities are not tested
  std::vector<int> variables_;
  double firstOrderWeight_;  // of h‖a⁎_{n+1} − a⁎_n‖ in the error test
  int order_;
  double h_ = 0, acceptedStep_ = 0;
  int steps_ = 0;
  double untested_ = 0;       // errors of velocities in tolerances, of all steps
  double xi_ = 0;             // Ξ: the step could have been 1/Ξ times as large
  double positionError_ = 0;  // of q, in tolerances
};

/// `index`: 3, 2 or 1.
std::unique_ptr<Integrator> makeGeneralizedAlpha(DaeSystem& system, int index,
                                                 const GeneralizedAlphaParameters& parameters,
                                                 const IntegratorSettings& settings, Work& work);

MethodDescriptor generalizedAlphaMethod();
MethodDescriptor hhtMethod();
MethodDescriptor newmarkMethod();

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "solvers/integrators/bdf/bdf_history.h"
#include "solvers/integrators/bdf/bdf_step_control.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/forms/index_form.h"
#include "solvers/integrators/forms/multiplier_norm.h"
#include "solvers/integrators/forms/step_iteration.h"
#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// BDF (000, Algorithm 4) on the form of any index: history of (q, v, λ) and, at index 1, of a; prediction,
/// error norms of three orders, step plan, dense output. Notation: δ = ∇^{k+1} q, ε = ∇^{k+1} v, α = ∇^{k+1}
/// a, ĥ = h/c_k; with the corrections of the form δ = u, ε = w/ĥ, α = s/ĥ².
///
/// Index 3 has no v of its own: it begins at q̇⁰, so that ε = q̇⁰ − v⁰ + u/ĥ. Errors of q of size e appear in
/// v as e/ĥ and in v̇ as e/ĥ² across the constraints: the spikes. The error test therefore looks at ε through
/// the filter of the form, which keeps what is along the constraints; the solution itself is left as it is.
class Bdf final : public Integrator {
 public:
  Bdf(DaeSystem& system, int index, const IntegratorSettings& settings, Work& work);

  void start(const State& state, double firstStep) override;
  void startFrom(const std::vector<State>& past, double firstStep, int order) override;
  Attempt attempt(double h) override;
  StepPlan accept() override;
  StepPlan reject(const Attempt& attempt, int failures) override;
  const State& state() const override { return state_; }
  const State* attempted() const override { return &form_.iterate(); }
  int order() const override { return acceptedOrder_; }
  void interpolate(double t, State& out) const override;
  bool changeCoordinates(const Eigen::MatrixXd& A, ConstVectorRef b) override;
  bool changeChart(const ChartMap& map) override;

 private:
  void predict(double h, int order);
  StepPlan planFor(double h) const;
  StepPlan planBehindStep() const;
  void beginIteration();
  void readCorrections();
  double iterationNorm(const Correction& d);
  void estimateErrors(Attempt& attempt);
  double norm(int j, int* coordinate);
  void judgeStiffness(Attempt& attempt);
  int leastOrder() const;
  bool controlsAccelerations() const { return alpha_.size() > 0; }
  int accelerationRow() const { return 2 * n() + m(); }
  int n() const { return form_.n(); }
  int m() const { return form_.m(); }

  IntegratorSettings settings_;
  IndexForm form_;
  ErrorWeights weights_;
  MultiplierNorm multiplierNorm_;
  StepIteration iteration_;
  State state_;
  Vector qRate0_, vRate0_, lambda0_, lambdaRate_, aRate_;  // q̇⁰, v̇⁰, λ⁰, λ̇⁰, ȧ⁰
  Vector apart_;                                           // q̇⁰ − v⁰
  Vector rateApart_;                                       // v̇⁰ − a⁰
  Vector delta_, epsilon_;
  Vector alpha_;     // empty unless accelerations are in the error test: at index 1
  double hHat_ = 1;  // ĥ of the step in the making
  BdfHistory history_;
  BdfErrors errors_;
  BdfErrors judged_;  // of the last accepted step
  StepPlan plan_;
  Vector allDeltas_, positionError_, velocityError_, accelerationError_;
  bool stiff_ = false;  // the error test looks at filtered errors
  long accepted_ = 0;
  int acceptedOrder_ = 1;
};

/// `index`: 3, 2 or 1.
std::unique_ptr<Integrator> makeBdf(DaeSystem& system, int index, const IntegratorSettings& settings,
                                    Work& work);
MethodDescriptor bdfMethod();

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/forms/index_form.h"
#include "solvers/integrators/integrator.h"
#include "solvers/nonlinear/quasi_newton.h"

namespace holonom {

/// The quasi-Newton iteration of an implicit method's steps, with the factorisation that outlives them.
class StepIteration : private NewtonSystem {
 public:
  using Norm = std::function<double(const Correction&)>;  ///< 1 is the local error tolerance

  /// `tolerance`: of the iteration, relative to the local error tolerance.
  StepIteration(IndexForm& form, const IntegratorSettings& settings, Norm norm, double tolerance = 1e-3);

  /// The next step begins with a new matrix, and knows no contraction and no plan.
  void start() {
    jacobianRate_ = rate_ = planned_ = 0;
    ownMatrices_ = 0, nextOwn_ = 1;
  }
  void forgetMatrix() { jacobianRate_ = 0; }
  /// The plan that follows from the errors of an accepted step, `error` in tolerances. What is planned behind
  /// a rejected one has other reasons, too.
  StepPlan planned(const StepPlan& plan, double error) {
    planned_ = plan.h, error_ = error;
    return plan;
  }
  StepPlan retried(const StepPlan& plan) {
    planned_ = 0;
    return plan;
  }
  /// Whether something else keeps a step below the size that errors allow.
  bool isLimited(double h) const { return h < (1 - 1e-10) * planned_; }
  /// Solves the step of size h that the form has begun. An attempt that failed tells what moved most, where
  /// that says something: `weights` and the multipliers λ₀ are those that `blame()` wants.
  Attempt solve(double h, const ErrorWeights& weights, const Vector& lambda0);

 private:
  bool reusable() const;
  void judgeReuse(bool reused, bool servedBefore, int jacobians);
  double aimFor(double h) const;
  void residual(VectorRef F) override { form_.residual(F); }
  bool renewJacobian() override;
  void solve(VectorRef x) override { form_.solve(x); }
  void update(ConstVectorRef d) override { form_.update(d); }
  double norm(ConstVectorRef d) override { return norm_(form_.parts(d)); }

  IndexForm& form_;
  Norm norm_;
  QuasiNewton newton_;
  bool reuses_;
  double jacobianRate_ = 0;         // scales.rate of the factorisation in use; 0: none
  double rate_ = 0;                 // of contraction
  bool served_ = false;             // the factorisation in use, in the step after its own
  int ownMatrices_ = 0;             // coming steps that begin with a new one,
  int nextOwn_ = 1;                 // and how many there will be when the next try fails
  double planned_ = 0, error_ = 0;  // s; of the step before the plan, in tolerances
};

}  // namespace holonom

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

  /// The next step begins with a new matrix, and knows no contraction.
  void start() { jacobianRate_ = rate_ = 0; }
  void forgetMatrix() { jacobianRate_ = 0; }
  /// Solves the step that the form has begun. An attempt that failed tells what moved most, where that says
  /// something: `weights` and the multipliers λ₀ are those that `blame()` wants. `aim`: see
  /// QuasiNewton::solve().
  Attempt solve(const ErrorWeights& weights, const Vector& lambda0, double aim = 1);

 private:
  bool reusable() const;
  void residual(VectorRef F) override { form_.residual(F); }
  bool renewJacobian() override;
  void solve(VectorRef x) override { form_.solve(x); }
  void update(ConstVectorRef d) override { form_.update(d); }
  double norm(ConstVectorRef d) override { return norm_(form_.parts(d)); }

  IndexForm& form_;
  Norm norm_;
  QuasiNewton newton_;
  bool reuses_;
  double jacobianRate_ = 0;  // scales.rate of the factorisation in use; 0: none
  double rate_ = 0;          // of contraction
};

}  // namespace holonom

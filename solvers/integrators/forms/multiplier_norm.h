// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/forms/index_form.h"

namespace holonom {

/// Norm of a change of λ̂ in an iteration, to stand beside those of q and v. λ takes no part in an error
/// test, but it must have settled: where the constraints alone determine the motion, q and v converge without
/// it, and what the prediction left over would grow from step to step.
class MultiplierNorm {
 public:
  explicit MultiplierNorm(const IndexForm& form);
  double operator()(ConstVectorRef change, const ErrorWeights& weights);

 private:
  const IndexForm& form_;
  std::vector<int> massSlots_;  // of the diagonal of M
  Vector change_, force_;       // C_qᵀΔλ̂, C_qᵀλ
};

}  // namespace holonom

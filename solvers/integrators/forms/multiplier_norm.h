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
  /// Before an iteration whose changes are to be asked for hasSettled().
  void begin() { part_ = 0; }
  /// Whether the forces of the constraints have settled, by the change of the last iteration and how it has
  /// contracted from the one before: its rate may be another one than that of q and v.
  bool hasSettled() const { return hasSettled_; }

 private:
  const IndexForm& form_;
  std::vector<int> massSlots_;  // of the diagonal of M
  Vector change_, force_;       // C_qᵀΔλ̂, C_qᵀλ
  double part_ = 0;             // the last change, in parts of the force
  bool hasSettled_ = true;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/state.h"
#include "solvers/integrators/forms/index_form.h"

namespace holonom {

/// A form as F(t, y, y′) = 0 for a general-purpose DAE code, with the matrix F_y + c F_y′. y holds the
/// unknowns in their units in the order of the form: index 2 (v, q, λ, μ), index 1 (a, v, q, λ, τ, μ), with
/// the integrals of the multipliers in place of these. λ is y′ then: like v̇, whose noise it shares, it is
/// found by the method's formula for derivatives from what lies one index lower. The rows are those of the
/// form for steps of 1 s: without its scaling.
class ImplicitForm {
 public:
  /// `index`: 2 or 1.
  ImplicitForm(DaeSystem& system, int index, Work& work);

  void residual(double t, ConstVectorRef y, ConstVectorRef yRate, VectorRef F);
  /// Result in values(), in the order of pattern().
  void jacobian(double t, double c, ConstVectorRef y, ConstVectorRef yRate);
  void pack(const State& state, VectorRef y, VectorRef yRate) const;
  void unpack(double t, ConstVectorRef y, ConstVectorRef yRate, State& state) const;

  /// Moves q and v onto their constraints, by one Newton step over a time h that is small beside the motion.
  /// IDA's error test fails at any step from a state that is off them by more than the tolerance.
  void makeConsistent(State& state, double h);

  int size() const { return form_.layout().size; }
  int velocity() const { return form_.layout().velocity; }  ///< first place of v in y
  int position() const { return form_.layout().position; }  ///< first place of q in y
  const SparsePattern& pattern() const { return form_.matrix().pattern(); }
  const std::vector<double>& values() const { return values_; }

 private:
  void moveTo(double t, const StepScales& scales, ConstVectorRef y, ConstVectorRef yRate);

  IndexForm form_;
  Vector positionApart_, velocityApart_, rows_, columns_, tau_, mu_;
  std::vector<double> values_;
};

}  // namespace holonom

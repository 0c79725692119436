// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/reference/implicit_form.h"

namespace holonom {

ImplicitForm::ImplicitForm(DaeSystem& system, int index, Work& work)
    : form_(system, index, work), positionApart_(form_.n()), velocityApart_(Vector::Zero(form_.n())),
      rows_(size()), columns_(size()), values_(form_.matrix().values()) {
  tau_.resize(index == 1 ? form_.m() : 0);
  mu_.resize(system.holonomicCount());
}

void ImplicitForm::unpack(double t, ConstVectorRef y, ConstVectorRef yRate, State& state) const {
  const auto& at = form_.layout();
  state.t = t;
  state.q = y.segment(at.position, form_.n());
  state.v = y.segment(at.velocity, form_.n());
  if (form_.index() == 1) state.a = y.head(form_.n());
  else state.a = yRate.segment(at.velocity, form_.n());
  state.lambda = yRate.segment(at.lambda, form_.m());
}

void ImplicitForm::pack(const State& state, VectorRef y, VectorRef yRate) const {
  const auto& at = form_.layout();
  y.setZero();
  yRate.setZero();
  if (form_.index() == 1) y.head(form_.n()) = state.a;
  y.segment(at.velocity, form_.n()) = state.v;
  y.segment(at.position, form_.n()) = state.q;
  yRate.segment(at.lambda, form_.m()) = state.lambda;
  yRate.segment(at.velocity, form_.n()) = state.a;
  yRate.segment(at.position, form_.n()) = state.v;
}

void ImplicitForm::moveTo(double t, const StepScales& scales, ConstVectorRef y, ConstVectorRef yRate) {
  const auto& at = form_.layout();
  State& x = form_.iterate();
  unpack(t, y, yRate, x);
  form_.begin(scales);
  positionApart_ = yRate.segment(at.position, form_.n()) - x.v;
  if (form_.index() == 1) velocityApart_ = yRate.segment(at.velocity, form_.n()) - x.a;
  form_.beginApart(positionApart_, velocityApart_);
  tau_ = scales.balance() * yRate.segment(at.tau, tau_.size());
  mu_ = scales.rate * yRate.segment(at.mu, mu_.size());
  form_.setLowerMultipliers(tau_, mu_);
}

void ImplicitForm::makeConsistent(State& state, double h) {
  form_.iterate() = state;
  form_.begin({.rate = h, .damping = h});
  form_.renewMatrix();
  if (!form_.factorize()) return;
  form_.residual(rows_);
  rows_ *= -1;
  form_.solve(rows_);
  form_.update(rows_);
  state.q = form_.iterate().q;
  state.v = form_.iterate().v;
}

void ImplicitForm::residual(double t, ConstVectorRef y, ConstVectorRef yRate, VectorRef F) {
  moveTo(t, {}, y, yRate);
  form_.residual(F);
}

/// The matrix of a step with v′ = c Δv is that of the form with 1/c for both scales, in its units.
void ImplicitForm::jacobian(double t, double c, ConstVectorRef y, ConstVectorRef yRate) {
  moveTo(t, {.rate = 1 / c, .damping = 1 / c}, y, yRate);
  form_.renewMatrix();
  form_.sizesOfRows(rows_);
  form_.sizesOfUnknowns(columns_);
  columns_.tail(size() - form_.layout().lambda) /= c;  // of the integrals
  for (int col = 0; col < size(); ++col)
    for (int k = pattern().colStart[col]; k < pattern().colStart[col + 1]; ++k)
      values_[k] = form_.matrix().values()[k] / (rows_[pattern().rowIndex[k]] * columns_[col]);
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/explicit/explicit_equations.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/integrators/controller_states.h"

namespace holonom {
namespace {

constexpr int kMaxCorrections = 12;
constexpr double kRounding = 1e-3;  // of the error tolerance: no matter; at tight ones what rounding makes
/// What a projection may leave, as part of the error tolerance; not below what rounding allows.
constexpr double kLeft = 1e-5;

/// Baumgarte's α h when it is chosen: deviations fade within some ten steps, and no method feels it as
/// stiffness.
constexpr double kBaumgarte = 0.1;

}  // namespace

ExplicitEquations::ExplicitEquations(DaeSystem& system, const IntegratorSettings& settings, Work& work,
                                     Settles settles)
    : system_(system), work_(work), settles_(settles),
      stabilisation_(settles == Settles::Mass ? Stabilisation::Projection : settings.stabilisation),
      givenAlpha_(settings.baumgarteAlpha), givenBeta_(settings.baumgarteBeta),
      tolerance_(std::max(kLeft, 100 * std::numeric_limits<double>::epsilon() / settings.rtol)),
      rounding_(std::max(kRounding, 1000 * std::numeric_limits<double>::epsilon() / settings.rtol)),
      matrix_(system, work), x_(n() + m()), lambda_(m()), level_(m()),
      local_(makeLocalCoordinates(stabilisation_, system, work)), settled_(2 * n()), y_(2 * n()) {
  if (settles == Settles::Mass) kept_ = controllerStates(system);
}

/// A chosen α is kept while the step stays near that for which it was chosen: multistep methods see a steady
/// f. Behind a shorter step it grows no faster than what it pulls back fades, α̇ = α²/2: a pull of the short
/// step on what longer ones have left, by 0.01/h² of it, would be an error that no step is short enough for.
AttemptStatus ExplicitEquations::prepareStep(const State& start, double h, const ErrorWeights& weights) {
  weights_ = &weights;
  if (local_) return local_->takeAt(start);
  if (stabilisation_ != Stabilisation::Baumgarte) return AttemptStatus::Success;
  if (h > 2 * stepOfAlpha_ || stepOfAlpha_ == 0) stepOfAlpha_ = h;
  else if (h < 0.25 * stepOfAlpha_)
    stepOfAlpha_ = std::max(h, stepOfAlpha_ - 0.5 * kBaumgarte * std::max(0.0, start.t - timeOfAlpha_));
  timeOfAlpha_ = start.t;
  alpha_ = givenAlpha_ > 0 ? givenAlpha_ : kBaumgarte / stepOfAlpha_;
  beta_ = givenBeta_ > 0 ? givenBeta_ : alpha_;
  return AttemptStatus::Success;
}

AttemptStatus ExplicitEquations::rate(double t, ConstVectorRef y, VectorRef f) {
  return settleLocally(t, y) ? rateAt(t, settled_, f) : rateAt(t, y, f);
}

/// settled_ ← y on the constraints. Near a singular configuration no chart reaches far: the rest of the step
/// is then that of projection.
bool ExplicitEquations::settleLocally(double t, ConstVectorRef y) {
  if (!local_ || !local_->taken()) return false;
  settled_ = y;
  const AttemptStatus status =
      local_->settle(t, settled_.head(n()), settled_.tail(n()), *weights_, tolerance_);
  if (status != AttemptStatus::Success) local_->forget();
  return status == AttemptStatus::Success;
}

AttemptStatus ExplicitEquations::rateAt(double t, ConstVectorRef y, VectorRef f) {
  system_.moveTo(t, y.head(n()), y.tail(n()));
  AttemptStatus status = matrix_.factorize();
  if (status == AttemptStatus::Success) status = solveAccelerations(y.tail(n()));
  f.head(n()) = y.tail(n());
  f.tail(n()) = x_.head(n());
  return status;
}

AttemptStatus ExplicitEquations::takeMatrix(const State& near) {
  system_.moveTo(near.t, near.q, near.v);
  return matrix_.factorize();
}

AttemptStatus ExplicitEquations::settle(State& state, const ErrorWeights& weights) {
  const bool project = stabilisation_ == Stabilisation::Projection || local_;
  y_ << state.q, state.v;
  AttemptStatus status = AttemptStatus::Success;
  if (settleLocally(state.t, y_)) {
    state.q = settled_.head(n());
    state.v = settled_.tail(n());
  } else if (project) {
    status = projectPositions(state, weights);
  }
  if (status != AttemptStatus::Success) return status;
  system_.moveTo(state.t, state.q, state.v);
  status = matrix_.factorize();  // M and C_q do not depend on v, G_v does
  if (status != AttemptStatus::Success) return status;
  if (project && (system_.holonomicCount() == m() || settles_ == Settles::Mass)) {
    projectVelocities(state, system_.holonomicCount());
    system_.moveTo(state.t, state.q, state.v);
  } else if (project) {
    status = projectNonholonomicVelocities(state, weights);
    if (status == AttemptStatus::Success) status = matrix_.factorize();
    if (status != AttemptStatus::Success) return status;
  }
  status = solveAccelerations(state.v);
  for (const int i : kept_) x_[i] = state.a[i];
  state.a = x_.head(n());
  state.lambda = lambda_;
  return status;
}

void ExplicitEquations::keepTangential(VectorRef change) {
  x_.setZero();
  matrix_.matrix().addMatrixProduct(change, x_.head(n()));
  matrix_.solve(x_);
  for (const int i : kept_) x_[i] = change[i];
  change = x_.head(n());
}

AttemptStatus ExplicitEquations::solveAccelerations(ConstVectorRef v) {
  {
    SampledTimer timer(work_.residualTime, work_.factorizations);
    ++work_.residuals;
    system_.forces(x_.head(n()));
    system_.gamma(x_.tail(m()));
    if (stabilisation_ == Stabilisation::Baumgarte) addBaumgarte(v, x_.tail(m()));
  }
  matrix_.solve(x_);
  lambda_ = x_.tail(m());
  const bool finite = (0 * x_).sum() == 0;  // allFinite() looks at one number after the other
  return finite ? AttemptStatus::Success : AttemptStatus::NotFinite;
}

/// g −= 2α(C_q v + C_t) + β² C
void ExplicitEquations::addBaumgarte(ConstVectorRef v, VectorRef g) {
  system_.constraintTimeDerivative(level_);
  matrix_.matrix().addConstraintProduct(v, level_);
  g -= 2 * alpha_ * level_;
  system_.constraints(level_);
  g -= beta_ * beta_ * level_;
}

void ExplicitEquations::solveForChange() {
  matrix_.solve(x_);
  for (const int i : kept_) x_[i] = 0;
}

/// min (q − q̂)ᵀ M (q − q̂) subject to C(q, t) = 0: the steps Δ of Newton's method with one matrix all
/// satisfy M Δ + C_qᵀ μ = 0 and thus keep the direction of the projection. Nonholonomic rows, which have no
/// residual here, ask for G_v Δ = 0: a correction along the motions that they allow, which takes coordinates
/// without mass with it. The matrix of the last stage will do unless it is far away; then it is renewed.
AttemptStatus ExplicitEquations::projectPositions(State& state, const ErrorWeights& weights) {
  if (m() == 0) return AttemptStatus::Success;
  double previous = 0;
  bool renewed = false;
  for (int correction = 1; correction <= kMaxCorrections; ++correction) {
    system_.moveTo(state.t, state.q, state.v);
    x_.head(n()).setZero();
    system_.constraints(x_.tail(m()));
    x_ *= -1;
    solveForChange();
    const double change = weights.positionNorm(x_.head(n()));
    if (!std::isfinite(change)) return AttemptStatus::NotFinite;
    state.q += x_.head(n());
    const double rate = previous > 0 ? change / previous : 1;
    if (std::min(1.0, rate) * change <= tolerance_) return AttemptStatus::Success;
    // it gets no better: what is left is the rounding of places far from the origin
    if (renewed && rate > 0.5 && change <= rounding_) return AttemptStatus::Success;
    if (correction > 1 && rate > 0.3) {
      renewed = true;
      system_.moveTo(state.t, state.q, state.v);
      const AttemptStatus status = matrix_.factorize();
      if (status != AttemptStatus::Success) return status;
    }
    previous = change;
  }
  return AttemptStatus::NotClosed;
}

/// min (v − v̂)ᵀ M (v − v̂) subject to the first rows of C_q v + C_t = 0, with the present matrix; what the
/// others say of v stays as it is.
void ExplicitEquations::projectVelocities(State& state, int rows) {
  if (m() == 0) return;
  x_.head(n()).setZero();
  system_.constraintTimeDerivative(x_.tail(m()));
  matrix_.matrix().addConstraintProduct(state.v, x_.tail(m()));
  x_ *= -1;
  x_.tail(m() - rows).setZero();
  solveForChange();
  state.v += x_.head(n());
}

/// The same with G(q, v, t) = 0: simplified Newton steps, one for rows that are linear in v. Leaves the
/// system at the result.
AttemptStatus ExplicitEquations::projectNonholonomicVelocities(State& state, const ErrorWeights& weights) {
  double previous = 0;
  for (int correction = 1; correction <= kMaxCorrections; ++correction) {
    projectVelocities(state, m());
    const double change = weights.velocityNorm(x_.head(n()));
    if (!std::isfinite(change)) return AttemptStatus::NotFinite;
    system_.moveTo(state.t, state.q, state.v);
    const double rate = previous > 0 ? change / previous : 1;
    if (std::min(1.0, rate) * change <= tolerance_) return AttemptStatus::Success;
    // rounding of rates that are large, as those of fast controllers
    if (correction > 2 && rate > 0.5 && change <= rounding_) return AttemptStatus::Success;
    matrix_.matrix().renewConstraintProduct();
    previous = change;
  }
  return AttemptStatus::NotClosed;
}

}  // namespace holonom

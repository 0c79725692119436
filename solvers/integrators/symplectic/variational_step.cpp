// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/symplectic/variational_step.h"

#include <algorithm>
#include <cmath>

#include "solvers/integrators/scaled_solver.h"

namespace holonom {
namespace {

constexpr double kLarge = 0x1p100;

}  // namespace

VariationalStep::VariationalStep(DaeSystem& system, LagrangianAt at, Work& work)
    : system_(system), at_(at), work_(work), start_(system, work), end_(system, work),
      matrix_(system.coordinateCount() + system.constraintCount()), momentum_(n()), u_(n()), lambda_(m()),
      w_(n()), q1_(n()), qm_(n()), force_(n()), large_(n()), none_(Vector::Zero(std::max(n(), m()))),
      rows_(m()), x_(n() + m()), massValues_(system.massPattern().nonZeros()),
      jacobian_(system.constraintPattern().nonZeros()),
      stiffnessValues_(system.stiffnessPattern().nonZeros()),
      dampingValues_(system.dampingPattern().nonZeros()) {
  const SparsePattern& cq = system.constraintPattern();
  mass_ = matrix_.declare(system.massPattern(), 0, 0);
  damping_ = matrix_.declare(system.dampingPattern(), 0, 0);
  stiffness_ = matrix_.declare(system.stiffnessPattern(), 0, 0);
  forces_ = matrix_.declare(cq, 0, n(), true);
  positionRows_ = matrix_.declareRows(cq, 0, mh(), n(), 0);
  velocityRows_ = matrix_.declareRows(cq, mh(), m(), n() + mh(), 0);
  matrix_.freeze();
  solver_ = makeScaledSolver(matrix_, system, {0});
}

void VariationalStep::begin(const State& start, double h) {
  from_ = &start;
  h_ = h;
  start_.evaluate(start.t, start.q, start.v);
  momentum_.setZero();
  addProduct(system_.massPattern(), start_.mass(), start.v, 1, momentum_);
  u_ = h * start.v + 0.5 * h * h * start.a;
  lambda_ = 0.5 * h * h * start.lambda;
  update(none_.head(0));
}

/// Without `d`: what follows from u alone.
void VariationalStep::update(ConstVectorRef d) {
  if (d.size() > 0) {
    u_ += d.head(n());
    lambda_ += d.tail(m());
  }
  w_ = u_ / h_;
  q1_ = from_->q + u_;
  qm_ = from_->q + 0.5 * u_;
}

void VariationalStep::moveToMiddle() { system_.moveTo(middleTime(), qm_, w_); }

void VariationalStep::moveToForce() {
  if (at_ == LagrangianAt::Middle) moveToMiddle();
  else system_.moveTo(from_->t, from_->q, w_);
}

/// out += factor M x
void VariationalStep::addMass(double factor, ConstVectorRef x, VectorRef out) {
  system_.mass(massValues_.data());
  addProduct(system_.massPattern(), massValues_.data(), x, factor, out);
}

/// kLarge (M w)_q. It is what ∂(M a − Q)/∂q has of an acceleration a along w, so large that nothing else of
/// it is left: powers of two change no digit, and the difference to a = 0 would lose those that stiff springs
/// have. Where a force has no derivative the inertia has no share in it.
void VariationalStep::readMomentumChange() {
  large_ = kLarge * w_;
  system_.stiffness(large_, none_.head(m()), stiffnessValues_.data());
  for (double& value : stiffnessValues_)
    if (!std::isfinite(value)) value = 0;
}

/// out += factor f
void VariationalStep::addForce(double factor, VectorRef out) {
  system_.forces(force_);
  readMomentumChange();
  addProduct(system_.stiffnessPattern(), stiffnessValues_.data(), w_, 1 / kLarge, force_);
  out += factor * force_;
}

void VariationalStep::residual(VectorRef F) {
  PhaseTimer timer(work_.residualTime);
  ++work_.residuals;
  auto balance = F.head(n());
  balance = -h_ * momentum_;
  start_.addConstraintForce(lambda_, balance);
  moveToForce();
  addForce(-0.5 * h_ * h_, balance);
  const bool middle = at_ == LagrangianAt::Middle;
  addMass(middle ? 1 : 0.5, u_, balance);
  system_.moveTo(from_->t + h_, q1_, w_);
  if (!middle) addMass(0.5, u_, balance);
  system_.constraints(rows_);
  F.segment(n(), mh()) = rows_.head(mh());
  if (start_.isHolonomic()) return;
  moveToMiddle();
  system_.constraintJacobian(jacobian_.data());
  system_.constraintTimeDerivative(rows_);
  addProduct(system_.constraintPattern(), jacobian_.data(), w_, 1, rows_);
  F.tail(m() - mh()) = h_ * rows_.tail(m() - mh());
}

void VariationalStep::addMassBlock(double factor) {
  system_.mass(massValues_.data());
  matrix_.add(mass_, massValues_.data(), factor);
}

void VariationalStep::addMomentumChangeBlock(double factor) {
  readMomentumChange();
  matrix_.add(stiffness_, stiffnessValues_.data(), factor / kLarge);
}

bool VariationalStep::renewMatrix() {
  {
    PhaseTimer timer(work_.jacobianTime);
    evaluateMatrix();
  }
  PhaseTimer timer(work_.factorizationTime);
  ++work_.factorizations;
  return solver_->factorize(matrix_.values());
}

void VariationalStep::evaluateMatrix() {
  const bool middle = at_ == LagrangianAt::Middle;
  const double changes = middle ? -0.25 * h_ : 0.5 * h_;
  ++work_.jacobians;
  matrix_.setZero();
  matrix_.add(forces_, start_.constraintJacobian());
  matrix_.add(mass_, start_.mass(), middle ? 0.5 : 2);
  system_.moveTo(from_->t, from_->q, w_);
  addMomentumChangeBlock(-changes);
  if (!middle) addDampingBlock();
  moveToMiddle();
  addMassBlock(middle ? 1 : -2);
  if (middle) {
    addDampingBlock();
    system_.stiffness(none_.head(n()), none_.head(m()), stiffnessValues_.data());
    matrix_.add(stiffness_, stiffnessValues_.data(), 0.25 * h_ * h_);
  }
  if (!start_.isHolonomic()) {
    system_.constraintJacobian(jacobian_.data());
    matrix_.add(velocityRows_, jacobian_.data());
    system_.velocityJacobian(jacobian_.data());
    matrix_.add(velocityRows_, jacobian_.data(), 0.5 * h_);
  }
  system_.moveTo(from_->t + h_, q1_, w_);
  addMassBlock(middle ? -0.5 : 1);
  addMomentumChangeBlock(changes);
  system_.constraintJacobian(jacobian_.data());
  matrix_.add(positionRows_, jacobian_.data());
}

void VariationalStep::addDampingBlock() {
  system_.damping(dampingValues_.data());
  matrix_.add(damping_, dampingValues_.data(), 0.5 * h_);
}

void VariationalStep::solve(VectorRef x) {
  PhaseTimer timer(work_.solveTime);
  solver_->solve(x);
}

AttemptStatus VariationalStep::finish(State& end, const ErrorWeights& weights) {
  const bool middle = at_ == LagrangianAt::Middle;
  auto momentum = x_.head(n());
  momentum.setZero();
  if (middle) moveToMiddle();
  else system_.moveTo(from_->t + h_, q1_, w_);
  addMass(middle ? 1 : 0.5, w_, momentum);
  if (!middle) addProduct(system_.massPattern(), start_.mass(), w_, 0.5, momentum);
  addForce(0.5 * h_, momentum);
  end.t = from_->t + h_;
  end.q = q1_;
  end.v = 2 * w_ - from_->v;
  if (const AttemptStatus status = projectVelocities(end, weights); status != AttemptStatus::Success)
    return status;
  system_.forces(x_.head(n()));
  system_.gamma(x_.tail(m()));
  end_.solve(x_);
  end.a = x_.head(n());
  end.lambda = x_.tail(m());
  return x_.allFinite() ? AttemptStatus::Success : AttemptStatus::NotFinite;
}

/// M v + C_qᵀ μ = p, C_q v + C_t = 0 from the momentum p at the head of x_ and a guess of v; with rows that
/// are not linear in v by simplified Newton steps. Leaves the system at the result.
AttemptStatus VariationalStep::projectVelocities(State& end, const ErrorWeights& weights) {
  constexpr int kMost = 20;
  constexpr double kSettled = 1e-9;  // of the tolerance
  system_.moveTo(end.t, end.q, end.v);
  if (const AttemptStatus status = end_.factorize(); status != AttemptStatus::Success) return status;
  large_.setZero();
  end_.matrix().addMatrixProduct(end.v, large_);
  x_.head(n()) -= large_;
  double before = 0;
  for (int correction = 1; correction <= kMost; ++correction) {
    system_.constraintTimeDerivative(x_.tail(m()));
    end_.matrix().addConstraintProduct(end.v, x_.tail(m()));
    x_.tail(m()) *= -1;
    end_.solve(x_);
    end.v += x_.head(n());
    system_.moveTo(end.t, end.q, end.v);
    if (start_.isHolonomic()) return AttemptStatus::Success;
    const double change = weights.velocityNorm(x_.head(n()));
    if (!std::isfinite(change)) return AttemptStatus::NotFinite;
    const bool settled = change < kSettled || (correction > 2 && change > 0.5 * before && change < 1e-3);
    if (settled) return end_.factorize();
    before = change;
    end_.matrix().renewConstraintProduct();
    x_.head(n()).setZero();
  }
  return AttemptStatus::NewtonDiverged;
}

}  // namespace holonom

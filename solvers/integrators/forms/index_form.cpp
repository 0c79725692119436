// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/forms/index_form.h"

#include "solvers/integrators/sampled_timer.h"
#include "solvers/integrators/scaled_solver.h"

namespace holonom {
namespace {

/// Levels of unknowns: positions alone, with velocities, with accelerations.
int levelsOf(int index, IndexForm::Levels levels) { return levels == IndexForm::Levels::Own ? 1 : 4 - index; }

IndexForm::Layout layoutOf(const DaeSystem& system, int index, int levels) {
  const int n = system.coordinateCount(), m = system.constraintCount(), mh = system.holonomicCount();
  const bool ownAlone = index == 1 && levels == 1;
  IndexForm::Layout at{};
  at.velocity = levels == 3 ? n : 0;
  at.position = at.velocity + (levels > 1 ? n : 0);
  at.lambda = at.positionLevel = at.position + n;
  at.tau = at.lambda + m;
  at.mu = at.tau + (levels == 3 ? m : 0);
  at.size = at.mu + (levels > 1 ? mh : 0);
  at.lastAtPosition = ownAlone ? 0 : mh;
  at.firstAtVelocity = levels > 1 ? 0 : mh;
  at.atAcceleration = index > 1 ? 0 : ownAlone ? mh : m;
  at.velocityLevel = at.positionLevel + at.lastAtPosition;
  at.accelerationLevel = at.velocityLevel + m - at.firstAtVelocity;
  return at;
}

}  // namespace

IndexForm::IndexForm(DaeSystem& system, int index, Work& work, bool splitsTangential, Levels levels)
    : index_(index), levels_(levelsOf(index, levels)), balance_(system, work),
      at_(layoutOf(system, index, levels_)), u_(n()), w_(levels_ > 1 ? n() : 0), s_(levels_ == 3 ? n() : 0),
      positionGap_(w_.size()), velocityGap_(s_.size()), tau_(levels_ == 3 ? m() : 0),
      mu_(levels_ > 1 ? m() : 0), matrix_(at_.size),
      tangential_(splitsTangential && index == 3 ? at_.size : 0), filtered_(at_.size), rows_(m()),
      curvature_(system.stiffnessPattern().nonZeros()),
      curvatureByVelocity_(system.dampingPattern().nonZeros()),
      accelerationChange_(system.constraintPattern().nonZeros()) {
  declareBlocks(system);
  matrix_.freeze();
  solver_ = makeScaledSolver(matrix_, system, {0, at_.velocity, at_.position});
}

void IndexForm::declareBlocks(const DaeSystem& system) {
  const SparsePattern &cq = system.constraintPattern(), &k = system.stiffnessPattern();
  const int first = at_.firstAtVelocity, mm = m();
  mass_ = matrix_.declare(system.massPattern(), 0, 0);
  damping_ = matrix_.declare(system.dampingPattern(), 0, at_.velocity);
  stiffness_ = matrix_.declare(k, 0, at_.position);
  jacobians_ = {matrix_.declare(cq, 0, at_.lambda, true),
                matrix_.declareRows(cq, 0, at_.lastAtPosition, at_.positionLevel, at_.position),
                matrix_.declareRows(cq, first, mm, at_.velocityLevel, at_.velocity)};
  velocityByPosition_ = matrix_.declareRows(cq, first, mm, at_.velocityLevel, at_.position);
  if (index_ == 1) {
    const auto declare = [&](int column) {
      return matrix_.declareRows(cq, 0, at_.atAcceleration, at_.accelerationLevel, column);
    };
    jacobians_.push_back(declare(0));
    accelerationByVelocity_ = declare(at_.velocity);
    accelerationByPosition_ = declare(at_.position);
  }
  if (levels_ == 1) return;
  minus_.push_back(matrix_.declareIdentity(n(), at_.position, at_.velocity));
  plus_.push_back(matrix_.declareIdentity(n(), at_.position, at_.position));
  jacobians_.push_back(matrix_.declareRows(cq, 0, mh(), at_.position, at_.mu, true));
  ofMu_ = matrix_.declareCoupled(k, cq, at_.position, at_.position);  // springs are in k, too
  if (levels_ == 2) return;
  minus_.push_back(matrix_.declareIdentity(n(), at_.velocity, 0));
  plus_.push_back(matrix_.declareIdentity(n(), at_.velocity, at_.velocity));
  jacobians_.push_back(matrix_.declare(cq, at_.velocity, at_.tau, true));
  ofTau_ = matrix_.declareCoupled(k, cq, at_.velocity, at_.position);
  byTau_ = matrix_.declareRows(system.dampingPattern(), 0, balance_.isHolonomic() ? 0 : n(), at_.velocity,
                               at_.velocity);
}

void IndexForm::begin(const StepScales& scales) {
  scales_ = scales;
  evaluated_ = false;
  for (Vector* sum : {&u_, &w_, &s_, &positionGap_, &velocityGap_, &tau_, &mu_}) sum->setZero();
}

void IndexForm::beginApart(ConstVectorRef qRateAndV, ConstVectorRef vRateAndA) {
  if (levels_ > 1) positionGap_ = scales_.rate * qRateAndV;
  if (levels_ == 3) velocityGap_ = scales_.balance() * vRateAndA;
}

void IndexForm::setLowerMultipliers(ConstVectorRef tau, ConstVectorRef mu) {
  if (levels_ == 3) tau_ = tau;
  if (levels_ > 1) mu_.head(mh()) = mu;
}

/// Once per iterate, though matrix and residual want it in turn.
void IndexForm::evaluate() {
  if (!evaluated_) balance_.evaluate(iterate_.t, iterate_.q, iterate_.v);
  evaluated_ = true;
}

void IndexForm::residual(VectorRef F) {
  const int nn = n();
  const double rate = scales_.rate, balance = scales_.balance();
  evaluate();
  balance_.dynamics(iterate_.a, iterate_.lambda, F.head(nn));
  F.head(nn) *= balance;
  if (levels_ == 3) {
    F.segment(at_.velocity, nn).array() = velocityGap_.array() * balance_.metricArray();
    balance_.addConstraintForce(tau_, F.segment(at_.velocity, nn));
  }
  if (levels_ > 1) {
    F.segment(at_.position, nn).array() = positionGap_.array() * balance_.metricArray();
    balance_.addConstraintForce(mu_, F.segment(at_.position, nn));
  }
  if (index_ == 1) {
    balance_.accelerationConstraints(iterate_.a, rows_);
    F.tail(at_.atAcceleration) = balance * rows_.head(at_.atAcceleration);
  }
  F.segment(at_.positionLevel, at_.lastAtPosition) = balance_.constraints().head(at_.lastAtPosition);
  if (atVelocity() == 0) return;
  balance_.velocityConstraints(iterate_.v, rows_);
  F.segment(at_.velocityLevel, atVelocity()) = rate * rows_.tail(atVelocity());
}

void IndexForm::renewMatrix() {
  evaluate();
  balance_.evaluateDerivatives(iterate_.a, iterate_.lambda, atVelocity() > 0);
  matrix_.setZero();
  matrix_.add(mass_, balance_.mass());
  matrix_.add(damping_, balance_.damping(), scales_.damping);
  matrix_.add(stiffness_, balance_.stiffness(), scales_.balance());
  for (const BlockMatrix::Block block : jacobians_) matrix_.add(block, balance_.constraintJacobian());
  for (const BlockMatrix::Block block : minus_) matrix_.add(block, balance_.metric(), -1);
  for (const BlockMatrix::Block block : plus_) matrix_.add(block, balance_.metric());
  addCurvatures();
  addConstraintChanges();
}

void IndexForm::renewPowers(MatrixPowers& powers) {
  evaluate();
  balance_.evaluateDerivatives(iterate_.a, iterate_.lambda, atVelocity() > 0);
  auto& [constant, linear, quadratic] = powers;
  for (std::vector<double>* values : {&constant, &linear, &quadratic})
    values->assign(static_cast<std::size_t>(matrix_.pattern().nonZeros()), 0.0);
  matrix_.addTo(constant, mass_, balance_.mass());
  matrix_.addTo(linear, damping_, balance_.damping());
  matrix_.addTo(quadratic, stiffness_, balance_.stiffness());
  for (const BlockMatrix::Block block : jacobians_)
    matrix_.addTo(constant, block, balance_.constraintJacobian());
  for (const BlockMatrix::Block block : minus_) matrix_.addTo(constant, block, balance_.metric(), -1);
  for (const BlockMatrix::Block block : plus_) matrix_.addTo(constant, block, balance_.metric());
  if (atVelocity() > 0) matrix_.addTo(linear, velocityByPosition_, balance_.velocityJacobian());
  if (index_ > 1) return;
  const DaeSystem& system = balance_.system();
  system.accelerationVelocityJacobian(iterate_.a, accelerationChange_.data());
  matrix_.addTo(linear, accelerationByVelocity_, accelerationChange_.data());
  system.accelerationJacobian(iterate_.a, accelerationChange_.data());
  matrix_.addTo(quadratic, accelerationByPosition_, accelerationChange_.data());
}

/// What the forces of μ and τ change.
void IndexForm::addCurvatures() {
  const DaeSystem& system = balance_.system();
  if (levels_ == 1) return;
  system.constraintHessian(mu_, curvature_.data());
  matrix_.add(ofMu_, curvature_.data());
  if (levels_ == 2) return;
  system.constraintHessian(tau_, curvature_.data());
  matrix_.add(ofTau_, curvature_.data());
  if (balance_.isHolonomic()) return;
  system.constraintDamping(tau_, curvatureByVelocity_.data());
  matrix_.add(byTau_, curvatureByVelocity_.data(), 1 / scales_.rate);
}

/// What lower levels change in the rows of the velocity and the acceleration level.
void IndexForm::addConstraintChanges() {
  const DaeSystem& system = balance_.system();
  if (atVelocity() > 0) matrix_.add(velocityByPosition_, balance_.velocityJacobian(), scales_.rate);
  if (index_ > 1) return;
  system.accelerationVelocityJacobian(iterate_.a, accelerationChange_.data());
  matrix_.add(accelerationByVelocity_, accelerationChange_.data(), scales_.damping);
  system.accelerationJacobian(iterate_.a, accelerationChange_.data());
  matrix_.add(accelerationByPosition_, accelerationChange_.data(), scales_.balance());
}

bool IndexForm::factorize() {
  PhaseTimer timer(balance_.work().factorizationTime);
  ++balance_.work().factorizations;
  return solver_->factorize(matrix_.values());
}

/// With [r₁; r₂; r₃] on the right (balance, C, G) the tangential part of the update is J⁻¹ [r₁; 0; r₃]: what
/// (80) would give, for one solution.
void IndexForm::solve(VectorRef x) {
  SampledTimer timer(balance_.work().solveTime, balance_.work().solves++);
  if (tangential_.size() > 0) {
    tangential_ = x;
    tangential_.segment(at_.positionLevel, mh()).setZero();
    solver_->solve(tangential_);
  }
  solver_->solve(x);
}

Correction IndexForm::partsWith(const double* w, ConstVectorRef d) const {
  return {{d.data() + at_.position, n()}, {w, n()}, {d.data(), n()}, {d.data() + at_.lambda, m()}};
}

Correction IndexForm::parts(ConstVectorRef d) const {
  return partsWith(tangential_.size() > 0 ? tangential_.data() : d.data() + at_.velocity, d);
}

void IndexForm::update(ConstVectorRef d) {
  correct(partsWith(d.data() + at_.velocity, d));
  if (levels_ == 3) tau_ += d.segment(at_.tau, m());
  if (levels_ > 1) mu_.head(mh()) += d.segment(at_.mu, mh());
}

void IndexForm::shift(const Vector& u) {
  const Eigen::Map<const Vector> same(u.data(), n());
  correct({same, same, same, {nullptr, 0}});
}

void IndexForm::correct(const Correction& d) {
  evaluated_ = false;
  iterate_.q += d.u;
  iterate_.v += d.w / scales_.rate;
  iterate_.a += d.s / scales_.balance();
  if (d.lambda.size() > 0) iterate_.lambda += d.lambda / scales_.balance();
  u_ += d.u;
  if (levels_ == 1) return;
  w_ += d.w;
  positionGap_ += d.u - d.w;
  if (levels_ == 2) return;
  s_ += d.s;
  velocityGap_ += d.w - d.s;
}

void IndexForm::sizesOfUnknowns(VectorRef out) const {
  out.setConstant(1 / scales_.balance());  // s, λ̂, τ̂
  out.segment(at_.velocity, n()).setConstant(1 / scales_.rate);
  out.segment(at_.position, n()).setOnes();
  out.tail(at_.size - at_.mu).setConstant(1 / scales_.rate);
}

void IndexForm::sizesOfRows(VectorRef out) const {
  out.setConstant(scales_.balance());
  if (levels_ > 1) out.segment(at_.position, n()).setConstant(scales_.rate);
  out.segment(at_.positionLevel, at_.lastAtPosition).setOnes();
  out.segment(at_.velocityLevel, atVelocity()).setConstant(scales_.rate);
}

void IndexForm::filterTangential(VectorRef epsilon) {
  filtered_.setZero();
  matrix_.multiplyTopLeft(n(), epsilon, filtered_);
  if (atVelocity() > 0) matrix_.multiplyRows(at_.velocityLevel, n(), epsilon, filtered_.tail(atVelocity()));
  SampledTimer timer(balance_.work().solveTime, balance_.work().solves++);
  solver_->solve(filtered_);
  epsilon = filtered_.head(n());
}

void IndexForm::filterStiff(VectorRef delta, VectorRef epsilon, VectorRef alpha) {
  if (index_ == 1 && alpha.size() > 0) filterLevel(alpha, 0, at_.accelerationLevel, m());
  filterLevel(epsilon, at_.velocity, at_.velocityLevel, m());
  filterLevel(delta, at_.position, at_.positionLevel, mh());
}

void IndexForm::filterLevel(VectorRef error, int place, int level, int count) {
  const DaeSystem& system = balance_.system();
  rows_.setZero();
  addProduct(system.constraintPattern(), balance_.constraintJacobian(), error, 1, rows_);
  filtered_.setZero();
  if (place == 0) addProduct(system.massPattern(), balance_.mass(), error, 1, filtered_.head(n()));
  else filtered_.segment(place, n()).array() = balance_.metricArray() * error.array();
  filtered_.segment(level, count) = rows_.head(count);
  SampledTimer timer(balance_.work().solveTime, balance_.work().solves++);
  solver_->solve(filtered_);
  error = filtered_.segment(place, n());
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/equations_of_motion.h"

#include <algorithm>

namespace holonom {

void EquationsOfMotion::moveTo(double t, ConstVectorRef q, ConstVectorRef v) {
  at_.moveTo(t, q, v);
  for (BodyElement& element : bodies_) {
    const auto [first, count] = element.own;
    element.law->moveTo(at_.motion(element.body), at_.q.segment(first, count), at_.v.segment(first, count));
  }
  for (ConstraintRows* element : rows_)
    if (element->part.kind == PartRef::Kind::Driver) element->law->setTime(t);
}

void EquationsOfMotion::mass(double* values) const {
  if (!bodies_.empty()) std::fill_n(values, layout_.mass.nonZeros(), 0.0);
  for (const auto& [i, slot] : massSlots_) values[slot] = mass_[i];
  BodyLaw::LocalMatrix local;
  for (const BodyElement& element : bodies_) {
    element.law->mass(local);
    scatter(local.data(), element.massSlots, values);
  }
}

void EquationsOfMotion::forces(VectorRef Q) const {
  Q = weight_;
  planar_.addForces(Q);
  spatial_.addForces(Q);
  for (const auto& law : expressionForces_)
    if (law) law->addForce(at_, Q);
  for (const HandElement& hand : hands_) hand.law.addForce(at_, Q);
  BodyLaw::Local local;
  for (const BodyElement& element : bodies_) {
    element.law->forces(local);
    for (int k = 0; k < element.law->size(); ++k) Q[element.coordinates[k]] += local[k];
  }
}

void EquationsOfMotion::constraints(VectorRef c) const {
  planar_.constraints(c);
  spatial_.constraints(c);
  if (formulas_) formulas_->constraints(at_, c);
  if (controls_) c.tail(controls_->count()).setZero();
}

void EquationsOfMotion::constraintTimeDerivative(VectorRef ct) const {
  ct.setZero();
  planar_.constraintTimeDerivative(ct);
  spatial_.constraintTimeDerivative(ct);
  if (formulas_) formulas_->timeDerivative(at_, ct);
  if (controls_) controls_->timeDerivative(at_, ct);
}

void EquationsOfMotion::gamma(VectorRef g) const {
  planar_.gamma(g);
  spatial_.gamma(g);
  if (formulas_) formulas_->gamma(at_, g);
  if (controls_) controls_->gamma(at_, g);
}

/// Entries of the rows of formulas and controllers, which are added to.
void EquationsOfMotion::clearRows(double* values) const {
  if (formulas_ || controls_) std::fill_n(values, layout_.constraint.nonZeros(), 0.0);
}

void EquationsOfMotion::constraintJacobian(double* values) const {
  clearRows(values);
  planar_.constraintJacobian(values);
  spatial_.constraintJacobian(values);
  if (formulas_) formulas_->addJacobian(at_, values);
  if (controls_) controls_->addJacobian(at_, values);
}

void EquationsOfMotion::velocityJacobian(double* values) const {
  clearRows(values);
  planar_.velocityJacobian(values);
  spatial_.velocityJacobian(values);
  if (formulas_) formulas_->addVelocityJacobian(at_, values);
  if (controls_) controls_->addVelocityJacobian(at_, values);
}

void EquationsOfMotion::accelerationJacobian(ConstVectorRef a, double* values) const {
  clearRows(values);
  planar_.accelerationJacobian(a, values);
  spatial_.accelerationJacobian(a, values);
  if (formulas_) formulas_->addAccelerationJacobian(at_, a, values);
  if (controls_) controls_->addAccelerationJacobian(at_, a, values);
}

void EquationsOfMotion::accelerationVelocityJacobian(ConstVectorRef a, double* values) const {
  clearRows(values);
  planar_.accelerationVelocityJacobian(a, values);
  spatial_.accelerationVelocityJacobian(a, values);
  if (formulas_) formulas_->addAccelerationVelocityJacobian(at_, a, values);
  if (controls_) controls_->addAccelerationVelocityJacobian(at_, a, values);
}

void EquationsOfMotion::constraintHessian(ConstVectorRef lambda, double* values) const {
  std::fill_n(values, layout_.stiffness.nonZeros(), 0.0);
  planar_.addHessian(lambda, values);
  spatial_.addHessian(lambda, values);
  if (formulas_) formulas_->addHessian(at_, lambda, values);
}

void EquationsOfMotion::constraintDamping(ConstVectorRef lambda, double* values) const {
  std::fill_n(values, layout_.damping.nonZeros(), 0.0);
  if (formulas_) formulas_->addDamping(at_, lambda, values);
}

/// M is constant but for bodies with laws of their own, so that (M a)_q = 0 for the others.
void EquationsOfMotion::stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const {
  constraintHessian(lambda, values);
  planar_.addStiffness(values);
  spatial_.addStiffness(values);
  for (const auto& law : expressionForces_)
    if (law) law->addStiffness(at_, values);
  for (const HandElement& hand : hands_) hand.law.addStiffness(at_, values);
  BodyLaw::Local own;
  BodyLaw::LocalMatrix local;
  for (const BodyElement& element : bodies_) {
    own.resize(element.law->size());
    for (int k = 0; k < element.law->size(); ++k) own[k] = a[element.coordinates[k]];
    element.law->stiffness(own, local);
    scatter(local.data(), element.stiffnessSlots, values);
  }
}

void EquationsOfMotion::damping(double* values) const {
  std::fill_n(values, layout_.damping.nonZeros(), 0.0);
  planar_.addDamping(values);
  spatial_.addDamping(values);
  for (const auto& law : expressionForces_)
    if (law) law->addDamping(at_, values);
  for (const HandElement& hand : hands_) hand.law.addDamping(at_, values);
  BodyLaw::LocalMatrix local;
  for (const BodyElement& element : bodies_) {
    element.law->damping(local);
    scatter(local.data(), element.dampingSlots, values);
  }
}

}  // namespace holonom

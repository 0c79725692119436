// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/equations_of_motion.h"

#include <algorithm>

#include "core/dynamics/local_values.h"

namespace holonom {

void EquationsOfMotion::moveTo(double t, ConstVectorRef q, ConstVectorRef v) {
  at_.moveTo(t, q, v);
  for (BodyElement& element : bodies_) {
    const auto [first, count] = places_.elastic(element.body);
    element.law->moveTo(at_.motion(element.body), at_.q.segment(first, count), at_.v.segment(first, count));
  }
  for (auto& element : constraints_)
    if (element.part.kind == PartRef::Kind::Driver) element.law->setTime(t);
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
  for (const auto& element : forces_) {
    PairVector local{};
    element.law->force(pairOf(*element.law), local.data());
    element.map.addForce(at_, local, Q);
  }
  for (const auto& law : expressionForces_)
    if (law) law->addForce(at_, Q);
  for (const HandElement& hand : hands_) hand.law.addForce(at_, Q);
  BodyLaw::Local local;
  for (const BodyElement& element : bodies_) {
    element.law->forces(local);
    for (int k = 0; k < element.law->size(); ++k) Q[element.coordinates[k]] += local[k];
  }
}

void EquationsOfMotion::put(const ConstraintElement& element, const double* local, VectorRef rows) const {
  for (int k = 0; k < element.rows; ++k) rows[element.row(k)] = local[k];
}

void EquationsOfMotion::constraints(VectorRef c) const {
  pins_.constraints(at_, c);
  for (const auto& element : constraints_) {
    if (element.pinned) continue;
    double local[kPairSize] = {};
    if (!element.open) element.law->residual(pairOf(*element.law), local);
    put(element, local, c);
  }
  if (controls_) c.tail(controls_->count()).setZero();
}

void EquationsOfMotion::constraintTimeDerivative(VectorRef ct) const {
  ct.setZero();
  for (const auto& element : constraints_) {
    if (element.pinned) continue;
    double local[kPairSize] = {};
    element.law->timeDerivative(local);
    put(element, local, ct);
  }
  if (controls_) controls_->timeDerivative(at_, ct);
}

void EquationsOfMotion::gamma(VectorRef g) const {
  pins_.gamma(at_, g);
  for (const auto& element : constraints_) {
    if (element.pinned) continue;
    double local[kPairSize] = {};
    if (!element.open) {
      element.law->gamma(pairOf(*element.law), local);
      if (!element.map.isPlain()) subtractBias(element, local);
    }
    put(element, local, g);
  }
  if (controls_) controls_->gamma(at_, g);
}

/// γ_u − C_u W v
void EquationsOfMotion::subtractBias(const ConstraintElement& element, double* gamma) const {
  PairRows jacobian{};
  element.law->jacobian(pairOf(*element.law), jacobian.data());
  const PairVector bias = element.map.bias(at_);
  for (int row = 0; row < element.rows; ++row)
    for (int k = 0; k < kPairSize; ++k) gamma[row] -= jacobian[row * kPairSize + k] * bias[k];
}

/// Rows of all laws, put together by `evaluate`, to the pattern of C_q; those of pins only where that is
/// asked for. Rows of controllers are zeroed.
template <class Evaluate>
void EquationsOfMotion::scatterRows(double* values, bool withPins, Evaluate evaluate) const {
  if (controls_) std::fill_n(values, layout_.constraint.nonZeros(), 0.0);
  for (const auto& element : constraints_) {
    if (element.pinned && !withPins) continue;
    for (const EntrySlot& entry : element.jacobianSlots) values[entry.slot] = 0;
    if (element.open) continue;
    LocalRows local(element.map, at_, element.rows);
    evaluate(element, local);
    scatter(local.values(), element.jacobianSlots, values);
  }
}

void EquationsOfMotion::constraintJacobian(double* values) const {
  scatterRows(values, false, [&](const ConstraintElement& element, LocalRows& local) {
    local.timesT([&](double* J) { element.law->jacobian(pairOf(*element.law), J); });
  });
  pins_.jacobian(at_, values);
  if (controls_) controls_->addJacobian(at_, values);
}

void EquationsOfMotion::velocityJacobian(double* values) const {
  scatterRows(values, true, [&](const ConstraintElement& element, LocalRows& local) {
    const PlanarPair pair = pairOf(*element.law);
    local.timesT([&](double* P) { element.law->velocityJacobian(pair, P); });
    local.timesW(1, [&](double* J) { element.law->jacobian(pair, J); });
  });
  if (controls_) controls_->addVelocityJacobian(at_, values);
}

void EquationsOfMotion::accelerationJacobian(ConstVectorRef a, double* values) const {
  scatterRows(values, true, [&](const ConstraintElement& element, LocalRows& local) {
    const PlanarPair pair = pairOf(*element.law);
    const PairVector second = element.map.acceleration(at_, a);
    local.timesT([&](double* A) { element.law->accelerationJacobian(pair, second, A); });
    local.timesW(1, [&](double* B) { element.law->accelerationVelocityJacobian(pair, B); });
    local.timesZ(a, [&](double* J) { element.law->jacobian(pair, J); });
  });
  if (controls_) controls_->addAccelerationJacobian(at_, a, values);
}

void EquationsOfMotion::accelerationVelocityJacobian(ConstVectorRef a, double* values) const {
  scatterRows(values, true, [&](const ConstraintElement& element, LocalRows& local) {
    const PlanarPair pair = pairOf(*element.law);
    local.timesT([&](double* B) { element.law->accelerationVelocityJacobian(pair, B); });
    local.timesW(2, [&](double* J) { element.law->jacobian(pair, J); });
  });
  if (controls_) controls_->addAccelerationVelocityJacobian(at_, a, values);
}

void EquationsOfMotion::constraintHessian(ConstVectorRef lambda, double* values) const {
  std::fill_n(values, layout_.stiffness.nonZeros(), 0.0);
  for (const auto& element : constraints_) {
    if (element.hessianSlots.empty() || element.open) continue;
    const PlanarPair pair = pairOf(*element.law);
    double multipliers[kPairSize] = {};
    for (int k = 0; k < element.rows; ++k) multipliers[k] = lambda[element.row(k)];
    LocalBlock local(element.map, at_);
    local.timesT([&](double* H) { element.law->hessian(pair, multipliers, H); });
    local.curve([&](double* Q) {
      PairRows jacobian{};
      element.law->jacobian(pair, jacobian.data());
      for (int k = 0; k < element.rows * kPairSize; ++k)
        Q[k % kPairSize] += multipliers[k / kPairSize] * jacobian[k];
    });
    scatter(local.values(), element.hessianSlots, values);
  }
}

/// M is constant but for bodies with laws of their own, so that (M a)_q = 0 for the others.
void EquationsOfMotion::stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const {
  constraintHessian(lambda, values);
  for (const auto& element : forces_) {
    if (element.stiffnessSlots.empty()) continue;
    const PlanarPair pair = pairOf(*element.law);
    LocalBlock local(element.map, at_);
    local.timesT([&](double* K) { element.law->stiffness(pair, K); });
    local.timesW([&](double* D) { element.law->damping(pair, D); });
    local.curve([&](double* Q) {
      element.law->force(pair, Q);
      for (int k = 0; k < kPairSize; ++k) Q[k] = -Q[k];
    });
    scatter(local.values(), element.stiffnessSlots, values);
  }
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
  for (const auto& element : forces_) {
    if (element.dampingSlots.empty()) continue;
    LocalBlock local(element.map, at_);
    local.timesT([&](double* D) { element.law->damping(pairOf(*element.law), D); });
    scatter(local.values(), element.dampingSlots, values);
  }
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

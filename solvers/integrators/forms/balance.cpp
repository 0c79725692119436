// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/forms/balance.h"

#include "solvers/integrators/sampled_timer.h"

namespace holonom {

Balance::Balance(DaeSystem& system, Work& work)
    : system_(system), work_(work), mass_(system.massPattern().nonZeros()),
      jacobian_(system.constraintPattern().nonZeros()), stiffness_(system.stiffnessPattern().nonZeros()),
      damping_(system.dampingPattern().nonZeros()), velocityJacobian_(jacobian_.size()),
      constraintDamping_(isHolonomic() ? 0 : damping_.size()), forces_(n()), constraints_(m()), metric_(n()),
      rows_(m()) {
  for (int i = 0; i < n(); ++i) metric_[i] = 1 / (system.coordinateScale(i) * system.coordinateScale(i));
}

void Balance::evaluate(double t, ConstVectorRef q, ConstVectorRef v) {
  SampledTimer timer(work_.residualTime, work_.residuals++);
  system_.moveTo(t, q, v);
  system_.mass(mass_.data());
  system_.forces(forces_);
  system_.constraints(constraints_);
  system_.constraintJacobian(jacobian_.data());
}

void Balance::dynamics(ConstVectorRef a, ConstVectorRef lambda, VectorRef out) const {
  out = -forces_;
  addProduct(system_.massPattern(), mass_.data(), a, 1, out);
  addTransposedProduct(system_.constraintPattern(), jacobian_.data(), lambda, 1, out);
}

void Balance::velocityConstraints(ConstVectorRef v, VectorRef out) const {
  system_.constraintTimeDerivative(out);
  addProduct(system_.constraintPattern(), jacobian_.data(), v, 1, out);
}

void Balance::accelerationConstraints(ConstVectorRef a, VectorRef out) const {
  system_.gamma(out);
  out *= -1;
  addProduct(system_.constraintPattern(), jacobian_.data(), a, 1, out);
}

void Balance::nonholonomic(ConstVectorRef v, VectorRef out) const {
  velocityConstraints(v, rows_);
  out = rows_.tail(m() - holonomic());
}

void Balance::addConstraintForce(ConstVectorRef mu, VectorRef out) const {
  addTransposedProduct(system_.constraintPattern(), jacobian_.data(), mu, 1, out);
}

void Balance::evaluateDerivatives(ConstVectorRef a, ConstVectorRef lambda, bool withVelocityConstraints) {
  SampledTimer timer(work_.jacobianTime, work_.jacobians++);
  system_.stiffness(a, lambda, stiffness_.data());
  system_.damping(damping_.data());
  if (!isHolonomic()) {
    system_.constraintDamping(lambda, constraintDamping_.data());
    for (std::size_t k = 0; k < damping_.size(); ++k) damping_[k] += constraintDamping_[k];
  }
  if (withVelocityConstraints) system_.velocityJacobian(velocityJacobian_.data());
}

}  // namespace holonom

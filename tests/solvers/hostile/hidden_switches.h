// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

#include "core/dynamics/equations_of_motion.h"

namespace holonom {

/// A mechanism that keeps its discontinuities to itself: the branches of its expressions follow the state,
/// and a run is told of no switching function. The same model run as it is meets every jump, and serves for
/// comparison.
class HiddenSwitches : public DaeSystem {
 public:
  explicit HiddenSwitches(std::unique_ptr<EquationsOfMotion> system) : system_(std::move(system)) {
    layout_ = system_->layout();
  }

  EquationsOfMotion& shown() { return *system_; }

  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override { system_->moveTo(t, q, v); }
  void mass(double* values) const override { system_->mass(values); }
  void forces(VectorRef Q) const override { system_->forces(Q); }
  void constraints(VectorRef c) const override { system_->constraints(c); }
  void constraintJacobian(double* values) const override { system_->constraintJacobian(values); }
  void constraintTimeDerivative(VectorRef ct) const override { system_->constraintTimeDerivative(ct); }
  void gamma(VectorRef g) const override { system_->gamma(g); }
  void velocityJacobian(double* values) const override { system_->velocityJacobian(values); }
  void accelerationJacobian(ConstVectorRef a, double* values) const override {
    system_->accelerationJacobian(a, values);
  }
  void accelerationVelocityJacobian(ConstVectorRef a, double* values) const override {
    system_->accelerationVelocityJacobian(a, values);
  }
  void stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const override {
    system_->stiffness(a, lambda, values);
  }
  void constraintHessian(ConstVectorRef lambda, double* values) const override {
    system_->constraintHessian(lambda, values);
  }
  void damping(double* values) const override { system_->damping(values); }
  void constraintDamping(ConstVectorRef lambda, double* values) const override {
    system_->constraintDamping(lambda, values);
  }
  std::string coordinateName(int i) const override { return system_->coordinateName(i); }
  RowName rowName(int row) const override { return system_->rowName(row); }

 private:
  std::unique_ptr<EquationsOfMotion> system_;
};

}  // namespace holonom

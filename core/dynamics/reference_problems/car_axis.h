// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/reference_problems/dense_system.h"

namespace holonom {

/// Car axis on a bumpy road (IVP test set; dimensionless): q = (x_l, y_l, x_r, y_r) are the ends of a rigid
/// axle of length 1, hung by springs on wheels at (0, 0) and (x_b(t), y_b(t)) with y_b = r sin ωt, x_b² +
/// y_b² = 1. The first constraint x_l x_b + y_l y_b = 0 depends on time, and so do the forces. λ has the
/// opposite sign of the test set's. Usual interval t = 0 … 3.
class CarAxis final : public DenseSystem {
 public:
  CarAxis();

  static constexpr double kEndTime = 3;
  static Vector initialCoordinates() { return Eigen::Vector4d(0, 0.5, 1, 0.5); }
  static Vector initialVelocities() { return Eigen::Vector4d(-0.5, 0, -0.5, 0); }

  /// At t = kEndTime, to 1e-12: converged Runge–Kutta solutions (extrapolatedRungeKutta with 48 000 steps),
  /// which agree with the published solution of the test set to the same digits.
  static Vector referenceCoordinates();
  static Vector referenceVelocities();

  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override;
  void mass(double* values) const override;
  void forces(VectorRef Q) const override;
  void constraints(VectorRef c) const override;
  void constraintJacobian(double* values) const override;
  void constraintTimeDerivative(VectorRef ct) const override;
  void gamma(VectorRef g) const override;
  void velocityJacobian(double* values) const override;
  void accelerationJacobian(ConstVectorRef a, double* values) const override;
  void stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const override;
  void constraintHessian(ConstVectorRef lambda, double* values) const override;

 private:
  Vector2 left_, right_, leftVelocity_, rightVelocity_;
  Vector2 wheel_, wheelVelocity_, wheelAcceleration_;
};

}  // namespace holonom

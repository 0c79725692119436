// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/reference_problems/dense_system.h"

namespace holonom {

/// Slider–crank with a spring–damper between the middles of crank and rod and a constant force on slider and
/// rod (E. J. Haug, Computer Aided Kinematics and Dynamics, 1992, example 6.1.8; SUNDIALS idaSlCrank), in SI
/// units. q = (crank angle q, slider position x, rod angle p), C = (x − cos p − a cos q, −sin p − a sin q).
class DampedSliderCrank final : public DenseSystem {
 public:
  DampedSliderCrank();

  static Vector initialCoordinates();  ///< q = π/2, p = asin(−a), x = cos p
  static Vector initialVelocities() { return Vector::Zero(3); }

  static constexpr double kEndTime = 10;  ///< s
  /// At t = kEndTime, to 1e-13: converged Runge–Kutta solutions (extrapolatedRungeKutta with 4000 and 16 000
  /// steps).
  static Vector referenceCoordinates();
  static Vector referenceVelocities();

  double energy() const;           ///< kinetic, of the spring, and of the constant force; J
  double dissipatedPower() const;  ///< W

  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override;
  void mass(double* values) const override;
  void forces(VectorRef Q) const override;
  void constraints(VectorRef c) const override;
  void constraintJacobian(double* values) const override;
  void gamma(VectorRef g) const override;
  void velocityJacobian(double* values) const override;
  void accelerationJacobian(ConstVectorRef a, double* values) const override;
  void stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const override;
  void constraintHessian(ConstVectorRef lambda, double* values) const override;
  void damping(double* values) const override;

 private:
  double tension() const;

  double x_ = 0, sinQ_ = 0, cosQ_ = 1, sinP_ = 0, cosP_ = 1;
  Eigen::Vector3d v_ = Eigen::Vector3d::Zero();
  double length_ = 0;          // of the spring, m
  Eigen::Vector3d gradient_;   // ∂l/∂q
  Eigen::Matrix3d curvature_;  // ∂²l/∂q²
};

}  // namespace holonom

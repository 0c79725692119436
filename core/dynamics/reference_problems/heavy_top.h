// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/reference_problems/dense_system.h"
#include "core/dynamics/spatial/rigid_inertia.h"
#include "core/dynamics/spatial/spatial_rows.h"

namespace holonom {

/// A fast symmetric top on a ball joint at the origin, in absolute coordinates: the place of its centre of
/// mass and its Euler parameters, with the three rows of the joint and the normalisation. Data of Brüls and
/// Cardona, J. Comput. Nonlinear Dynam. 5 (2010) 031002: 15 kg, J′ = diag(0.234375, 0.46875, 0.234375) kg·m²,
/// the centre of mass 1 m along the body's y axis, which begins horizontal; ω′ = (0, 150, −4.61538) rad/s.
class HeavyTop final : public DenseSystem {
 public:
  static constexpr double kEndTime = 2;            // s
  static constexpr double kMass = 15;              // kg
  static constexpr double kGravity = 9.81;         // m/s², along −z
  static constexpr double kSpin = 150;             // rad/s, about the axis of the top
  static constexpr double kPrecession = -4.61538;  // rad/s, at the start
  static Matrix3 inertia() { return Vector3(0.234375, 0.46875, 0.234375).asDiagonal(); }
  static Vector initialCoordinates();
  static Vector initialVelocities();

  HeavyTop();

  double energy() const;            ///< T + V, J, of the present state; V = 0 at the height of the support
  Vector3 angularMomentum() const;  ///< about the support, in ground axes, kg·m²/s
  Vector3 axis() const;             ///< of the top, from the support to the centre of mass, m

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
  template <class Rows>
  void putRows(double* values, const Rows& joint, const Vector4& normalisation) const;
  const Vector4& p() const { return pair_.at[1].p; }
  const Vector4& rate() const { return pair_.rate[1].p; }

  RigidInertia inertia_;
  VectorRows joint_;
  SpatialPair pair_;  // the ground, the top
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/dae_system.h"

namespace holonom {

/// Andrews' squeezing mechanism in seven relative angles q = (β, Θ, γ, Φ, δ, Ω, ε) with three closed loops:
/// the seven-body problem of Hairer & Wanner II, VII.7 and of the IVP test set, in SI units, without gravity,
/// driven by a constant torque at β. Usual interval t = 0 … 0.03 s.
///
/// Every loop is a chain of vectors of constant length, so all derivatives of the constraints are these
/// vectors and the vectors turned by 90°:
///     loop 1   r1(β) + r2(β+Θ) + g(γ)            = B
///     loop 2   r1(β) + r2(β+Θ) + e(Φ+δ) + z(δ)   = A
///     loop 3   r1(β) + r2(β+Θ) + f(Ω+ε) + u(ε)   = A
class AndrewsRelative final : public DaeSystem {
 public:
  static constexpr int kCoordinates = 7;
  static constexpr int kConstraints = 6;
  static constexpr double kEndTime = 0.03;  ///< s

  AndrewsRelative();

  static Vector initialCoordinates();  ///< consistent to 1e-16 m
  static Vector initialVelocities();   ///< at rest
  static Vector initialAccelerations();
  static Vector initialMultipliers();
  /// At t = kEndTime: quadruple-precision solution of these equations, 20 digits.
  static Vector referenceCoordinates();
  static Vector referenceVelocities();
  static Vector referenceAccelerations();
  static Vector referenceMultipliers();

  double kineticEnergy() const;    ///< J, of the present state
  double potentialEnergy() const;  ///< of the spring, J
  double work() const;             ///< of the driving torque since β = 0, J; T + V − work is constant

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
  void damping(double* values) const override;
  std::string coordinateName(int i) const override;
  RowName rowName(int row) const override;

 private:
  struct Spring {
    double length = 0;     ///< L, m
    double slope = 0;      ///< dL/dγ, m
    double curvature = 0;  ///< d²L/dγ², m
  };

  Eigen::Matrix<double, kCoordinates, 1> q_, v_;
  double sinTheta_ = 0, cosTheta_ = 1, sinPhi_ = 0, cosPhi_ = 1, sinOmega_ = 0, cosOmega_ = 1;
  Vector2 r1_, r2_, g_, e_, z_, f_, u_;  // the vectors of the loops, m
  Spring spring_;
};

}  // namespace holonom

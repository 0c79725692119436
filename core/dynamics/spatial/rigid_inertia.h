// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/euler_parameters.h"

namespace holonom {

/// The rotational part of the equations of a rigid body, over its Euler parameters p (Nikravesh 1988,
/// §11):
///     (4 GᵀJ′G + c p pᵀ) p̈ + p σ = Q,   Q = 2 Gᵀ n′ − 8 ĠᵀJ′G ṗ − c p ṗᵀṗ,
/// with the normalisation (pᵀp − 1)/2 = 0, its multiplier σ and any c > 0: the terms with c, which cancel
/// where p p̈ = −ṗᵀṗ, make the mass matrix positive definite.
class RigidInertia {
 public:
  /// `inertia`: J′ about the centre of mass in the axes of the body, kg·m², symmetric positive definite.
  explicit RigidInertia(const Matrix3& inertia) : J_(inertia), c_(inertia.trace()) {}

  Matrix4 mass(const Vector4& p) const;
  /// Q without the moment n′.
  Vector4 forces(const Vector4& p, const Vector4& rate) const;
  /// ∂(M p̈ − Q)/∂p and −∂Q/∂ṗ.
  Matrix4 stiffness(const Vector4& p, const Vector4& rate, const Vector4& second) const;
  Matrix4 damping(const Vector4& p, const Vector4& rate) const;
  double kineticEnergy(const Vector4& p, const Vector4& rate) const;  ///< of the rotation, J
  /// J′ω′, in the axes of the ground, kg·m²/s.
  Vector3 angularMomentum(const Vector4& p, const Vector4& rate) const;

 private:
  Matrix3 J_;
  double c_;
};

}  // namespace holonom

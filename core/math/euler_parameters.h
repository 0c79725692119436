// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/types.h"

/// Rotations by Euler parameters p = (e₀, e₁, e₂, e₃), e = (e₁, e₂, e₃): e₀ = cos(φ/2), e = sin(φ/2) times
/// the axis of a turn by φ (Nikravesh, Computer-Aided Analysis of Mechanical Systems, 1988, §6). All
/// functions of p here are polynomials, and so defined off |p| = 1, too, where iterations pass.
namespace holonom {

using Vector4 = Eigen::Vector4d;
using Matrix4 = Eigen::Matrix4d;
using Matrix34 = Eigen::Matrix<double, 3, 4>;

/// s̃, so that s̃ x = s × x.
Matrix3 crossMatrix(const Vector3& s);

/// A = (e₀² − eᵀe) I + 2 e eᵀ + 2 e₀ ẽ, from the axes of the body to those of the ground; for |p| = 1 a
/// rotation, else one times pᵀp.
Matrix3 rotationMatrix(const Vector4& p);

/// B(p, s) = ∂(A s)/∂p, linear in p, with B(p, s) x = B(x, s) p and A s = ½ B(p, s) p.
Matrix34 rotatedBy(const Vector4& p, const Vector3& s);

/// N(w, s), symmetric: wᵀ A(p) s = pᵀ N p, so that 2 N is the second derivative of w · A s.
Matrix4 rotationCurvature(const Vector3& w, const Vector3& s);

/// E = [−e, e₀ I + ẽ]: on |p| = 1 the angular velocity in ground axes is ω = 2 E ṗ.
Matrix34 groundRates(const Vector4& p);

/// G = [−e, e₀ I − ẽ]: in the axes of the body ω′ = 2 G ṗ. A = E Gᵀ, and G(p) x = −G(x) p.
Matrix34 bodyRates(const Vector4& p);

/// Of a turn about an axis of any length but 0 by an angle (rad), as a right-handed screw.
Vector4 eulerParameters(const Vector3& axis, double angle);
/// Of a turn whose axis and angle (rad) a vector gives by direction and length.
Vector4 eulerParameters(const Vector3& turn);
/// The axis, of length 1, and the angle (0 … π, rad) of a rotation; the axis z where it is none.
struct AxisAngle {
  Vector3 axis;
  double angle = 0;
};
AxisAngle axisAngle(const Vector4& p);
/// Both turns of A(p) A(q), as p ∘ q, and that of A(p)ᵀ.
Vector4 composed(const Vector4& p, const Vector4& q);
Vector4 inverse(const Vector4& p);

/// The angular velocity (ground axes, rad/s) that rates of Euler parameters near |p| = 1 mean, and back. Of
/// second derivatives the angular acceleration.
Vector3 angularVelocity(const Vector4& p, const Vector4& rate);
Vector4 parameterRates(const Vector4& p, const Vector3& omega);

/// The matrix for which E(p)ᵀ n is its product with p.
Matrix4 groundMomentMatrix(const Vector3& n);

/// Of a rotation matrix, with e₀ ≥ 0; by the largest of the four, so that no digits are lost (Shepperd, J.
/// Guidance and Control 1 (1978) 223).
Vector4 eulerParameters(const Matrix3& A);

}  // namespace holonom

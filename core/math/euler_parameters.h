// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/pose.h"

/// Rotations by Euler parameters p = (e₀, e₁, e₂, e₃), e = (e₁, e₂, e₃): e₀ = cos(φ/2), e = sin(φ/2) times
/// the axis of a turn by φ (Nikravesh, Computer-Aided Analysis of Mechanical Systems, 1988, §6). All
/// functions of p here are polynomials, and so defined off |p| = 1, too, where iterations pass.
namespace holonom {

using Vector4 = Eigen::Vector4d;
using Matrix4 = Eigen::Matrix4d;
using Matrix34 = Eigen::Matrix<double, 3, 4>;

/// s̃, so that s̃ x = s × x.
inline Matrix3 crossMatrix(const Vector3& s) {
  Matrix3 m;
  m << 0, -s.z(), s.y(), s.z(), 0, -s.x(), -s.y(), s.x(), 0;
  return m;
}

/// A = (e₀² − eᵀe) I + 2 e eᵀ + 2 e₀ ẽ, from the axes of the body to those of the ground; for |p| = 1 a
/// rotation, else one times pᵀp.
inline Matrix3 rotationMatrix(const Vector4& p) {
  const Vector3 e = p.tail<3>();
  return (p[0] * p[0] - e.squaredNorm()) * Matrix3::Identity() + 2 * e * e.transpose() +
         2 * p[0] * crossMatrix(e);
}

/// B(p, s) = ∂(A s)/∂p, linear in p, with B(p, s) x = B(x, s) p and A s = ½ B(p, s) p.
inline Matrix34 rotatedBy(const Vector4& p, const Vector3& s) {
  const Vector3 e = p.tail<3>();
  Matrix34 B;
  B.col(0) = 2 * (p[0] * s + crossMatrix(e) * s);
  B.rightCols<3>() =
      2 * (s.dot(e) * Matrix3::Identity() + e * s.transpose() - s * e.transpose() - p[0] * crossMatrix(s));
  return B;
}

/// N(w, s), symmetric: wᵀ A(p) s = pᵀ N p, so that 2 N is the second derivative of w · A s.
inline Matrix4 rotationCurvature(const Vector3& w, const Vector3& s) {
  Matrix4 N;
  N(0, 0) = w.dot(s);
  N.block<1, 3>(0, 1) = (crossMatrix(s) * w).transpose();
  N.block<3, 1>(1, 0) = crossMatrix(s) * w;
  N.bottomRightCorner<3, 3>() = w * s.transpose() + s * w.transpose() - w.dot(s) * Matrix3::Identity();
  return N;
}

/// E = [−e, e₀ I + ẽ]: on |p| = 1 the angular velocity in ground axes is ω = 2 E ṗ.
inline Matrix34 groundRates(const Vector4& p) {
  Matrix34 E;
  E.col(0) = -p.tail<3>();
  E.rightCols<3>() = p[0] * Matrix3::Identity() + crossMatrix(p.tail<3>());
  return E;
}

/// G = [−e, e₀ I − ẽ]: in the axes of the body ω′ = 2 G ṗ. A = E Gᵀ, and G(p) x = −G(x) p.
inline Matrix34 bodyRates(const Vector4& p) {
  Matrix34 G;
  G.col(0) = -p.tail<3>();
  G.rightCols<3>() = p[0] * Matrix3::Identity() - crossMatrix(p.tail<3>());
  return G;
}

/// Of a rotation matrix, with e₀ ≥ 0; by the largest of the four, so that no digits are lost (Shepperd, J.
/// Guidance and Control 1 (1978) 223).
Vector4 eulerParameters(const Matrix3& A);

}  // namespace holonom

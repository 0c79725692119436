// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/euler_parameters.h"

#include <Eigen/Geometry>
#include <cmath>

namespace holonom {

Vector4 inverse(const Vector4& p) { return {p[0], -p[1], -p[2], -p[3]}; }

Vector3 angularVelocity(const Vector4& p, const Vector4& rate) { return 2 * groundRates(p) * rate; }

Matrix3 crossMatrix(const Vector3& s) {
  Matrix3 m;
  m << 0, -s.z(), s.y(), s.z(), 0, -s.x(), -s.y(), s.x(), 0;
  return m;
}

Matrix3 rotationMatrix(const Vector4& p) {
  const Vector3 e = p.tail<3>();
  return (p[0] * p[0] - e.squaredNorm()) * Matrix3::Identity() + 2 * e * e.transpose() +
         2 * p[0] * crossMatrix(e);
}

Matrix34 rotatedBy(const Vector4& p, const Vector3& s) {
  const Vector3 e = p.tail<3>();
  Matrix34 B;
  B.col(0) = 2 * (p[0] * s + crossMatrix(e) * s);
  B.rightCols<3>() =
      2 * (s.dot(e) * Matrix3::Identity() + e * s.transpose() - s * e.transpose() - p[0] * crossMatrix(s));
  return B;
}

Matrix4 rotationCurvature(const Vector3& w, const Vector3& s) {
  Matrix4 N;
  N(0, 0) = w.dot(s);
  N.block<1, 3>(0, 1) = (crossMatrix(s) * w).transpose();
  N.block<3, 1>(1, 0) = crossMatrix(s) * w;
  N.bottomRightCorner<3, 3>() = w * s.transpose() + s * w.transpose() - w.dot(s) * Matrix3::Identity();
  return N;
}

Matrix34 groundRates(const Vector4& p) {
  Matrix34 E;
  E.col(0) = -p.tail<3>();
  E.rightCols<3>() = p[0] * Matrix3::Identity() + crossMatrix(p.tail<3>());
  return E;
}

Matrix34 bodyRates(const Vector4& p) {
  Matrix34 G;
  G.col(0) = -p.tail<3>();
  G.rightCols<3>() = p[0] * Matrix3::Identity() - crossMatrix(p.tail<3>());
  return G;
}

Vector4 eulerParameters(const Vector3& axis, double angle) {
  Vector4 p;
  p << std::cos(angle / 2), std::sin(angle / 2) * axis.normalized();
  return p;
}

Vector4 eulerParameters(const Vector3& turn) {
  const double angle = turn.norm();
  return angle > 0 ? eulerParameters(turn, angle) : Vector4::Unit(0);
}

Vector4 composed(const Vector4& p, const Vector4& q) {
  Vector4 r;
  r << p[0] * q[0] - p.tail<3>().dot(q.tail<3>()),
      p[0] * q.tail<3>() + q[0] * p.tail<3>() + p.tail<3>().cross(q.tail<3>());
  return r;
}

Vector4 parameterRates(const Vector4& p, const Vector3& omega) {
  return 0.5 * groundRates(p).transpose() * omega;
}

Matrix4 groundMomentMatrix(const Vector3& n) {
  Matrix4 m;
  m(0, 0) = 0;
  m.block<1, 3>(0, 1) = -n.transpose();
  m.block<3, 1>(1, 0) = n;
  m.bottomRightCorner<3, 3>() = crossMatrix(n);
  return m;
}

AxisAngle axisAngle(const Vector4& p) {
  const Vector4 near = p[0] < 0 ? Vector4(-p) : p;  // the shorter way
  const double sine = near.tail<3>().norm();
  if (!(sine > 0)) return {Vector3::UnitZ(), 0};
  return {near.tail<3>() / sine, 2 * std::atan2(sine, near[0])};
}

/// With d the four (± sums of the diagonal and one), 4 e_k² = d_k; the others follow from sums and
/// differences beside the diagonal, divided by the largest.
Vector4 eulerParameters(const Matrix3& A) {
  const Vector4 d(1 + A(0, 0) + A(1, 1) + A(2, 2), 1 + A(0, 0) - A(1, 1) - A(2, 2),
                  1 - A(0, 0) + A(1, 1) - A(2, 2), 1 - A(0, 0) - A(1, 1) + A(2, 2));
  const Vector3 antisymmetric(A(2, 1) - A(1, 2), A(0, 2) - A(2, 0), A(1, 0) - A(0, 1));
  int largest = 0;
  d.maxCoeff(&largest);
  Vector4 p;
  if (largest == 0) {
    p << d[0], antisymmetric;
  } else {
    const int i = largest - 1;
    p[0] = antisymmetric[i];
    for (int k = 0; k < 3; ++k) p[1 + k] = k == i ? d[largest] : A(k, i) + A(i, k);
  }
  p /= 2 * std::sqrt(d[largest]);
  return p.normalized() * (p[0] < 0 ? -1 : 1);
}

}  // namespace holonom

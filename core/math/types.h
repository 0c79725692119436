// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

namespace holonom {

using Vector = Eigen::VectorXd;
using VectorRef = Eigen::Ref<Eigen::VectorXd>;
using ConstVectorRef = const Eigen::Ref<const Eigen::VectorXd>&;
using Vector2 = Eigen::Vector2d;
using Matrix3 = Eigen::Matrix3d;

/// (x, y, z). What has two components lies in the plane z = 0, so that planar values are taken as they are;
/// the way back, which loses z, is inPlane().
class Vector3 : public Eigen::Vector3d {
 public:
  Vector3() : Eigen::Vector3d(Eigen::Vector3d::Zero()) {}
  Vector3(double x, double y, double z = 0) : Eigen::Vector3d(x, y, z) {}
  template <typename Other>
  Vector3(const Eigen::MatrixBase<Other>& other) {
    *this = other;
  }
  template <typename Other>
  Vector3& operator=(const Eigen::MatrixBase<Other>& other) {
    if constexpr (Other::RowsAtCompileTime == 2) *this = Vector3(other.x(), other.y());
    else Eigen::Vector3d::operator=(other);
    return *this;
  }
};

inline Vector2 inPlane(const Vector3& v) { return {v.x(), v.y()}; }
/// A direction of the plane, of length 1.
inline Vector2 directionInPlane(const Vector3& v) { return inPlane(v).normalized(); }

/// The vector turned by +90°, i.e. the derivative of a rotated vector by the angle.
inline Vector2 perpendicular(const Vector2& u) { return {-u.y(), u.x()}; }

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/spatial/rigid_inertia.h"

namespace holonom {
namespace {

/// H(y), so that G(p)ᵀ y = H p.
Matrix4 momentMatrix(const Vector3& y) {
  Matrix4 H;
  H(0, 0) = 0;
  H.block<1, 3>(0, 1) = -y.transpose();
  H.block<3, 1>(1, 0) = y;
  H.bottomRightCorner<3, 3>() = -crossMatrix(y);
  return H;
}

}  // namespace

Matrix4 RigidInertia::mass(const Vector4& p) const {
  const Matrix34 G = bodyRates(p);
  return 4 * G.transpose() * J_ * G + c_ * p * p.transpose();
}

Vector4 RigidInertia::forces(const Vector4& p, const Vector4& rate) const {
  return -8 * bodyRates(rate).transpose() * (J_ * (bodyRates(p) * rate)) - c_ * rate.squaredNorm() * p;
}

/// G(p) x = −G(x) p turns every derivative by p into a product.
Matrix4 RigidInertia::stiffness(const Vector4& p, const Vector4& rate, const Vector4& second) const {
  const Matrix34 G = bodyRates(p), ofRate = bodyRates(rate);
  return 4 * momentMatrix(J_ * (G * second)) - 4 * G.transpose() * J_ * bodyRates(second) -
         8 * ofRate.transpose() * J_ * ofRate + c_ * p * second.transpose() +
         c_ * (p.dot(second) + rate.squaredNorm()) * Matrix4::Identity();
}

Matrix4 RigidInertia::damping(const Vector4& p, const Vector4& rate) const {
  const Matrix34 G = bodyRates(p);
  return 8 * (momentMatrix(J_ * (G * rate)) + bodyRates(rate).transpose() * J_ * G) +
         2 * c_ * p * rate.transpose();
}

double RigidInertia::kineticEnergy(const Vector4& p, const Vector4& rate) const {
  const Vector3 omega = 2 * bodyRates(p) * rate;
  return 0.5 * omega.dot(J_ * omega);
}

Vector3 RigidInertia::angularMomentum(const Vector4& p, const Vector4& rate) const {
  return rotationMatrix(p) * (J_ * (2 * bodyRates(p) * rate));
}

}  // namespace holonom

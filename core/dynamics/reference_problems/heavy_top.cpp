// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/reference_problems/heavy_top.h"

#include <algorithm>

namespace holonom {
namespace {

constexpr int n = kSpatialFrameSize, m = 4;
using Square = Eigen::Map<Eigen::Matrix<double, n, n>>;
using Pair = Eigen::Matrix<double, 3, kSpatialPairSize, Eigen::RowMajor>;

const Vector3 kArm(0, 1, 0);  // from the support to the centre of mass, in the axes of the body

}  // namespace

/// The joint: minus the place of the support on the top, so that +λ acts on the top.
HeavyTop::HeavyTop()
    : DenseSystem({"x", "y", "z", "e0", "e1", "e2", "e3"},
                  {"support: x", "support: y", "support: z", "normalisation"}),
      inertia_(inertia()),
      joint_(VectorFunction::point(0, Vector3::Zero()) - VectorFunction::point(1, -kArm)) {
  for (int i = 0; i < n; ++i)
    layout_.coordinates[std::size_t(i)] = {.scale = i < 3 ? 1 : 0.5, .group = i < 3 ? 0 : 3};
}

Vector HeavyTop::initialCoordinates() {
  Vector q(n);
  q << kArm, 1, 0, 0, 0;
  return q;
}

/// ω × arm, and ṗ = ½ Gᵀ ω′.
Vector HeavyTop::initialVelocities() {
  const Vector3 omega(0, kSpin, kPrecession);
  Vector v(n);
  v << crossMatrix(omega) * kArm, 0.5 * bodyRates(Vector4(1, 0, 0, 0)).transpose() * omega;
  return v;
}

double HeavyTop::energy() const {
  return 0.5 * kMass * pair_.rate[1].r.squaredNorm() + inertia_.kineticEnergy(p(), rate()) +
         kMass * kGravity * pair_.at[1].r.z();
}

Vector3 HeavyTop::angularMomentum() const {
  return kMass * (crossMatrix(pair_.at[1].r) * pair_.rate[1].r) + inertia_.angularMomentum(p(), rate());
}

Vector3 HeavyTop::axis() const { return rotationMatrix(p()) * kArm; }

void HeavyTop::moveTo(double, ConstVectorRef q, ConstVectorRef v) {
  pair_.at[1] = SpatialPlace::of(q);
  pair_.rate[1] = SpatialPlace::of(v);
}

void HeavyTop::mass(double* values) const {
  Square M(values);
  M.setZero();
  M.diagonal().head<3>().setConstant(kMass);
  M.bottomRightCorner<4, 4>() = inertia_.mass(p());
}

void HeavyTop::forces(VectorRef Q) const { Q << 0, 0, -kMass * kGravity, inertia_.forces(p(), rate()); }

void HeavyTop::constraints(VectorRef c) const {
  joint_.residual(pair_, c.data());
  c[3] = 0.5 * (p().squaredNorm() - 1);
}

/// `joint` writes the rows of the joint over both frames; of these the top has the second seven.
template <class Rows>
void HeavyTop::putRows(double* values, const Rows& joint, const Vector4& normalisation) const {
  Eigen::Map<Eigen::Matrix<double, m, n>> all(values);
  Pair rows = Pair::Zero();
  joint(rows.data());
  all.topRows<3>() = rows.rightCols<n>();
  all.row(3) << 0, 0, 0, normalisation.transpose();
}

void HeavyTop::constraintJacobian(double* values) const {
  putRows(
      values, [&](double* J) { joint_.jacobian(pair_, J); }, p());
}

void HeavyTop::gamma(VectorRef g) const {
  joint_.gamma(pair_, g.data());
  g[3] = -rate().squaredNorm();
}

void HeavyTop::velocityJacobian(double* values) const {
  putRows(
      values, [&](double* P) { joint_.velocityJacobian(pair_, P); }, rate());
}

void HeavyTop::accelerationJacobian(ConstVectorRef a, double* values) const {
  SpatialPairValues second{};
  std::ranges::copy(a, second.begin() + n);
  putRows(
      values, [&](double* A) { joint_.accelerationJacobian(pair_, second, A); }, a.tail<4>());
}

void HeavyTop::constraintHessian(ConstVectorRef lambda, double* values) const {
  Eigen::Matrix<double, kSpatialPairSize, kSpatialPairSize, Eigen::RowMajor> H;
  H.setZero();
  joint_.hessian(pair_, lambda.data(), H.data());
  Square all(values);
  all = H.bottomRightCorner<n, n>();
  all.diagonal().tail<4>().array() += lambda[3];
}

void HeavyTop::stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const {
  constraintHessian(lambda, values);
  Square(values).bottomRightCorner<4, 4>() += inertia_.stiffness(p(), rate(), a.tail<4>());
}

void HeavyTop::damping(double* values) const {
  Square D(values);
  D.setZero();
  D.bottomRightCorner<4, 4>() = inertia_.damping(p(), rate());
}

}  // namespace holonom

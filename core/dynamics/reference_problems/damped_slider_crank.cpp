// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/reference_problems/damped_slider_crank.h"

#include <cmath>

#include "core/base/text.h"

namespace holonom {
namespace {

constexpr double a = 0.5;                              // crank length, m (the rod's is 1 m)
constexpr double kCrankInertia = 1, kRodInertia = 2;   // kg·m²
constexpr double kSliderMass = 1;                      // kg
constexpr double kSpring = 1, kDamper = 1, kFree = 1;  // N/m, N·s/m, m
constexpr double kForce = 1;                           // N

using Rows = Eigen::Matrix<double, 2, 3>;
using Matrix3 = Eigen::Matrix3d;

}  // namespace

DampedSliderCrank::DampedSliderCrank()
    : DenseSystem({"q", "x", "p"}, {Text("closure x"), Text("closure y")}) {
  moveTo(0, initialCoordinates(), initialVelocities());
}

Vector DampedSliderCrank::initialCoordinates() {
  const double rod = std::asin(-a);
  return Eigen::Vector3d(std::acos(0.0), std::cos(rod), rod);
}

Vector DampedSliderCrank::referenceCoordinates() {
  return Eigen::Vector3d(1.27567584865025, 1.02357855897984, -0.498813049182497);
}

Vector DampedSliderCrank::referenceVelocities() {
  return Eigen::Vector3d(-0.239914997195986, 0.133778283215769, 0.0397314959913170);
}

/// The derivatives of l come from those of s = l²: l_i = s_i/2l, l_ij = (s_ij/2 − l_i l_j)/l.
void DampedSliderCrank::moveTo(double, ConstVectorRef q, ConstVectorRef v) {
  v_ = v;
  x_ = q[1];
  sinQ_ = std::sin(q[0]), cosQ_ = std::cos(q[0]), sinP_ = std::sin(q[2]), cosP_ = std::cos(q[2]);
  const double sinD = std::sin(q[2] - q[0]), cosD = std::cos(q[2] - q[0]);
  const double s = x_ * x_ - x_ * (cosP_ + a * cosQ_) + (1 + a * a) / 4 + a * cosD / 2;
  const Eigen::Vector3d first(a * x_ * sinQ_ + a * sinD / 2, 2 * x_ - cosP_ - a * cosQ_,
                              x_ * sinP_ - a * sinD / 2);
  Matrix3 second;
  second << a * x_ * cosQ_ - a * cosD / 2, a * sinQ_, a * cosD / 2,  //
      a * sinQ_, 2, sinP_,                                           //
      a * cosD / 2, sinP_, x_ * cosP_ - a * cosD / 2;
  length_ = std::sqrt(s);
  gradient_ = first / (2 * length_);
  curvature_ = (second / 2 - gradient_ * gradient_.transpose()) / length_;
}

double DampedSliderCrank::tension() const {
  return kSpring * (length_ - kFree) + kDamper * gradient_.dot(v_);
}

double DampedSliderCrank::energy() const {
  const double kinetic =
      0.5 * (kCrankInertia * v_[0] * v_[0] + kSliderMass * v_[1] * v_[1] + kRodInertia * v_[2] * v_[2]);
  return kinetic + 0.5 * kSpring * (length_ - kFree) * (length_ - kFree) - kForce * (x_ + cosP_);
}

double DampedSliderCrank::dissipatedPower() const {
  const double rate = gradient_.dot(v_);
  return kDamper * rate * rate;
}

void DampedSliderCrank::mass(double* values) const {
  Eigen::Map<Matrix3>{values} = Eigen::Vector3d(kCrankInertia, kSliderMass, kRodInertia).asDiagonal();
}

void DampedSliderCrank::forces(VectorRef Q) const {
  Q = -tension() * gradient_;
  Q[1] += kForce;
  Q[2] -= kForce * sinP_;
}

void DampedSliderCrank::constraints(VectorRef c) const { c << x_ - cosP_ - a * cosQ_, -sinP_ - a * sinQ_; }

void DampedSliderCrank::constraintJacobian(double* values) const {
  Eigen::Map<Rows>{values} << a * sinQ_, 1, sinP_, -a * cosQ_, 0, -cosP_;
}

void DampedSliderCrank::gamma(VectorRef g) const {
  const double crank = a * v_[0] * v_[0], rod = v_[2] * v_[2];
  g << -crank * cosQ_ - rod * cosP_, -crank * sinQ_ - rod * sinP_;
}

void DampedSliderCrank::velocityJacobian(double* values) const {
  Eigen::Map<Rows>{values} << a * cosQ_ * v_[0], 0, cosP_ * v_[2], a * sinQ_ * v_[0], 0, sinP_ * v_[2];
}

void DampedSliderCrank::accelerationJacobian(ConstVectorRef acceleration, double* values) const {
  const double crank = acceleration[0], rod = acceleration[2], crank2 = v_[0] * v_[0], rod2 = v_[2] * v_[2];
  Eigen::Map<Rows>{values} << a * (cosQ_ * crank - sinQ_ * crank2), 0, cosP_ * rod - sinP_ * rod2,
      a * (sinQ_ * crank + cosQ_ * crank2), 0, sinP_ * rod + cosP_ * rod2;
}

void DampedSliderCrank::stiffness(ConstVectorRef, ConstVectorRef lambda, double* values) const {
  constraintHessian(lambda, values);
  Eigen::Map<Matrix3> K(values);
  K += gradient_ * (kSpring * gradient_ + kDamper * curvature_ * v_).transpose() + tension() * curvature_;
  K(2, 2) += kForce * cosP_;
}

void DampedSliderCrank::constraintHessian(ConstVectorRef lambda, double* values) const {
  const double crank = a * (lambda[0] * cosQ_ + lambda[1] * sinQ_),
               rod = lambda[0] * cosP_ + lambda[1] * sinP_;
  Eigen::Map<Matrix3>{values} = Eigen::Vector3d(crank, 0, rod).asDiagonal();
}

void DampedSliderCrank::damping(double* values) const {
  Eigen::Map<Matrix3>{values} = kDamper * gradient_ * gradient_.transpose();
}

}  // namespace holonom

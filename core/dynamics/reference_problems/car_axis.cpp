// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/reference_problems/car_axis.h"

#include <cmath>

#include "core/base/text.h"

namespace holonom {
namespace {

constexpr double kAxleLength = 1, kSpringLength = 0.5, kRoadHeight = 0.1, kRoadFrequency = 10;
constexpr double kMass = 10 * 1e-2 * 1e-2 / 2;  // M ε²/2 of the test set
constexpr double kGravity = 1;

using Matrix4 = Eigen::Matrix4d;
using Matrix2 = Eigen::Matrix2d;
using Rows = Eigen::Matrix<double, 2, 4>;

/// Force of a spring of stiffness 1 whose end is at d from its foot.
Vector2 springForce(const Vector2& d) { return (kSpringLength / d.norm() - 1) * d; }

/// −∂springForce/∂d
Matrix2 springStiffness(const Vector2& d) {
  const double l = d.norm();
  return (1 - kSpringLength / l) * Matrix2::Identity() + kSpringLength / (l * l * l) * d * d.transpose();
}

}  // namespace

CarAxis::CarAxis() : DenseSystem({"xl", "yl", "xr", "yr"}, {Text("track"), Text("axle length")}) {
  moveTo(0, initialCoordinates(), initialVelocities());
}

Vector CarAxis::referenceCoordinates() {
  return Eigen::Vector4d(0.049345578427525, 0.496989460230006, 1.041742524885441, 0.373911027265365);
}

Vector CarAxis::referenceVelocities() {
  return Eigen::Vector4d(-0.0770583684035912, 0.0074468665920753, 0.0175568157535072, 0.770341043779338);
}

void CarAxis::moveTo(double t, ConstVectorRef q, ConstVectorRef v) {
  left_ = q.segment<2>(0), right_ = q.segment<2>(2);
  leftVelocity_ = v.segment<2>(0), rightVelocity_ = v.segment<2>(2);
  const double w = kRoadFrequency, y = kRoadHeight * std::sin(w * t), yt = w * kRoadHeight * std::cos(w * t);
  const double ytt = -w * w * y;
  const double x = std::sqrt(kAxleLength * kAxleLength - y * y), xt = -y * yt / x;
  const double xtt = -(yt * yt + y * ytt + xt * xt) / x;
  wheel_ << x, y;
  wheelVelocity_ << xt, yt;
  wheelAcceleration_ << xtt, ytt;
}

void CarAxis::mass(double* values) const { Eigen::Map<Matrix4>{values} = kMass * Matrix4::Identity(); }

void CarAxis::forces(VectorRef Q) const {
  const Vector2 weight(0, -kMass * kGravity);
  Q.segment<2>(0) = springForce(left_) + weight;
  Q.segment<2>(2) = springForce(right_ - wheel_) + weight;
}

void CarAxis::constraints(VectorRef c) const {
  c[0] = left_.dot(wheel_);
  c[1] = (left_ - right_).squaredNorm() - kAxleLength * kAxleLength;
}

void CarAxis::constraintJacobian(double* values) const {
  const Vector2 axle = 2 * (left_ - right_);
  Eigen::Map<Rows>{values} << wheel_.x(), wheel_.y(), 0, 0, axle.x(), axle.y(), -axle.x(), -axle.y();
}

void CarAxis::constraintTimeDerivative(VectorRef ct) const { ct << left_.dot(wheelVelocity_), 0; }

void CarAxis::gamma(VectorRef g) const {
  g[0] = -2 * leftVelocity_.dot(wheelVelocity_) - left_.dot(wheelAcceleration_);
  g[1] = -2 * (leftVelocity_ - rightVelocity_).squaredNorm();
}

/// The first row is C_tq alone: C is linear in q there.
void CarAxis::velocityJacobian(double* values) const {
  const Vector2 axle = 2 * (leftVelocity_ - rightVelocity_);
  Eigen::Map<Rows>{values} << wheelVelocity_.x(), wheelVelocity_.y(), 0, 0, axle.x(), axle.y(), -axle.x(),
      -axle.y();
}

void CarAxis::accelerationJacobian(ConstVectorRef a, double* values) const {
  const Vector2 axle = 2 * (a.segment<2>(0) - a.segment<2>(2));
  Eigen::Map<Rows>{values} << wheelAcceleration_.x(), wheelAcceleration_.y(), 0, 0, axle.x(), axle.y(),
      -axle.x(), -axle.y();
}

void CarAxis::stiffness(ConstVectorRef, ConstVectorRef lambda, double* values) const {
  constraintHessian(lambda, values);
  Eigen::Map<Matrix4> K(values);
  K.topLeftCorner<2, 2>() += springStiffness(left_);
  K.bottomRightCorner<2, 2>() += springStiffness(right_ - wheel_);
}

void CarAxis::constraintHessian(ConstVectorRef lambda, double* values) const {
  const Matrix2 block = 2 * lambda[1] * Matrix2::Identity();
  Eigen::Map<Matrix4>{values} << block, -block, -block, block;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "core/dynamics/reference_problems/dense_system.h"

/// Hand-written systems with nonholonomic rows and exact solutions.
namespace holonom {

/// A knife edge on an inclined plane that falls away along x (Bloch): G = n · (ẋ, ẏ) with n = (sin φ, −cos
/// φ), 1 kg, inertia 1 kg·m². Released with the spin Ω along the slope it returns to its height again and
/// again and drifts sideways: x = g/(2Ω²) sin² Ωt, y = g/(2Ω²) (Ωt − ½ sin 2Ωt), φ = Ωt, g that of the plane.
class KnifeEdgeSystem final : public DenseSystem {
 public:
  explicit KnifeEdgeSystem(double gravity)
      : DenseSystem({"x", "y", "phi"}, {"blade"}, 0), gravity_(gravity) {}

  static Eigen::Vector3d exactPosition(double gravity, double spin, double t) {
    const double size = gravity / (2 * spin * spin), angle = spin * t;
    return {size * std::sin(angle) * std::sin(angle), size * (angle - 0.5 * std::sin(2 * angle)), angle};
  }
  static Eigen::Vector3d exactVelocity(double gravity, double spin, double t) {
    const double speed = gravity / spin * std::sin(spin * t);
    return {speed * std::cos(spin * t), speed * std::sin(spin * t), spin};
  }
  /// From n · (M a) = n · Q − μ: across the blade the acceleration is speed · φ̇ and gravity g n_x.
  static double exactMultiplier(double gravity, double spin, double t) {
    return 2 * gravity * std::sin(spin * t);
  }

  void moveTo(double, ConstVectorRef q, ConstVectorRef v) override {
    n_ = Vector2(std::sin(q[2]), -std::cos(q[2]));
    rate_ = v.head<2>();
    omega_ = v[2];
  }
  void mass(double* values) const override { square(values).setIdentity(); }
  void forces(VectorRef Q) const override { Q << gravity_, 0, 0; }
  void constraints(VectorRef c) const override { c[0] = 0; }
  void constraintJacobian(double* J) const override { row(J) << n_.x(), n_.y(), 0; }
  void velocityJacobian(double* P) const override { row(P) << 0, 0, along().dot(rate_); }
  void gamma(VectorRef g) const override { g[0] = -omega_ * along().dot(rate_); }
  void accelerationJacobian(ConstVectorRef a, double* A) const override {
    row(A) << 0, 0, along().dot(a.head<2>()) - omega_ * n_.dot(rate_);
  }
  void accelerationVelocityJacobian(ConstVectorRef, double* B) const override {
    row(B) << omega_ * along().x(), omega_ * along().y(), along().dot(rate_);
  }
  void stiffness(ConstVectorRef, ConstVectorRef lambda, double* K) const override {
    constraintHessian(lambda, K);
  }
  void constraintHessian(ConstVectorRef lambda, double* H) const override {
    square(H).setZero();
    square(H).topRightCorner<2, 1>() = lambda[0] * along();
  }

 private:
  static Eigen::Map<Eigen::Matrix3d> square(double* values) { return Eigen::Map<Eigen::Matrix3d>(values); }
  static Eigen::Map<Eigen::RowVector3d> row(double* values) { return Eigen::Map<Eigen::RowVector3d>(values); }
  Vector2 along() const { return {-n_.y(), n_.x()}; }  // (cos φ, sin φ) = dn/dφ

  double gravity_, omega_ = 0;
  Vector2 n_ = Vector2(0, -1), rate_ = Vector2::Zero();
};

/// A point of 1 kg under gravity whose speed is kept at V by a force along its path (Appell and Hamel's kind
/// of constraint, not linear in v): G = ½ (v² − V²). Started level, with s = g t / V: x = V²/g · atan sinh s,
/// y = −V²/g · ln cosh s, and the force on it is −μ v with μ = (g/V) tanh s.
class ConstantSpeedSystem final : public DenseSystem {
 public:
  ConstantSpeedSystem(double gravity, double speed)
      : DenseSystem({"x", "y"}, {"speed"}, 0), gravity_(gravity), speed_(speed) {}

  static Vector2 exactPosition(double g, double V, double t) {
    const double s = g * t / V;
    return V * V / g * Vector2(std::atan(std::sinh(s)), -std::log(std::cosh(s)));
  }
  static Vector2 exactVelocity(double g, double V, double t) {
    const double s = g * t / V;
    return V * Vector2(1 / std::cosh(s), -std::tanh(s));
  }
  static double exactMultiplier(double g, double V, double t) { return g / V * std::tanh(g * t / V); }

  void moveTo(double, ConstVectorRef, ConstVectorRef v) override { v_ = v; }
  void mass(double* values) const override { square(values).setIdentity(); }
  void forces(VectorRef Q) const override { Q << 0, -gravity_; }
  void constraints(VectorRef c) const override { c[0] = 0; }
  void constraintJacobian(double* J) const override { Eigen::Map<Vector2>{J} = v_; }
  void constraintTimeDerivative(VectorRef ct) const override {
    ct[0] = 0.5 * (v_.squaredNorm() - speed_ * speed_) - v_.squaredNorm();
  }
  void velocityJacobian(double* P) const override { Eigen::Map<Vector2>{P}.setZero(); }
  void gamma(VectorRef g) const override { g[0] = 0; }
  void accelerationJacobian(ConstVectorRef, double* A) const override { Eigen::Map<Vector2>{A}.setZero(); }
  void accelerationVelocityJacobian(ConstVectorRef a, double* B) const override {
    Eigen::Map<Vector2>{B} = a;
  }
  void stiffness(ConstVectorRef, ConstVectorRef, double* K) const override { square(K).setZero(); }
  void constraintHessian(ConstVectorRef, double* H) const override { square(H).setZero(); }
  void constraintDamping(ConstVectorRef lambda, double* D) const override {
    square(D) = lambda[0] * Eigen::Matrix2d::Identity();
  }

 private:
  static Eigen::Map<Eigen::Matrix2d> square(double* values) { return Eigen::Map<Eigen::Matrix2d>(values); }

  double gravity_, speed_;
  Vector2 v_ = Vector2::Zero();
};

}  // namespace holonom

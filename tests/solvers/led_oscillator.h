// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "core/dynamics/reference_problems/dense_system.h"
#include "core/dynamics/state.h"

namespace holonom {

/// A mass on a spring (k = 4) whose other end is led along sin t: q_1 = k/(k−1) sin t. Large steps find their
/// solution by one iteration, so that order 13 shows above rounding.
class LedOscillator final : public DenseSystem {
 public:
  LedOscillator() : DenseSystem({"mass", "end"}, {"lead"}) {}

  static State exact(double t) {
    const Vector2 size(kStiffness / (kStiffness - 1), 1);
    State state{t, size * std::sin(t), size * std::cos(t), -size * std::sin(t), Vector(1)};
    state.lambda[0] = -state.a[1] - kStiffness * (state.q[1] - state.q[0]);
    return state;
  }
  void moveTo(double t, ConstVectorRef q, ConstVectorRef) override { t_ = t, q_ = q; }
  void mass(double* values) const override { matrix(values).setIdentity(); }
  void forces(VectorRef Q) const override { Q << kStiffness * (q_[1] - q_[0]), kStiffness * (q_[0] - q_[1]); }
  void constraints(VectorRef c) const override { c[0] = q_[1] - std::sin(t_); }
  void constraintJacobian(double* values) const override { Eigen::Map<Eigen::Vector2d>{values} << 0, 1; }
  void constraintTimeDerivative(VectorRef ct) const override { ct[0] = -std::cos(t_); }
  void gamma(VectorRef g) const override { g[0] = -std::sin(t_); }
  void velocityJacobian(double* values) const override { Eigen::Map<Eigen::Vector2d>{values}.setZero(); }
  void accelerationJacobian(ConstVectorRef, double* values) const override { velocityJacobian(values); }
  void stiffness(ConstVectorRef, ConstVectorRef, double* values) const override {
    matrix(values) << kStiffness, -kStiffness, -kStiffness, kStiffness;
  }
  void constraintHessian(ConstVectorRef, double* values) const override { matrix(values).setZero(); }

 private:
  static constexpr double kStiffness = 4;
  static Eigen::Map<Eigen::Matrix2d> matrix(double* values) { return Eigen::Map<Eigen::Matrix2d>(values); }
  double t_ = 0;
  Eigen::Vector2d q_ = Eigen::Vector2d::Zero();
};

}  // namespace holonom

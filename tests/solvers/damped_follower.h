// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "core/dynamics/reference_problems/dense_system.h"

namespace holonom {

/// x″ = −k (x − cos t) − d x′: with a strong damper the motion is slow and the equations are stiff.
class DampedFollower final : public DenseSystem {
 public:
  DampedFollower(double stiffness, double damping) : DenseSystem({"x"}, {}), k_(stiffness), d_(damping) {}
  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override { t_ = t, q_ = q[0], v_ = v[0]; }
  void mass(double* values) const override { values[0] = 1; }
  void forces(VectorRef Q) const override {
    Q[0] = t_ < lastFinite ? -k_ * (q_ - std::cos(t_)) - d_ * v_ : NAN;
  }
  void constraints(VectorRef) const override {}
  void constraintJacobian(double*) const override {}
  void gamma(VectorRef) const override {}
  void velocityJacobian(double*) const override {}
  void accelerationJacobian(ConstVectorRef, double*) const override {}
  void stiffness(ConstVectorRef, ConstVectorRef, double* values) const override { values[0] = k_; }
  void constraintHessian(ConstVectorRef, double* values) const override { values[0] = 0; }
  void damping(double* values) const override { values[0] = d_; }

  double lastFinite = INFINITY;

 private:
  double k_, d_, t_ = 0, q_ = 0, v_ = 0;
};

}  // namespace holonom

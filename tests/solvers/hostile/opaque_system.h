// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/dynamics/reference_problems/dense_system.h"

namespace holonom {

/// Particles on lines: coordinates x_i with masses m_i under forces f(t, x, v) of which nobody knows more
/// than their values (K and D by differences), held by constraints x_0 = s(t) if a motion is given.
class OpaqueSystem final : public DenseSystem {
 public:
  using Law = std::function<Vector(double t, const Vector& x, const Vector& v)>;
  OpaqueSystem(Vector masses, Law law, std::function<double(double)> motion = {})
      : DenseSystem(names(static_cast<int>(masses.size())),
                    std::vector<std::string>(motion ? 1 : 0, "driver of x0")),
        masses_(std::move(masses)), law_(std::move(law)), motion_(std::move(motion)) {
    if (motion_) layout_.rows[0].part.kind = PartRef::Kind::Driver;
  }

  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override { t_ = t, q_ = q, v_ = v; }
  void mass(double* M) const override { square(M) = masses_.asDiagonal(); }
  void forces(VectorRef Q) const override { Q = law_(t_, q_, v_); }
  void constraints(VectorRef c) const override {
    if (motion_) c[0] = q_[0] - motion_(t_);
  }
  void constraintJacobian(double* J) const override {
    if (motion_) Eigen::Map<Eigen::RowVectorXd>(J, n()) = Eigen::RowVectorXd::Unit(n(), 0);
  }
  void gamma(VectorRef g) const override { g.setZero(); }
  void velocityJacobian(double* P) const override { std::fill_n(P, constraintCount() * n(), 0.0); }
  void accelerationJacobian(ConstVectorRef, double* A) const override {
    std::fill_n(A, constraintCount() * n(), 0.0);
  }
  void stiffness(ConstVectorRef, ConstVectorRef, double* K) const override {
    for (int i = 0; i < n(); ++i)
      square(K).col(i) = -difference(q_, i, [&](const Vector& q) { return law_(t_, q, v_); });
  }
  void damping(double* D) const override {
    for (int i = 0; i < n(); ++i)
      square(D).col(i) = -difference(v_, i, [&](const Vector& v) { return law_(t_, q_, v); });
  }
  void constraintHessian(ConstVectorRef, double* H) const override { std::fill_n(H, n() * n(), 0.0); }

 private:
  static std::vector<std::string> names(int count) {
    std::vector<std::string> all;
    for (int i = 0; i < count; ++i) all.push_back("x" + std::to_string(i));
    return all;
  }
  int n() const { return coordinateCount(); }
  Eigen::Map<Eigen::MatrixXd> square(double* values) const { return {values, n(), n()}; }
  template <class F>
  static Vector difference(const Vector& x, int i, const F& f) {
    const double h = 1e-6 * (1 + std::abs(x[i]));
    Vector left = x, right = x;
    left[i] -= h;
    right[i] += h;
    return (f(right) - f(left)) / (2 * h);
  }

  Vector masses_;
  Law law_;
  std::function<double(double)> motion_;
  double t_ = 0;
  Vector q_, v_;
};

}  // namespace holonom

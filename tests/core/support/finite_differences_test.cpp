// SPDX-License-Identifier: GPL-3.0-or-later
// The derivative check must notice each kind of mistake, one at a time.
#include "tests/support/finite_differences.h"

#include <gtest/gtest.h>

#include <cmath>

namespace holonom {
namespace {

enum class Fault {
  None,
  Jacobian,
  TimeDerivative,
  Gamma,
  VelocityJacobian,
  AccelerationJacobian,
  Stiffness,
  Damping,
  Hessian,
  Pattern,
  Unwritten
};

/// One constraint x y + sin(t) y = 0, force (−x³ y, −u v) and M = diag(1, 1 + x²).
class TwoCoordinates final : public DaeSystem {
 public:
  explicit TwoCoordinates(Fault fault) : fault_(fault) {
    layout_.coordinates.resize(2);
    layout_.rows.resize(1);
    layout_.holonomic = 1;
    layout_.mass = SparsePattern::fromEntries(2, 2, {{0, 0}, {1, 1}});
    layout_.constraint = SparsePattern::fromEntries(1, 2, {{0, 0}, {0, 1}});
    layout_.stiffness = SparsePattern::fromEntries(2, 2, {{0, 0}, {1, 0}, {0, 1}, {1, 1}});
    layout_.damping = fault == Fault::Pattern ? SparsePattern::fromEntries(2, 2, {{1, 1}})
                                              : SparsePattern::fromEntries(2, 2, {{1, 0}, {1, 1}});
  }

  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override { t_ = t, q_ = q, v_ = v; }
  void mass(double* M) const override { M[0] = 1, M[1] = 1 + x() * x(); }
  void forces(VectorRef Q) const override { Q << -x() * x() * x() * y(), -v_[0] * v_[1]; }
  void constraints(VectorRef c) const override { c[0] = (x() + std::sin(t_)) * y(); }
  void constraintJacobian(double* J) const override {
    J[0] = y() * wrongIf(Fault::Jacobian);
    if (fault_ != Fault::Unwritten) J[1] = x() + std::sin(t_);
  }
  void constraintTimeDerivative(VectorRef ct) const override {
    ct[0] = std::cos(t_) * y() * wrongIf(Fault::TimeDerivative);
  }
  void gamma(VectorRef g) const override {
    g[0] = -2 * v_[0] * v_[1] - 2 * std::cos(t_) * v_[1] * wrongIf(Fault::Gamma) + std::sin(t_) * y();
  }
  void velocityJacobian(double* P) const override {
    P[0] = v_[1];
    P[1] = v_[0] + std::cos(t_) * wrongIf(Fault::VelocityJacobian);
  }
  void accelerationJacobian(ConstVectorRef a, double* A) const override {
    A[0] = a[1];
    A[1] = a[0] - std::sin(t_) * wrongIf(Fault::AccelerationJacobian);
  }
  void stiffness(ConstVectorRef a, ConstVectorRef lambda, double* K) const override {
    K[0] = 3 * x() * x() * y();
    K[1] = lambda[0] + 2 * x() * a[1] * wrongIf(Fault::Stiffness);
    K[2] = lambda[0] + x() * x() * x();
    K[3] = 0;
  }
  void constraintHessian(ConstVectorRef lambda, double* H) const override {
    H[0] = H[3] = 0;
    H[1] = H[2] = lambda[0] * wrongIf(Fault::Hessian);
  }
  void damping(double* D) const override {
    if (fault_ != Fault::Pattern) *D++ = v_[1] * wrongIf(Fault::Damping);
    *D = v_[0];
  }
  std::string coordinateName(int i) const override { return i == 0 ? "x" : "y"; }
  RowName rowName(int) const override { return {"product"}; }

 private:
  double x() const { return q_[0]; }
  double y() const { return q_[1]; }
  double wrongIf(Fault fault) const { return fault == fault_ ? 1 + 1e-4 : 1; }

  Fault fault_;
  double t_ = 0;
  Vector q_, v_;
};

std::string check(Fault fault) {
  TwoCoordinates system(fault);
  return checkDerivatives(system, 0.3, Vector2(0.7, -1.1), Vector2(0.9, 0.4), Vector2(2, -3),
                          Vector::Constant(1, 1.3));
}

TEST(FiniteDifferences, RightSystemPasses) { EXPECT_EQ(check(Fault::None), ""); }

TEST(FiniteDifferences, EachFaultIsFoundAndNamed) {
  const std::pair<Fault, const char*> cases[] = {
      {Fault::Jacobian, "C_q at (product, x)"},
      {Fault::TimeDerivative, "C_t at (product, t)"},
      {Fault::Gamma, "gamma at (product, t)"},
      {Fault::VelocityJacobian, "P = (C_q v + C_t)_q at (product, y)"},
      {Fault::VelocityJacobian, "(C_q a - gamma)_v at (product, y)"},
      {Fault::AccelerationJacobian, "(C_q a - gamma)_q at (product, y)"},
      {Fault::Stiffness, "K at (y, x)"},
      {Fault::Damping, "D at (y, x)"},
      {Fault::Hessian, "constraint Hessian at (x, y)"},
      {Fault::Pattern, "D at (y, x)"},
      {Fault::Unwritten, "C_q at (product, y)"},
  };
  for (const auto& [fault, expected] : cases)
    EXPECT_NE(check(fault).find(expected), std::string::npos) << expected << " not in: " << check(fault);
}

}  // namespace
}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "core/dynamics/reference_problems/dense_system.h"
#include "core/dynamics/state.h"

namespace holonom {

/// A small equation on which methods show what they are like, without constraints. Those of first order, y′ =
/// f(t, y), are written with y for velocities and its integral for coordinates. Time has no unit here.
class TestEquation : public DenseSystem {
 public:
  /// At t = 0, with its accelerations.
  virtual State start() const = 0;
  /// What is looked at, y, of a state.
  virtual Vector values(const State& state) const = 0;
  /// y at a time in closed form; empty where there is none.
  virtual Vector exact(double t) const = 0;

  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) final { t_ = t, q_ = q, v_ = v; }
  void mass(double* values) const final;
  void constraints(VectorRef) const final {}
  void constraintJacobian(double*) const final {}
  void gamma(VectorRef) const final {}
  void velocityJacobian(double*) const final {}
  void accelerationJacobian(ConstVectorRef, double*) const final {}
  void stiffness(ConstVectorRef, ConstVectorRef, double* values) const override;
  void constraintHessian(ConstVectorRef, double* values) const final;

 protected:
  explicit TestEquation(std::vector<std::string> coordinates);
  double t_ = 0;
  Vector q_, v_;
};

/// y′ = λ y, y(0) = 1 (Dahlquist). With a complex λ the real part of its solution, by ẍ = 2 Re(λ) ẋ − |λ|² x,
/// whose eigenvalues are λ and its conjugate; with a real one y = ẋ of ẍ = λ ẋ.
class DahlquistEquation final : public TestEquation {
 public:
  /// λ not 0.
  explicit DahlquistEquation(std::complex<double> lambda);
  bool isReal() const { return real_; }

  State start() const override;
  Vector values(const State& state) const override { return real_ ? state.v : state.q; }
  Vector exact(double t) const override;
  void forces(VectorRef Q) const override { Q[0] = -stiffness_ * q_[0] - damping_ * v_[0]; }
  void stiffness(ConstVectorRef, ConstVectorRef, double* values) const override { *values = stiffness_; }
  void damping(double* values) const override { *values = damping_; }

 private:
  std::complex<double> lambda_;
  bool real_;
  double stiffness_, damping_;
};

/// y′ = A y with the eigenvalues −0.1, −50 and −120, y(0) = (2, 1, 2) (004, §2.2.4):
///     y = (e^{−0.1t} + e^{−50t}, e^{−50t}, e^{−50t} + e^{−120t}).
class StiffTriple final : public TestEquation {
 public:
  StiffTriple() : TestEquation({"y1", "y2", "y3"}) {}
  State start() const override;
  Vector values(const State& state) const override { return state.v; }
  Vector exact(double t) const override;
  void forces(VectorRef Q) const override;
  void damping(double* values) const override;
};

/// ẍ = μ (1 − x²) ẋ − x from (2, 0) (van der Pol): for large μ slow stretches between jumps.
class VanDerPolEquation final : public TestEquation {
 public:
  explicit VanDerPolEquation(double mu) : TestEquation({"x"}), mu_(mu) {}
  State start() const override;
  Vector values(const State& state) const override { return state.q; }
  Vector exact(double) const override { return {}; }
  void forces(VectorRef Q) const override;
  void stiffness(ConstVectorRef, ConstVectorRef, double* values) const override;
  void damping(double* values) const override;

 private:
  double mu_;
};

/// y′ = λ (y − cos t) − sin t, y(0) = 1, whose solution cos t does not depend on λ (Prothero and Robinson
/// 1974): with a large −λ methods of stages lose order on it.
class ProtheroRobinsonEquation final : public TestEquation {
 public:
  explicit ProtheroRobinsonEquation(double lambda) : TestEquation({"y"}), lambda_(lambda) {}
  State start() const override;
  Vector values(const State& state) const override { return state.v; }
  Vector exact(double t) const override;
  void forces(VectorRef Q) const override;
  void damping(double* values) const override { *values = -lambda_; }

 private:
  double lambda_;
};

}  // namespace holonom

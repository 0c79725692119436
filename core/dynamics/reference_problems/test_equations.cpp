// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/reference_problems/test_equations.h"

#include <cmath>

namespace holonom {
namespace {

const Eigen::Matrix3d kTriple = (Eigen::Matrix3d() << -0.1, -49.9, 0, 0, -50, 0, 0, 70, -120).finished();

Vector one(double value) { return Vector::Constant(1, value); }

}  // namespace

TestEquation::TestEquation(std::vector<std::string> coordinates) : DenseSystem(std::move(coordinates), {}) {
  q_ = v_ = Vector::Zero(coordinateCount());
}

void TestEquation::mass(double* values) const {
  const int n = coordinateCount();
  Eigen::Map<Eigen::MatrixXd>(values, n, n).setIdentity();
}

void TestEquation::stiffness(ConstVectorRef, ConstVectorRef, double* values) const {
  std::fill_n(values, stiffnessPattern().nonZeros(), 0.0);
}

void TestEquation::constraintHessian(ConstVectorRef, double* values) const {
  std::fill_n(values, stiffnessPattern().nonZeros(), 0.0);
}

DahlquistEquation::DahlquistEquation(std::complex<double> lambda)
    : TestEquation({"x"}), lambda_(lambda), real_(std::abs(lambda.imag()) < 1e-6 * std::abs(lambda)),
      stiffness_(real_ ? 0 : std::norm(lambda)), damping_((real_ ? -1 : -2) * lambda.real()) {}

State DahlquistEquation::start() const {
  if (real_) return {0, one(1 / lambda_.real()), one(1), one(lambda_.real()), Vector(0)};
  return {0, one(1), one(lambda_.real()), one((lambda_ * lambda_).real()), Vector(0)};
}

Vector DahlquistEquation::exact(double t) const { return one(std::exp(lambda_ * t).real()); }

State StiffTriple::start() const {
  const Vector y = Eigen::Vector3d(2, 1, 2);
  return {0, Vector::Zero(3), y, kTriple * y, Vector(0)};
}

Vector StiffTriple::exact(double t) const {
  const double slow = std::exp(-0.1 * t), middle = std::exp(-50 * t), fast = std::exp(-120 * t);
  return Eigen::Vector3d(slow + middle, middle, middle + fast);
}

void StiffTriple::forces(VectorRef Q) const { Q.noalias() = kTriple * v_; }
void StiffTriple::damping(double* values) const { Eigen::Map<Eigen::Matrix3d>{values} = -kTriple; }

State VanDerPolEquation::start() const { return {0, one(2), one(0), one(-2), Vector(0)}; }

void VanDerPolEquation::forces(VectorRef Q) const { Q[0] = mu_ * (1 - q_[0] * q_[0]) * v_[0] - q_[0]; }

void VanDerPolEquation::stiffness(ConstVectorRef, ConstVectorRef, double* values) const {
  *values = 2 * mu_ * q_[0] * v_[0] + 1;
}

void VanDerPolEquation::damping(double* values) const { *values = -mu_ * (1 - q_[0] * q_[0]); }

State ProtheroRobinsonEquation::start() const { return {0, one(0), one(1), one(0), Vector(0)}; }
Vector ProtheroRobinsonEquation::exact(double t) const { return one(std::cos(t)); }

void ProtheroRobinsonEquation::forces(VectorRef Q) const {
  Q[0] = lambda_ * (v_[0] - std::cos(t_)) - std::sin(t_);
}

}  // namespace holonom

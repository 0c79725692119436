// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/dense_evaluation.h"

#include <Eigen/LU>
#include <Eigen/QR>
#include <limits>

namespace holonom {
namespace {

constexpr double kUnwritten = std::numeric_limits<double>::quiet_NaN();

template <class Evaluate>
Matrix evaluated(const SparsePattern& pattern, Evaluate evaluate) {
  Vector values = Vector::Constant(pattern.nonZeros(), kUnwritten);
  evaluate(values.data());
  return denseMatrix(pattern, values.data());
}

template <class Evaluate>
Vector evaluated(int size, Evaluate evaluate) {
  Vector result = Vector::Constant(size, kUnwritten);
  evaluate(result);
  return result;
}

}  // namespace

Matrix denseMatrix(const SparsePattern& pattern, const double* values) {
  Matrix result = Matrix::Zero(pattern.rows, pattern.cols);
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      result(pattern.rowIndex[k], col) += values[k];
  return result;
}

Matrix denseMass(const DaeSystem& system) {
  return evaluated(system.massPattern(), [&](double* values) { system.mass(values); });
}

Matrix denseConstraintJacobian(const DaeSystem& system) {
  return evaluated(system.constraintPattern(), [&](double* values) { system.constraintJacobian(values); });
}

Matrix denseVelocityJacobian(const DaeSystem& system) {
  return evaluated(system.constraintPattern(), [&](double* values) { system.velocityJacobian(values); });
}

Matrix denseAccelerationJacobian(const DaeSystem& system, const Vector& a) {
  return evaluated(system.constraintPattern(),
                   [&](double* values) { system.accelerationJacobian(a, values); });
}

Matrix denseAccelerationVelocityJacobian(const DaeSystem& system, const Vector& a) {
  return evaluated(system.constraintPattern(),
                   [&](double* values) { system.accelerationVelocityJacobian(a, values); });
}

Matrix denseConstraintDamping(const DaeSystem& system, const Vector& lambda) {
  return evaluated(system.dampingPattern(),
                   [&](double* values) { system.constraintDamping(lambda, values); });
}

Matrix denseStiffness(const DaeSystem& system, const Vector& a, const Vector& lambda) {
  return evaluated(system.stiffnessPattern(), [&](double* values) { system.stiffness(a, lambda, values); });
}

Matrix denseConstraintHessian(const DaeSystem& system, const Vector& lambda) {
  return evaluated(system.stiffnessPattern(),
                   [&](double* values) { system.constraintHessian(lambda, values); });
}

Matrix denseDamping(const DaeSystem& system) {
  return evaluated(system.dampingPattern(), [&](double* values) { system.damping(values); });
}

Vector forcesOf(const DaeSystem& system) {
  return evaluated(system.coordinateCount(), [&](Vector& Q) { system.forces(Q); });
}

Vector constraintsOf(const DaeSystem& system) {
  return evaluated(system.constraintCount(), [&](Vector& c) { system.constraints(c); });
}

Vector constraintTimeDerivativeOf(const DaeSystem& system) {
  return evaluated(system.constraintCount(), [&](Vector& ct) { system.constraintTimeDerivative(ct); });
}

Vector gammaOf(const DaeSystem& system) {
  return evaluated(system.constraintCount(), [&](Vector& g) { system.gamma(g); });
}

AccelerationsAndMultipliers solveAccelerations(const DaeSystem& system) {
  const int n = system.coordinateCount(), m = system.constraintCount();
  const Matrix G = denseConstraintJacobian(system);
  Matrix kkt = Matrix::Zero(n + m, n + m);
  kkt.topLeftCorner(n, n) = denseMass(system);
  kkt.topRightCorner(n, m) = G.transpose();
  kkt.bottomLeftCorner(m, n) = G;
  Vector right(n + m);
  right << forcesOf(system), gammaOf(system);
  const Vector solution = kkt.fullPivLu().solve(right);
  return {solution.head(n), solution.tail(m)};
}

/// Nonholonomic rows have no residual at the position level; there they only ask that the correction obeys
/// G_v Δq = 0.
bool projectOntoConstraints(DaeSystem& system, double t, Vector& q, Vector& v) {
  constexpr int kMaxIterations = 50;
  constexpr double kTolerance = 1e-13;
  system.moveTo(t, q, v);
  double residual = constraintsOf(system).norm();
  for (int i = 0; i < kMaxIterations && residual > kTolerance; ++i) {
    q -= denseConstraintJacobian(system).completeOrthogonalDecomposition().solve(constraintsOf(system));
    system.moveTo(t, q, v);
    residual = constraintsOf(system).norm();
  }
  for (int i = 0; i < (system.holonomicCount() == system.constraintCount() ? 1 : kMaxIterations); ++i) {
    const Matrix G = denseConstraintJacobian(system);
    v -= G.completeOrthogonalDecomposition().solve(Vector(G * v + constraintTimeDerivativeOf(system)));
    system.moveTo(t, q, v);
  }
  return residual <= kTolerance;
}

}  // namespace holonom

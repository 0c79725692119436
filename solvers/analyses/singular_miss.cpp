// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/singular_miss.h"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>
#include <vector>

#include "solvers/analyses/row_sizes.h"

namespace holonom {
namespace {

constexpr int kMostRows = 120, kMostIterations = 12;
constexpr double kReach = 0.1, kConverged = 1e-9;

Eigen::MatrixXd dense(const SparsePattern& pattern, const std::vector<double>& values) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(pattern.rows, pattern.cols);
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k) matrix(pattern.rowIndex[k], col) = values[k];
  return matrix;
}

}  // namespace

std::optional<double> singularMiss(DaeSystem& system, double t, const Vector& q) {
  const int n = system.coordinateCount(), m = system.constraintCount();
  if (m == 0 || m > kMostRows || m > n || system.holonomicCount() < m) return std::nullopt;
  const Vector scale = coordinateScales(system), rest = Vector::Zero(n);
  std::vector<double> jacobian(system.constraintPattern().nonZeros()), hessian(system.stiffnessPattern().nonZeros());
  Vector residual(m), moving(m), place = q, sizes;
  system.moveTo(t, place, rest);
  system.constraintTimeDerivative(moving);
  const int all = n + (moving.cwiseAbs().maxCoeff() > 0);  // with the time, when constraints move
  const int free = all - m + 1;  // dimension of the null space at a simple singular place
  for (int i = 0; i < kMostIterations; ++i) {
    system.moveTo(t, place, rest);
    system.constraintJacobian(jacobian.data());
    system.constraints(residual);
    if (sizes.size() == 0) sizes = rowSizes(system, jacobian, scale);
    const Vector rowScale = sizes.cwiseInverse();
    Eigen::MatrixXd A(m, all);
    A.leftCols(n) = rowScale.asDiagonal() * dense(system.constraintPattern(), jacobian) * scale.asDiagonal();
    if (all > n) {
      system.constraintTimeDerivative(moving);
      A.col(n) = system.timeScale() * rowScale.cwiseProduct(moving);
    }
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Vector u = svd.matrixU().col(m - 1);
    const Eigen::MatrixXd tangent = svd.matrixV().rightCols(free);
    std::fill(hessian.begin(), hessian.end(), 0.0);
    system.constraintHessian(rowScale.cwiseProduct(u), hessian.data());
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(all + 1, all + 1);
    matrix.topLeftCorner(m, all) = A;
    matrix.topRightCorner(m, 1) = -u;
    matrix.bottomLeftCorner(free, n) = tangent.topRows(n).transpose() * scale.asDiagonal() *
                                       dense(system.stiffnessPattern(), hessian) * scale.asDiagonal();
    Vector right(all + 1);
    right << -rowScale.cwiseProduct(residual), -tangent.transpose() * (A.transpose() * u);
    const Vector step = matrix.completeOrthogonalDecomposition().solve(right);
    if (!step.allFinite()) return std::nullopt;
    place += scale.cwiseProduct(step.head(n));
    if (all > n) t += system.timeScale() * step[n];
    if ((place - q).cwiseQuotient(scale).norm() > kReach) return std::nullopt;
    if (step.head(all).norm() < kConverged) return std::abs(step[all]);
  }
  return std::nullopt;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/singular_miss.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "solvers/analyses/row_sizes.h"

namespace holonom {
namespace {

constexpr int kMostRows = 120, kMostIterations = 12;
constexpr double kReach = 0.1, kConverged = 1e-9, kNearby = 1e-3;
// iterations near the place that bring it no nearer: several rows become dependent together there
constexpr int kMostStalls = 2;

Eigen::MatrixXd dense(const SparsePattern& pattern, const std::vector<double>& values) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(pattern.rows, pattern.cols);
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      matrix(pattern.rowIndex[k], col) = values[k];
  return matrix;
}

/// The left singular vector u of the smallest singular value of A, and the space of the right ones of that
/// value and of zero. From Aᵀ = Q R, by inverse iteration on RᵀR; u is where that begins. A whole
/// decomposition would take a hundred times as long.
void smallestSingular(const Eigen::MatrixXd& A, Vector& u, Eigen::MatrixXd& tangent) {
  constexpr int kMost = 60;
  constexpr double kSame = 1e-14, kEpsilon = std::numeric_limits<double>::epsilon();
  const Eigen::Index m = A.rows(), all = A.cols();
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(A.transpose());
  Eigen::MatrixXd R = qr.matrixQR().topRows(m).triangularView<Eigen::Upper>();
  const double least = kEpsilon * R.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < m; ++i)
    if (std::abs(R(i, i)) < least) R(i, i) = least;
  Vector right = Vector::Zero(m), former;
  for (int i = 0; i < kMost; ++i) {
    former = u;
    right = R.transpose().triangularView<Eigen::Lower>().solve(u).normalized();
    u = R.triangularView<Eigen::Upper>().solve(right).normalized();
    if (std::min((u - former).norm(), (u + former).norm()) < kSame) break;
  }
  tangent.resize(all, all - m + 1);
  tangent.setZero();
  tangent.col(0).head(m) = right;
  tangent.bottomRightCorner(all - m, all - m).setIdentity();
  tangent.applyOnTheLeft(qr.householderQ());
}

}  // namespace

std::optional<double> singularMiss(DaeSystem& system, double t, const Vector& q) {
  const int n = system.coordinateCount(), m = system.constraintCount();
  if (m == 0 || m > kMostRows || m > n || system.holonomicCount() < m) return std::nullopt;
  const Vector scale = coordinateScales(system), rest = Vector::Zero(n);
  std::vector<double> jacobian(system.constraintPattern().nonZeros()),
      hessian(system.stiffnessPattern().nonZeros());
  Vector residual(m), moving(m), place = q, sizes, u = Vector::Constant(m, 1 / std::sqrt(double(m)));
  Eigen::MatrixXd tangent;
  system.moveTo(t, place, rest);
  system.constraintTimeDerivative(moving);
  const int all = n + (moving.cwiseAbs().maxCoeff() > 0);  // with the time, when constraints move
  const int free = all - m + 1;  // dimension of the null space at a simple singular place
  double shortest = kNearby;
  for (int i = 0, stalls = 0; i < kMostIterations && stalls < kMostStalls; ++i) {
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
    smallestSingular(A, u, tangent);
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
    const double length = step.head(all).norm();
    if (length < kConverged) return std::abs(step[all]);
    stalls += shortest < kNearby && length > 0.5 * shortest;
    shortest = std::min(shortest, length);
  }
  return std::nullopt;
}

}  // namespace holonom

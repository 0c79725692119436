// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/row_choice.h"

#include <Eigen/SVD>
#include <algorithm>
#include <random>

#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_sizes.h"

namespace holonom {
namespace {

constexpr int kMostRows = 400;
constexpr double kBetter = 2;       // times larger σ
constexpr double kAside = 1e-2;     // of the scales
constexpr double kSameRank = 1e-6;  // far above what a projection leaves, far below what a step aside makes

/// C_q S with every row in parts of its size, at the state the system was moved to.
Eigen::MatrixXd scaledJacobian(const DaeSystem& system, const std::vector<double>& values,
                               const Vector& scale) {
  const SparsePattern& pattern = system.constraintPattern();
  const Vector sizes = rowSizes(system, values, scale);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(pattern.rows, pattern.cols);
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      matrix(pattern.rowIndex[k], col) = values[std::size_t(k)] * scale[col] / sizes[pattern.rowIndex[k]];
  return matrix;
}

std::vector<double> jacobianAt(DaeSystem& system, double t, const Vector& q, const Vector& v) {
  std::vector<double> values(std::size_t(system.constraintPattern().nonZeros()));
  system.moveTo(t, q, v);
  system.constraintJacobian(values.data());
  return values;
}

double smallestSingularValue(const Eigen::MatrixXd& matrix, const std::vector<int>& rows) {
  const Eigen::MatrixXd kept = matrix(rows, Eigen::all);
  return Eigen::JacobiSVD<Eigen::MatrixXd>(kept).singularValues().tail<1>()[0];
}

}  // namespace

RowRank chooseRows(DaeSystem& system, double t, const Vector& q, const Vector& v) {
  const Vector scale = coordinateScales(system);
  const std::vector<double> values = jacobianAt(system, t, q, v);
  RowRank first = independentRowsAfter(system.holonomicCount(), system.constraintPattern(), values, scale);
  if (first.dependent.empty() || first.independent.empty() || system.constraintCount() > kMostRows)
    return first;
  RowRank best = independentRows(system.constraintPattern(), values, scale);
  if (best.independent.size() != first.independent.size() || best.independent == first.independent)
    return first;
  const Eigen::MatrixXd matrix = scaledJacobian(system, values, scale);
  const bool better = smallestSingularValue(matrix, best.independent) >
                      kBetter * smallestSingularValue(matrix, first.independent);
  return better ? best : first;
}

bool momentarilyDependentOnlyAlone(DaeSystem& system, const State& at, std::size_t rank) {
  const Vector scale = coordinateScales(system), weight = scale.array().square().inverse();
  const Eigen::MatrixXd matrix = scaledJacobian(system, jacobianAt(system, at.t, at.q, at.v), scale);
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeFullV);
  svd.setThreshold(1e-9);
  const Eigen::MatrixXd motions = svd.matrixV().rightCols(matrix.cols() - svd.rank());
  if (motions.cols() == 0) return false;
  std::mt19937 random(20200098);
  std::normal_distribution<double> normal;
  constexpr int kTrials = 4;
  bool reached = false;
  for (int trial = 0; trial < kTrials; ++trial) {
    Vector mix(motions.cols());
    for (double& part : mix) part = normal(random);
    Vector aside = at.q + kAside * scale.cwiseProduct(motions * mix.normalized());
    if (!leastSquaresProjection(system, at.t, at.v, weight, aside)) continue;
    reached = true;
    const std::vector<double> values = jacobianAt(system, at.t, aside, at.v);
    if (independentRows(system.constraintPattern(), values, scale, kSameRank).independent.size() > rank)
      return false;
  }
  return reached;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/departure.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>

#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/row_sizes.h"
#include "solvers/linear/rank_analysis.h"

namespace holonom {
namespace {

constexpr double kReach = 1e-4;  // of the scales: far enough to tell branches apart in double precision
constexpr double kBeside = 1e-3;
constexpr int kMostRows = 400, kMostStarts = 6;

bool isRegular(const Assembly& at, const Assembly& start) {
  return at.consistent && at.independentRows.size() > start.independentRows.size();
}

/// C_q S, its rows in parts of their size, at t, q, decomposed.
Eigen::JacobiSVD<Eigen::MatrixXd> decomposed(DaeSystem& system, double t, const Vector& q,
                                             const Vector& scale) {
  const SparsePattern& pattern = system.constraintPattern();
  std::vector<double> values(pattern.nonZeros());
  system.moveTo(t, q, Vector::Zero(q.size()));
  system.constraintJacobian(values.data());
  const Vector sizes = rowSizes(system, values, scale);
  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(pattern.rows, pattern.cols);
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      jacobian(pattern.rowIndex[k], col) = values[k] * scale[col] / sizes[pattern.rowIndex[k]];
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(jacobian, Eigen::ComputeFullU | Eigen::ComputeFullV);
  svd.setThreshold(1e-7);
  return svd;
}

/// S⁻¹-scaled orthonormal basis of the null space of C_q S.
Eigen::MatrixXd nullSpace(DaeSystem& system, double t, const Vector& q, const Vector& scale) {
  const auto svd = decomposed(system, t, q, scale);
  return svd.matrixV().rightCols(q.size() - svd.rank());
}

/// Whether wᵀ B w has one sign for all w ≠ 0.
bool isDefinite(const Eigen::MatrixXd& form) {
  const Vector values =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(form, Eigen::EigenvaluesOnly).eigenvalues();
  // with rows and motions in parts of their size
  const double least = 1e-6 * std::max(1.0, values.cwiseAbs().maxCoeff());
  return values[0] > least || values[values.size() - 1] < -least;
}

std::size_t rankOf(DaeSystem& system, double t, const Vector& q, const Vector& scale) {
  std::vector<double> values(system.constraintPattern().nonZeros());
  system.moveTo(t, q, Vector::Zero(q.size()));
  system.constraintJacobian(values.data());
  return independentRows(system.constraintPattern(), values, scale).independent.size();
}

std::string describe(const DaeSystem& system, const Vector& change) {
  std::vector<int> order(change.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return std::abs(change[a]) > std::abs(change[b]); });
  std::string text;
  for (int k = 0; k < std::min<int>(4, static_cast<int>(order.size())); ++k) {
    if (std::abs(change[order[k]]) < 0.05 * std::abs(change[order[0]])) break;
    char number[32];
    std::snprintf(number, sizeof number, " %+.2g", change[order[k]]);
    text += (k ? ", " : "") + system.coordinateName(order[k]) + number;
  }
  return text;
}

}  // namespace

std::optional<Assembly> departure(DaeSystem& system, const Assembly& start) {
  const Vector scale = coordinateScales(system);
  const State& from = start.state;
  const double speed = from.v.cwiseQuotient(scale).cwiseAbs().maxCoeff();
  const double acceleration = from.a.cwiseQuotient(scale).cwiseAbs().maxCoeff();
  const double time = 2 * kReach / (speed + std::sqrt(speed * speed + 2 * acceleration * kReach));
  if (!std::isfinite(time)) return std::nullopt;
  InitialGuess guess;
  guess.t = from.t + time;
  guess.q = from.q + time * from.v + 0.5 * time * time * from.a;
  guess.v = from.v + time * from.a;
  Assembly first = assembleBeside(system, guess);
  if (!isRegular(first, start)) return std::nullopt;
  const auto keepMomentum = [&](Assembly& at) {
    RowSelection kept(system, at.independentRows);
    return projectVelocitiesByMass(kept, at.state, from.v + time * from.a);
  };
  if (!keepMomentum(first)) return std::nullopt;
  guess.q = from.q + 0.5 * time * (from.v + first.state.v);
  guess.v = first.state.v;
  Assembly second = assembleBeside(system, guess);
  if (!isRegular(second, start)) return std::nullopt;
  return second;
}

bool isImmovable(DaeSystem& system, double t, const Vector& q) {
  const int n = system.coordinateCount(), m = system.constraintCount();
  if (m == 0 || m > kMostRows || system.holonomicCount() < m) return false;
  const Vector scale = coordinateScales(system), rest = Vector::Zero(n);
  const auto svd = decomposed(system, t, q, scale);
  const Eigen::Index rank = svd.rank();
  const Eigen::MatrixXd motions = scale.asDiagonal() * svd.matrixV().rightCols(n - rank);
  if (motions.cols() == 0 || rank == m) return false;
  Vector moving(m);
  system.moveTo(t, q, rest);
  system.constraintTimeDerivative(moving);
  if (moving.cwiseAbs().maxCoeff() > 0) return false;
  const Vector perSize = rowSizes(system).cwiseInverse();
  const SparsePattern& pattern = system.stiffnessPattern();
  std::vector<double> hessian(std::size_t(pattern.nonZeros()));
  std::vector<Eigen::MatrixXd> forms;
  for (Eigen::Index k = rank; k < m; ++k) {
    std::fill(hessian.begin(), hessian.end(), 0.0);
    system.constraintHessian(perSize.cwiseProduct(svd.matrixU().col(k)), hessian.data());
    Eigen::MatrixXd bent = Eigen::MatrixXd::Zero(n, motions.cols());
    for (int col = 0; col < n; ++col)
      for (int i = pattern.colStart[col]; i < pattern.colStart[col + 1]; ++i)
        bent.row(pattern.rowIndex[i]) += hessian[std::size_t(i)] * motions.row(col);
    const Eigen::MatrixXd form = motions.transpose() * bent;
    forms.push_back(0.5 * (form + form.transpose()));
  }
  std::mt19937 random(20200098);
  std::normal_distribution<double> normal;
  const int trials = forms.size() == 1 ? 1 : 50 * static_cast<int>(forms.size());
  for (int trial = 0; trial < trials; ++trial) {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(motions.cols(), motions.cols());
    for (const Eigen::MatrixXd& form : forms) sum += normal(random) * form;
    if (isDefinite(sum)) return true;
  }
  return false;
}

std::vector<NearbyStart> nearbyStarts(DaeSystem& system, double t, const Vector& q) {
  std::vector<NearbyStart> found;
  if (system.constraintCount() == 0 || system.constraintCount() > kMostRows) return found;
  const Vector scale = coordinateScales(system), weight = scale.array().square().inverse();
  const Eigen::MatrixXd basis = nullSpace(system, t, q, scale);
  if (basis.cols() == 0) return found;
  const std::size_t rank = rankOf(system, t, q, scale);
  std::vector<Vector> directions;
  std::mt19937 random(20200098);
  std::normal_distribution<double> normal;
  const Vector rest = Vector::Zero(q.size());
  constexpr int kTrials = 60;
  for (int trial = 0; trial < kTrials && static_cast<int>(found.size()) < kMostStarts; ++trial) {
    Vector mix(basis.cols());
    for (int i = 0; i < mix.size(); ++i) mix[i] = normal(random);
    Vector nearby = q + kBeside * scale.cwiseProduct(basis * mix.normalized());
    if (!leastSquaresProjection(system, t, rest, weight, nearby)) continue;
    const Vector change = (nearby - q).cwiseQuotient(scale);
    const double size = change.norm();
    if (size < 0.2 * kBeside || size > 5 * kBeside || rankOf(system, t, nearby, scale) <= rank) continue;
    const Vector direction = change / size;
    const bool known = std::any_of(directions.begin(), directions.end(), [&](const Vector& other) {
      return std::abs(other.dot(direction)) > 0.99;
    });
    if (known) continue;
    directions.push_back(direction);
    found.push_back({nearby, describe(system, nearby - q)});
  }
  return found;
}

}  // namespace holonom

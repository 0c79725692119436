// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/departure.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <random>

#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/mobility.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/scales.h"
#include "solvers/linear/rank_analysis.h"

namespace holonom {
namespace {

constexpr double kReach = 1e-4;  // of the scales: far enough to tell branches apart in double precision
constexpr double kFar = 1e-2, kBeside = 1e-3;
constexpr double kRank = 1e-7;
constexpr int kMostStarts = 6, kMostTrials = 200;  // of mixtures of dependencies

bool isRegular(const Assembly& at, const Assembly& start) {
  return at.consistent && at.independentRows.size() > start.independentRows.size();
}

using Sparse = Eigen::SparseMatrix<double>;

Sparse eigenOf(const SparseMatrix& matrix) {
  const SparsePattern& is = matrix.pattern;
  return Eigen::Map<const Sparse>(is.rows, is.cols, is.nonZeros(), is.colStart.data(), is.rowIndex.data(),
                                  matrix.values.data());
}

/// Whether B has one sign for all w ≠ 0 with A w = 0 (rows of A independent): then ±B + ρ AᵀA is positive
/// definite for large ρ (Finsler).
class SignOnMotions {
 public:
  explicit SignOnMotions(const SparseMatrix& A) : held_(kHeld * Sparse(eigenOf(A).transpose() * eigenOf(A))) {
    identity_.resize(A.pattern.cols, A.pattern.cols);
    identity_.setIdentity();
  }

  bool isDefinite(const Sparse& form) const {
    // with rows and motions in parts of their size
    const double size = std::max(1.0, form.norm()), least = kLeast * size;
    for (const double sign : {1.0, -1.0})
      if (Eigen::SimplicialLLT<Sparse>(sign * form + size * held_ - least * identity_).info() ==
          Eigen::Success)
        return true;
    return false;
  }

 private:
  static constexpr double kHeld = 1e8, kLeast = 1e-6;
  Sparse held_, identity_;
};

/// Whether fewer rows depend on others there.
bool isRicher(DaeSystem& system, double t, const Vector& q, const Mobility& than) {
  system.moveTo(t, q, Vector::Zero(q.size()));
  const SparseMatrix matrix = scaledJacobian(system, than.scale());
  const Vector ones = Vector::Ones(q.size());
  const RowRank rank =
      independentRows(matrix.pattern, matrix.values, ones, kRankTolerance, system.layout().normalisations);
  return rank.independent.size() > than.rank().independent.size();
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

/// In which what dependent rows touch moves by kReach, and nothing farther than kFar.
double timeToLeave(DaeSystem& system, const Assembly& start) {
  const State& from = start.state;
  system.moveTo(from.t, from.q, from.v);
  const Vector scale = localScales(system);
  Vector speed = from.v.cwiseQuotient(scale).cwiseAbs(),
         acceleration = from.a.cwiseQuotient(scale).cwiseAbs();
  const auto time = [](double v, double a, double way) {
    return 2 * way / (v + std::sqrt(v * v + 2 * a * way));
  };
  const std::vector<int> touched = columnsOf(system.constraintPattern(), start.ambiguousRows);
  if (touched.empty()) return std::numeric_limits<double>::infinity();
  return std::min(time(speed.maxCoeff(), acceleration.maxCoeff(), kFar),
                  time(speed(touched).maxCoeff(), acceleration(touched).maxCoeff(), kReach));
}

}  // namespace

std::optional<Assembly> departure(DaeSystem& system, const Assembly& start) {
  const State& from = start.state;
  const double time = timeToLeave(system, start);
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
  if (m == 0 || system.holonomicCount() < m) return false;
  const Mobility mobility(system, t, q, Vector::Zero(n), kRank);
  if (mobility.motions() == 0 || mobility.rank().dependent.empty()) return false;
  Vector moving(m);
  system.constraintTimeDerivative(moving);
  if (moving.cwiseAbs().maxCoeff() > 0) return false;
  const Vector& scale = mobility.scale();
  const Vector perSize = rowSizes(system, scale).cwiseInverse();
  const SignOnMotions sign(mobility.independentRows());
  SparseMatrix hessian{system.stiffnessPattern(), {}};
  std::mt19937 random(20200098);
  const int trials = mobility.rank().dependent.size() == 1 ? 1 : kMostTrials;
  for (int trial = 0; trial < trials; ++trial) {
    hessian.values.assign(std::size_t(hessian.pattern.nonZeros()), 0.0);
    system.constraintHessian(perSize.cwiseProduct(mobility.randomDependency(random)), hessian.values.data());
    const Sparse bent = scale.asDiagonal() * eigenOf(hessian) * scale.asDiagonal();
    if (sign.isDefinite(0.5 * (bent + Sparse(bent.transpose())))) return true;
  }
  return false;
}

std::vector<NearbyStart> nearbyStarts(DaeSystem& system, double t, const Vector& q) {
  std::vector<NearbyStart> found;
  if (system.constraintCount() == 0) return found;
  const Vector rest = Vector::Zero(q.size());
  const Mobility mobility(system, t, q, rest, kRank);
  if (mobility.motions() == 0) return found;
  const Vector &scale = mobility.scale(), weight = scale.array().square().inverse();
  std::vector<Vector> directions;
  std::mt19937 random(20200098);
  constexpr int kTrials = 60;
  for (int trial = 0; trial < kTrials && static_cast<int>(found.size()) < kMostStarts; ++trial) {
    Vector nearby = q + kBeside * scale.cwiseProduct(mobility.randomMotion(random));
    if (!leastSquaresProjection(system, t, rest, weight, nearby)) continue;
    const Vector change = (nearby - q).cwiseQuotient(scale)(mobility.touched());
    const double size = change.norm();
    if (size < 0.2 * kBeside || size > 5 * kBeside || !isRicher(system, t, nearby, mobility)) continue;
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

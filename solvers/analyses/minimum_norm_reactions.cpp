// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/minimum_norm_reactions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/analyses/scales.h"
#include "solvers/linear/constraint_structure.h"

namespace holonom {
namespace {

constexpr double kSlight = 1e-10;               // ε, of the square of σ that counts as one
constexpr double kExact = 1e-13, kGood = 1e-6;  // of the forces: what may be missed
constexpr int kRefinements = 10;
enum Block { kDiagonal, kTransposed, kRows, kSquares };

bool takesPart(const DaeSystem& system, int row) {
  const PartRef::Kind kind = system.layout().rows[std::size_t(row)].part.kind;
  return system.isNormalisation(row) || kind == PartRef::Kind::Joint || kind == PartRef::Kind::Driver ||
         kind == PartRef::Kind::Constraint;
}

/// Forces of one part are of one kind, also where its bodies keep to a plane and follow them only in part.
void makeAlike(const DaeSystem& system, Vector& ways) {
  constexpr double kNothing = 1e-13;
  const auto& rows = system.layout().rows;
  for (std::size_t first = 0, end = 0; first < rows.size(); first = end) {
    while (end < rows.size() && rows[end].part == rows[first].part) ++end;
    auto own = ways.segment(Eigen::Index(first), Eigen::Index(end - first));
    const double most = own.maxCoeff();
    own = (own.array() > kNothing * most).select(Vector::Constant(own.size(), most), 0);
  }
}

/// λ is a moment there, whatever coordinates the rotations have: those of Cardan angles tell no lengths.
bool isMoment(const DaeSystem& system, Eigen::Index row) {
  const PartRef::Kind kind = system.layout().rows[std::size_t(row)].part.kind;
  return kind == PartRef::Kind::Joint || kind == PartRef::Kind::Driver;
}

/// r_i. Of the vector of three places of a body, or of its turn, the length counts, so that nothing hangs on
/// the directions of the axes.
Vector bearingLengths(const DaeSystem& system) {
  constexpr double kBearing = 0.1;  // of the model's size
  const SparsePattern& pattern = system.constraintPattern();
  const auto& coordinates = system.layout().coordinates;
  std::vector<double> values(std::size_t(pattern.nonZeros()));
  system.constraintJacobian(values.data());
  Vector ways = Vector::Zero(pattern.rows), turns = ways, squares = ways;
  for (int col = 0; col < pattern.cols; ++col) {
    const Coordinate& coordinate = coordinates[std::size_t(col)];
    Vector& largest = coordinate.isAngle || coordinate.isRotation ? turns : ways;
    const bool begins = col == 0 || coordinate.group < 0 || coordinate.group != coordinates[col - 1].group;
    if (begins) squares.setZero();
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k) {
      const int row = pattern.rowIndex[k];
      squares[row] += std::pow(values[std::size_t(k)] * coordinate.scale, 2);
      largest[row] = std::max(largest[row], std::sqrt(squares[row]));
    }
  }
  makeAlike(system, ways);
  for (Eigen::Index row = 0; row < turns.size(); ++row)
    if (turns[row] > 0 && isMoment(system, row)) turns[row] = 1;
  return (ways.array() > 0).select(kBearing * ways, turns).cwiseMax(1e-6 * ways.maxCoeff());
}

}  // namespace

MinimumNormReactions::MinimumNormReactions(DaeSystem& system)
    : system_(system), scale_(coordinateScales(system)),
      matrix_(system.coordinateCount() + system.constraintCount()),
      jacobian_(system.constraintPattern().nonZeros()),
      correction_(system.coordinateCount() + system.constraintCount()), x_(system.coordinateCount()),
      forces_(system.coordinateCount()), reactions_(system.constraintCount()) {
  const int n = system.coordinateCount(), m = system.constraintCount();
  const Vector length = bearingLengths(system);
  squares_.resize(m);
  for (const double scale : scale_) slight_.push_back(kSlight / (scale * scale));
  for (int row = 0; row < m; ++row) {
    shares_.push_back(takesPart(system, row));
    squares_[row] = system.isNormalisation(row) ? 0 : -length[row] * length[row];
  }
  matrix_.declare(diagonalPattern(n), 0, 0);
  matrix_.declare(system.constraintPattern(), 0, n, true);
  matrix_.declare(system.constraintPattern(), n, 0);
  matrix_.declare(diagonalPattern(m), n, n);
  matrix_.freeze();
  Vector unknownSizes = Vector::Zero(n + m);
  unknownSizes.head(n) = scale_;
  solver_ = makeScaledSolver(matrix_.pattern(), std::move(unknownSizes));
}

void MinimumNormReactions::share(const State& at, Vector& lambda) {
  const int n = system_.coordinateCount(), m = system_.constraintCount();
  system_.moveTo(at.t, at.q, at.v);
  if (!factorize()) return;
  const SparsePattern& pattern = system_.constraintPattern();
  forces_.setZero();
  addTransposedProduct(pattern, jacobian_.data(), lambda, 1, forces_);
  const auto size = [&](ConstVectorRef f) { return f.cwiseProduct(scale_).lpNorm<Eigen::Infinity>(); };
  const double all = size(forces_);
  x_.setZero();
  reactions_.setZero();
  double missed = all, before = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kRefinements && missed > kExact * all && missed < 0.5 * before; ++i) {
    before = missed;
    correction_.head(n) = forces_;
    correction_.tail(m) = -squares_.cwiseProduct(reactions_);
    addProduct(pattern, jacobian_.data(), x_, -1, correction_.tail(m));
    solver_->solve(correction_);
    x_ += correction_.head(n);
    reactions_ += correction_.tail(m);
    addTransposedProduct(pattern, jacobian_.data(), correction_.tail(m), -1, forces_);
    missed = size(forces_);
  }
  if (!(missed <= kGood * all)) return;
  for (int row = 0; row < m; ++row)
    if (shares_[std::size_t(row)]) lambda[row] = reactions_[row];
}

bool MinimumNormReactions::factorize() {
  system_.constraintJacobian(jacobian_.data());
  const SparsePattern& pattern = system_.constraintPattern();
  for (std::size_t k = 0; k < jacobian_.size(); ++k)
    if (!shares_[std::size_t(pattern.rowIndex[k])]) jacobian_[k] = 0;
  matrix_.setZero();
  matrix_.add(kDiagonal, slight_.data());
  matrix_.add(kTransposed, jacobian_.data());
  matrix_.add(kRows, jacobian_.data());
  matrix_.add(kSquares, squares_.data());
  return solver_->factorize(matrix_.values());
}

}  // namespace holonom

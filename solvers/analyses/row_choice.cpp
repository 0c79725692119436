// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/row_choice.h"

#include <random>

#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/mobility.h"
#include "solvers/analyses/scales.h"

namespace holonom {
namespace {

constexpr double kBetter = 2;       // times larger σ
constexpr double kAside = 1e-2;     // of the scales
constexpr double kSameRank = 1e-6;  // far above what a projection leaves, far below what a step aside makes

double smallestSingularValue(const SparseMatrix& matrix, const std::vector<int>& rows) {
  return smallestSingular(rowsOf(matrix, rows)).value;
}

}  // namespace

RowRank chooseRows(DaeSystem& system, double t, const Vector& q, const Vector& v) {
  system.moveTo(t, q, v);
  const SparseMatrix matrix = scaledJacobian(system, localScales(system));
  const Vector ones = Vector::Ones(q.size());
  const int normalisations = system.layout().normalisations;
  RowRank first = independentRowsAfter(system.holonomicCount(), matrix.pattern, matrix.values, ones,
                                       kRankTolerance, normalisations);
  if (first.dependent.empty() || first.independent.empty()) return first;
  RowRank best = independentRows(matrix.pattern, matrix.values, ones, kRankTolerance, normalisations);
  if (best.independent.size() != first.independent.size() || best.independent == first.independent)
    return first;
  const bool better = smallestSingularValue(matrix, best.independent) >
                      kBetter * smallestSingularValue(matrix, first.independent);
  return better ? best : first;
}

bool momentarilyDependentOnlyAlone(DaeSystem& system, const State& at, std::size_t rank) {
  const Mobility mobility(system, at.t, at.q, at.v, kRankTolerance);
  const Vector &scale = mobility.scale(), weight = scale.array().square().inverse();
  if (mobility.motions() == 0) return false;
  std::mt19937 random(20200098);
  constexpr int kTrials = 4;
  bool reached = false;
  for (int trial = 0; trial < kTrials; ++trial) {
    Vector aside = at.q + kAside * scale.cwiseProduct(mobility.randomMotion(random));
    if (!leastSquaresProjection(system, at.t, at.v, weight, aside)) continue;
    reached = true;
    if (Mobility(system, at.t, aside, at.v, kSameRank).rank().independent.size() > rank) return false;
  }
  return reached;
}

}  // namespace holonom

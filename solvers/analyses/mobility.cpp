// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/mobility.h"

#include <numeric>

#include "solvers/analyses/scales.h"

namespace holonom {
namespace {

DaeSystem& moved(DaeSystem& system, double t, const Vector& q, const Vector& v) {
  system.moveTo(t, q, v);
  return system;
}

std::vector<int> touchedBy(const SparseMatrix& matrix, const RowRank& rank) {
  const Vector ones = Vector::Ones(matrix.pattern.cols);
  std::vector<int> columns =
      columnsOf(matrix.pattern, rowsInDependencies(matrix.pattern, matrix.values, ones, rank));
  if (columns.empty()) {
    columns.resize(std::size_t(matrix.pattern.cols));
    std::iota(columns.begin(), columns.end(), 0);
  }
  return columns;
}

}  // namespace

SparseMatrix scaledJacobian(const DaeSystem& system, const Vector& scale) {
  std::vector<double> values(std::size_t(system.constraintPattern().nonZeros()));
  system.constraintJacobian(values.data());
  return normalised(system.constraintPattern(), std::move(values), scale);
}

Mobility::Mobility(DaeSystem& system, double t, const Vector& q, const Vector& v, double tolerance)
    : Mobility(moved(system, t, q, v), tolerance) {}

Mobility::Mobility(DaeSystem& moved, double tolerance)
    : scale_(localScales(moved)), matrix_(scaledJacobian(moved, scale_)),
      rank_(holonom::independentRows(matrix_.pattern, matrix_.values, Vector::Ones(matrix_.pattern.cols),
                                     tolerance, moved.layout().normalisations)),
      kept_(rowsOf(matrix_, rank_.independent)), space_(matrix_, rank_.independent),
      touched_(touchedBy(matrix_, rank_)) {}

Vector Mobility::randomMotion(std::mt19937& random) const {
  std::normal_distribution<double> normal;
  Vector wanted = Vector::Zero(matrix_.pattern.cols);
  for (const int i : touched_) wanted[i] = normal(random);
  const Vector motion = space_.split(wanted).rest;
  return motion / motion(touched_).norm();
}

Vector Mobility::randomDependency(std::mt19937& random) const {
  std::normal_distribution<double> normal;
  Vector u = Vector::Zero(matrix_.pattern.rows), implied = Vector::Zero(matrix_.pattern.cols);
  for (const int row : rank_.dependent) u[row] = normal(random);
  matrix_.addTransposed(u, -1, implied);
  u(rank_.independent) = space_.split(implied).coefficients;
  return u.normalized();
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/scales.h"

#include <algorithm>
#include <cmath>

namespace holonom {
namespace {

constexpr double kLarge = 12;  // arms: of a model in which a loop may be small
constexpr double kArms = 4;    // that count as one there

bool isTurn(const Coordinate& coordinate) { return coordinate.isAngle || coordinate.isRotation; }

/// The body whose place or turn a coordinate is; −1: of none.
int bodyOf(const Coordinate& coordinate) {
  const bool moves = isTurn(coordinate) || coordinate.group >= 0;
  return moves && coordinate.part.kind == PartRef::Kind::Body ? coordinate.part.index : -1;
}

/// Entries of turns per rad.
template <class Visit>
void visitBodies(const DaeSystem& system, const std::vector<double>& jacobian, bool turns, Visit&& visit) {
  const SparsePattern& pattern = system.constraintPattern();
  for (int col = 0; col < pattern.cols; ++col) {
    const Coordinate& coordinate = system.layout().coordinates[std::size_t(col)];
    const double unit = turns ? coordinate.scale : 1;
    if (const int body = bodyOf(coordinate); body >= 0 && isTurn(coordinate) == turns)
      for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
        visit(body, pattern.rowIndex[k], unit * std::abs(jacobian[std::size_t(k)]));
  }
}

/// Of each body the longest arm on which a row takes it, 0 where there is none; of those that rows take at
/// their middle the longest one of their neighbours.
Vector armsOf(const DaeSystem& system) {
  std::vector<double> jacobian(std::size_t(system.constraintPattern().nonZeros()));
  system.constraintJacobian(jacobian.data());
  int bodies = 0;
  for (const Coordinate& coordinate : system.layout().coordinates)
    bodies = std::max(bodies, bodyOf(coordinate) + 1);
  Vector arm = Vector::Zero(bodies), perLength = Vector::Zero(system.constraintCount()), near = perLength;
  visitBodies(system, jacobian, false,
              [&](int, int row, double value) { perLength[row] = std::max(perLength[row], value); });
  visitBodies(system, jacobian, true, [&](int body, int row, double value) {
    if (perLength[row] > 0) arm[body] = std::max(arm[body], value / perLength[row]);
  });
  visitBodies(system, jacobian, false,
              [&](int body, int row, double) { near[row] = std::max(near[row], arm[body]); });
  const Vector own = arm;
  visitBodies(system, jacobian, false, [&](int body, int row, double) {
    if (own[body] == 0) arm[body] = std::max(arm[body], near[row]);
  });
  return arm;
}

}  // namespace

Vector coordinateScales(const DaeSystem& system) {
  return Vector::NullaryExpr(system.coordinateCount(),
                             [&](auto i) { return system.coordinateScale(static_cast<int>(i)); });
}

Vector localScales(const DaeSystem& system) {
  Vector scale = coordinateScales(system);
  const Vector arm = armsOf(system);
  for (int i = 0; i < scale.size(); ++i) {
    const Coordinate& coordinate = system.layout().coordinates[std::size_t(i)];
    const int body = bodyOf(coordinate);
    if (body >= 0 && !isTurn(coordinate) && arm[body] > 0 && scale[i] > kLarge * arm[body])
      scale[i] = kArms * arm[body];
  }
  return scale;
}

double scaledSize(ConstVectorRef x, const Vector& scale) {
  double largest = 0;
  for (int i = 0; i < x.size(); ++i) {
    const double size = std::abs(x[i]) / scale[i];
    if (!(size <= largest)) largest = size;
  }
  return largest;
}

void measureRows(const DaeSystem& system, const std::vector<double>& jacobian, const Vector& scale,
                 Vector& size) {
  const SparsePattern& pattern = system.constraintPattern();
  size.setZero(pattern.rows);
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      size[pattern.rowIndex[k]] = std::max(size[pattern.rowIndex[k]], std::abs(jacobian[k]) * scale[col]);
  const double most = scale.size() ? scale.maxCoeff() : 1;
  for (int row = 0; row < size.size(); ++row)
    if (!(size[row] > 0)) size[row] = most;
}

Vector rowSizes(const DaeSystem& system, const std::vector<double>& jacobian, const Vector& scale) {
  Vector size;
  measureRows(system, jacobian, scale, size);
  return size;
}

Vector rowSizes(const DaeSystem& system, const Vector& scale) {
  std::vector<double> jacobian(system.constraintPattern().nonZeros());
  system.constraintJacobian(jacobian.data());
  return rowSizes(system, jacobian, scale);
}

Vector rowSizes(const DaeSystem& system) { return rowSizes(system, coordinateScales(system)); }

}  // namespace holonom

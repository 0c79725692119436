// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/inertia_spread.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <vector>

#include "core/base/text.h"
#include "core/math/euler_parameters.h"

namespace holonom {
namespace {

/// Of the four Euler parameters of a body that begin with `first`.
Matrix4 rotationBlock(const SparsePattern& pattern, const std::vector<double>& mass, int first) {
  Matrix4 block;
  for (int row = 0; row < 4; ++row)
    for (int col = 0; col < 4; ++col) {
      const int slot = pattern.slot(first + row, first + col);
      block(row, col) = slot < 0 ? 0 : mass[slot];
    }
  return block;
}

}  // namespace

InertiaSpread::InertiaSpread(const DaeSystem& system, const Vector& scale) {
  const SparsePattern& pattern = system.massPattern();
  std::vector<double> values(pattern.nonZeros());
  system.mass(values.data());
  const auto count = [&](int i, double inertia) {
    const double size = std::abs(inertia) * scale[i] * scale[i];
    if (lightest < 0 || size < least) lightest = i, least = size;
    if (heaviest < 0 || size > most) heaviest = i, most = size;
  };
  for (int i = 0; i < system.coordinateCount(); ++i) {
    if (system.layout().coordinates[i].isRotation) {
      if (system.coordinateGroup(i) != i) continue;
      const Eigen::SelfAdjointEigenSolver<Matrix4> block(rotationBlock(pattern, values, i),
                                                         Eigen::EigenvaluesOnly);
      count(i, block.eigenvalues().minCoeff());
      count(i, block.eigenvalues().maxCoeff());
      continue;
    }
    const int slot = pattern.slot(i, i);
    if (slot >= 0 && values[slot] != 0) count(i, values[slot]);  // others are without mass
  }
}

std::string InertiaSpread::extremes(const DaeSystem& system) const {
  if (lightest < 0 || most < 1e13 * least) return {};
  return " " + tr("The inertia of {} is more than 1e13 times that of {}.", system.coordinateName(heaviest),
                  system.coordinateName(lightest));
}

}  // namespace holonom

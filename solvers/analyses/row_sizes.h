// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/dynamics/dae_system.h"

/// What counts as one in coordinates and constraint rows, so that no threshold depends on the units of the
/// model.
namespace holonom {

/// coordinateScale() of every coordinate, length n.
inline Vector coordinateScales(const DaeSystem& system) {
  Vector scale(system.coordinateCount());
  for (int i = 0; i < scale.size(); ++i) scale[i] = system.coordinateScale(i);
  return scale;
}

/// max_j |x_j| / scale_j; 0 for no entries, not finite when an entry is not.
inline double scaledSize(ConstVectorRef x, const Vector& scale) {
  double largest = 0;
  for (int i = 0; i < x.size(); ++i) {
    const double size = std::abs(x[i]) / scale[i];
    if (!(size <= largest)) largest = size;
  }
  return largest;
}

/// r_i = max_j |C_q,ij| scale_j from the values of C_q in the constraint pattern (length m): the change of
/// row i when the coordinates change by their scales. A row without entries takes the largest scale.
inline void measureRows(const DaeSystem& system, const std::vector<double>& jacobian, const Vector& scale,
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
inline Vector rowSizes(const DaeSystem& system, const std::vector<double>& jacobian, const Vector& scale) {
  Vector size;
  measureRows(system, jacobian, scale, size);
  return size;
}

/// The same at the state the system was moved to.
inline Vector rowSizes(const DaeSystem& system) {
  std::vector<double> jacobian(system.constraintPattern().nonZeros());
  system.constraintJacobian(jacobian.data());
  return rowSizes(system, jacobian, coordinateScales(system));
}

}  // namespace holonom

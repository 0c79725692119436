// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <memory>

#include "core/dynamics/dae_system.h"
#include "solvers/linear/block_matrix.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {

/// The sizes of the unknowns of a Newton matrix: n of them in units of the coordinates from each of
/// `firstColumns` on, and multipliers in the other columns.
inline Vector unknownSizes(const BlockMatrix& matrix, const DaeSystem& system,
                           std::initializer_list<int> firstColumns) {
  Vector sizes = Vector::Zero(matrix.pattern().cols);
  for (const int first : firstColumns)
    for (int i = 0; i < system.coordinateCount(); ++i) sizes[first + i] = system.coordinateScale(i);
  return sizes;
}

/// The solver of such a matrix: a model in other units has the same pivots.
inline std::unique_ptr<LinearSolver> makeScaledSolver(const BlockMatrix& matrix, const DaeSystem& system,
                                                      std::initializer_list<int> firstColumns) {
  return makeScaledSolver(matrix.pattern(), unknownSizes(matrix, system, firstColumns));
}

}  // namespace holonom

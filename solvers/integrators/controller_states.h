// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <vector>

#include "core/dynamics/dae_system.h"

namespace holonom {

/// The states of controllers: coordinates without mass that no holonomic row binds. Their rates follow from
/// equations of first order, and their accelerations, which divide what an iteration leaves by time
/// constants, say nothing of a fast one.
inline std::vector<int> controllerStates(const DaeSystem& system) {
  const SparsePattern &mass = system.massPattern(), &rows = system.constraintPattern();
  std::vector<int> states;
  for (int i = 0; i < system.coordinateCount(); ++i) {
    const auto first = rows.rowIndex.begin() + rows.colStart[i],
               last = rows.rowIndex.begin() + rows.colStart[i + 1];
    const bool isFree = std::all_of(first, last, [&](int row) { return row >= system.holonomicCount(); });
    if (isFree && mass.colStart[i] == mass.colStart[i + 1]) states.push_back(i);
  }
  return states;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/unknown_sizes.h"

#include <algorithm>
#include <cmath>

namespace holonom {

void completeSizes(const SparsePattern& pattern, const std::vector<double>& values, const Vector& known,
                   Vector& sizes) {
  Vector rowSize = Vector::Zero(pattern.rows);
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      rowSize[pattern.rowIndex[k]] = std::max(rowSize[pattern.rowIndex[k]], std::abs(values[k]) * known[col]);
  sizes = known;
  for (int col = 0; col < pattern.cols; ++col) {
    if (known[col] > 0) continue;
    double largest = 0;
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      if (rowSize[pattern.rowIndex[k]] > 0)
        largest = std::max(largest, std::abs(values[k]) / rowSize[pattern.rowIndex[k]]);
    sizes[col] = largest > 0 && std::isfinite(1 / largest) ? 1 / largest : 1;
  }
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/forms/newton_blame.h"

#include <cmath>

namespace holonom {

void blame(const Balance& balance, const ErrorWeights& weights, ConstVectorRef moved, const Vector& from,
           const Vector& to, double way, Attempt& attempt) {
  constexpr double kMuchFarther = 3;
  double farthest = kMuchFarther * weights.positionNorm(moved, &attempt.coordinate);
  const SparsePattern &rows = balance.system().constraintPattern(), &masses = balance.system().massPattern();
  for (int k = 0; k < rows.cols; ++k) {
    const int diagonal = masses.slot(k, k);
    const double mass = diagonal < 0 ? 0 : balance.mass()[diagonal];
    if (!(mass > 0)) continue;
    for (int entry = rows.colStart[k]; entry < rows.colStart[k + 1]; ++entry) {
      const int i = rows.rowIndex[entry];
      const double pulled = way * std::abs(balance.constraintJacobian()[entry] * (to[i] - from[i])) / mass *
                            weights.positionWeight(k);
      if (!(pulled > farthest) || !std::isfinite(pulled)) continue;
      farthest = pulled;
      attempt.multiplier = i;
    }
  }
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/analyses/row_sizes.h"

namespace holonom {

/// The part of a step of Newton's method that is taken: large enough to turn a link by half a radian, small
/// enough to stay on the same branch. `scale`: of the coordinates.
inline double stepFraction(const Vector& scale, ConstVectorRef step) {
  const double ratio = scaledSize(step, scale);
  return ratio > 0.5 ? 0.5 / ratio : 1;
}

}  // namespace holonom

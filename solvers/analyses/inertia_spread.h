// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/dynamics/dae_system.h"

namespace holonom {

/// The smallest and the largest inertia among the coordinates that have one: |M_ii| scale_i², so that masses
/// and moments of inertia compare; of Euler parameters, whose single entries mean nothing, the principal
/// moments. Where they lie too far apart, rounding in the large ones drowns the small
/// ones.
struct InertiaSpread {
  int lightest = -1, heaviest = -1;  ///< coordinates; −1: none has inertia
  double least = 0, most = 0;

  /// At the state the system was moved to; `scale` as coordinateScales().
  InertiaSpread(const DaeSystem& system, const Vector& scale);

  /// So far apart that no scaling makes up for it.
  bool beyondNumbers() const { return lightest >= 0 && most > 1e25 * least; }
  /// " The inertia of … is more than 1e13 times that of …." when they differ so much that results suffer;
  /// else empty.
  std::string extremes(const DaeSystem& system) const;
};

}  // namespace holonom

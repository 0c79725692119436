// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "core/math/types.h"

/// Without what rounding leaves where there should be nothing: people read and change these values.
namespace holonom {

constexpr double kTrace = 1e-12;  // of a size: so much of a length is rounding

inline double tidied(double length, double size) { return std::abs(length) < kTrace * size ? 0 : length; }
inline Vector2 tidied(Vector2 place, double size) {
  for (double& x : place) x = tidied(x, size);
  return place;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace holonom {

struct Kink {
  double t = std::numeric_limits<double>::infinity();
  /// The most by which the rate of an acceleration may jump there: of a coordinate in its scale
  /// (DaeSystem::coordinateScale), 1/s³.
  double size = 0;
};

/// Kinks over time, known beforehand: the forces are continuous there and their rates jump.
class Kinks {
 public:
  virtual ~Kinks() = default;
  /// The first one behind t, judged at the present state.
  virtual Kink next(double /*t*/) const { return {}; }
};

}  // namespace holonom

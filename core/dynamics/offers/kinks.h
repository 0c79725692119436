// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace holonom {

/// Kinks over time, known beforehand: the forces are continuous there and their rates jump.
class Kinks {
 public:
  virtual ~Kinks() = default;
  /// The first one behind t, s.
  virtual double next(double /*t*/) const { return std::numeric_limits<double>::infinity(); }
};

}  // namespace holonom

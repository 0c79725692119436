// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/math/types.h"

namespace holonom {

/// Ideal stops, at which bodies hit each other and the mechanism may come to rest. Each belongs to a
/// switching function s, the distance to it (Switches), and has a holonomic row C = −s among all rows of the
/// system. While the stop is open the row has no entries and says 0 = 0; while it is closed it holds s = 0
/// with λ ≥ 0.
class Stops {
 public:
  virtual ~Stops() = default;

  /// Whether the system takes an impulse instead of another branch when switching function i becomes
  /// negative: bodies hit each other, ġ·n jumps to −e times its value. `n` receives ∂s_i/∂q (length n).
  virtual bool hits(int /*i*/, VectorRef /*n*/, double& /*restitution*/) const { return false; }
  /// The row of such a function; −1 for all others.
  virtual int row(int /*i*/) const { return -1; }
  /// Which are closed from now on, one per switching function; empty: none.
  virtual void close(std::span<const char>) {}
  /// Whether the row belongs to a stop that is open.
  virtual bool isOpen(int /*row*/) const { return false; }
};

}  // namespace holonom

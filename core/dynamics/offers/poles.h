// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/math/types.h"

namespace holonom {

/// Poles. Where one of these functions changes its sign, a force or a motion may be infinite, or jump: what
/// an expression divides by, and for a force along the line between two points the side to which that line
/// leads.
class Poles {
 public:
  virtual ~Poles() = default;

  virtual int count() const { return 0; }
  /// Their values at the present state, length count(). The side of a line counts from its direction at the
  /// last holdLines().
  virtual void values(VectorRef) const {}
  virtual void holdLines() {}
  /// The value of what has this pole at the present state; of a line a component of its direction.
  virtual double near(int /*i*/) const { return 0; }
  virtual bool isLine(int /*i*/) const { return false; }
  /// "force 'jack': 1/(x - 2)"; of a line "force 'spring'"
  virtual std::string name(int) const { return {}; }
};

}  // namespace holonom

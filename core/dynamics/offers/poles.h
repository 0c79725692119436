// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/math/types.h"

namespace holonom {

/// Poles. Where one of these functions, what an expression divides by, changes its sign, a force or a motion
/// may be infinite.
class Poles {
 public:
  virtual ~Poles() = default;

  virtual int count() const { return 0; }
  virtual void values(VectorRef) const {}  ///< at the present state, length count()
  /// The value of what has this pole at the present state.
  virtual double near(int /*i*/) const { return 0; }
  virtual std::string name(int) const { return {}; }  ///< "force 'jack': 1/(x - 2)"
};

}  // namespace holonom

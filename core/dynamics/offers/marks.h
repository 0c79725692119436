// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/math/types.h"

namespace holonom {

struct Mark {
  std::string name;   ///< "event 'top'"
  int direction = 0;  ///< of the change: 1 rising, −1 falling, 0 both
  bool endsRun = false;
};

/// Functions of the state whose changes of sign a run records, or ends at; the equations do not know them.
class Marks {
 public:
  virtual ~Marks() = default;
  virtual int count() const { return 0; }
  virtual void values(VectorRef) const {}  ///< at the present state, length count()
  virtual Mark mark(int) const { return {}; }
};

}  // namespace holonom

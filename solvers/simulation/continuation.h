// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/work_ledger.h"

namespace holonom {

/// What a run takes over from the one that it goes on from, which no mechanism tells.
struct Continuation {
  WorkDone work;
  std::vector<double> turns;  ///< of joints in space, rad, in the order of countedTurns()
};

}  // namespace holonom

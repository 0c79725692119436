// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/model/mechanism.h"
#include "core/results/step_record.h"
#include "solvers/simulation/continuation.h"

namespace holonom {

/// What a run needs that goes on where another one has been.
struct BranchPoint {
  Mechanism mechanism;  ///< with poses, velocities and quantities of controllers as they were
  double time = 0;      ///< s
  Continuation before;  ///< of the run that it leaves
};

/// The state at one recorded row (`channels` and `row` as in a recording of this mechanism) as the start of a
/// run. A controller that says nothing about the start of its quantities is given as the equations that it
/// stands for, and a sampled one acts next after the time of the row, at which it has acted if it had to: of
/// the two rows of a jump, the one behind.
BranchPoint branchAt(const Mechanism& mechanism, const std::vector<Channel>& channels,
                     std::span<const double> row);

}  // namespace holonom

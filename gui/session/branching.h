// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "gui/session/session_run.h"
#include "solvers/simulation/branch.h"

namespace holonom {

/// The run that another one leaves at time t (s): the newest that has this time, for a branch knows nothing
/// of what was before it. Null where no run has it.
const SessionRun* parentAt(const std::vector<std::unique_ptr<SessionRun>>& runs, double t);
/// Where it leaves: at the last row of the parent at or before that time.
BranchPoint branchPoint(const SessionRun& parent, double t);

}  // namespace holonom

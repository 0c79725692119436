// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "gui/session/session_run.h"
#include "solvers/simulation/branch.h"

namespace holonom {

/// Where a run begins that leaves others at the last row at or before time t (s): in the newest run that has
/// this time, for a branch knows nothing of what was before it. None where no run has it.
std::optional<BranchPoint> branchPoint(const std::vector<std::unique_ptr<SessionRun>>& runs, double t);

}  // namespace holonom

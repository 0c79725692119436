// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "gui/session/run_choices.h"
#include "gui/session/session_run.h"

namespace holonom {

/// The runs that start together, the main one first, as they were chosen. Throws InputError.
std::vector<std::unique_ptr<SessionRun>> makeRuns(const Mechanism& mechanism, const RunChoices& choices);

/// The first of the session's colours that none of the runs has: SessionRun::place().
std::size_t freePlace(const std::vector<std::unique_ptr<SessionRun>>& runs);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <vector>

namespace holonom {

class SessionRun;

/// "①" … of a run's place among those of the session (SessionRun::place()), for where its colour alone would
/// not tell. No letter: those name joints.
QString runMark(std::size_t place);

/// Gives each run a label that no other one has: what its options tell (distinguishingNames() in
/// solvers/options/variants.h); that it is live and where a branch began; and the mark where all of this
/// is the same.
void nameRuns(const std::vector<std::unique_ptr<SessionRun>>& runs);

}  // namespace holonom

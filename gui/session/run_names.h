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

/// "1e-6".
QString briefTolerance(double tolerance);

/// Gives each run a label that no other one has: method and index; where the same form runs more than once,
/// what its runs differ in (tolerances, other options); where a branch began; and the mark where all of this
/// is the same.
void nameRuns(const std::vector<std::unique_ptr<SessionRun>>& runs);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/comparison_table.h"
#include "gui/session/run_comparison.h"

namespace holonom {

/// A cell of the table of compared runs: a value and what stands in its tool tip.
struct ErrorCell {
  QString text, help;
  QString brief = {};  ///< where there is no room for the text; empty: there always is
};

struct ErrorRow {
  QString quantity, help;
  std::vector<ErrorCell> cells;  ///< one for each run
};

/// The quality of the runs side by side: spikes, the distance from the first run, and, once a reference was
/// made, the errors, each for positions, angles, forces in joints and so on, in their units.
std::vector<ErrorRow> errorTable(const Session& session, const RunComparison& comparison);

}  // namespace holonom

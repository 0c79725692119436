// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "gui/session/session_run.h"

namespace holonom {

/// One line of the summary: a quantity and its value in each run.
struct ComparisonRow {
  QString quantity;
  QStringList values;
  QString help;
};

/// The finished runs side by side; a run still going on shows "…".
std::vector<ComparisonRow> comparisonOf(const std::vector<std::unique_ptr<SessionRun>>& runs);

}  // namespace holonom

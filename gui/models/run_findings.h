// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "gui/session/session_run.h"

namespace holonom {

/// What a finished run found out beyond numbers, under headings: what the automatic choice picked and why,
/// redundant constraints, reactions that are not unique, singular configurations, events.
struct Finding {
  QString heading;
  QStringList lines;
};
std::vector<Finding> findingsOf(const Summary& summary);

/// The findings of all runs as rich text; a run is named where there are several.
QString findingsText(const std::vector<std::unique_ptr<SessionRun>>& runs);

}  // namespace holonom

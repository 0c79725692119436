// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>

#include "core/io/json_document.h"
#include "solvers/simulation/summary.h"

namespace holonom::cli {

/// Everything there is to say about a run, for the file of --summary. Only cpu_seconds and times differ
/// between two runs of the same input. resources/docs/user/command-line.md explains every key. `given` are
/// the names of the options that somebody asked for; the others are null in "options_given".
JsonDocument summaryDocument(const std::string& model, const Summary& summary,
                             const std::set<std::string>& given);

/// The same in a few lines for a terminal.
std::string summaryText(const std::string& model, const Summary& summary);

/// Program name and version, as it stands in result files.
std::string programVersion();

}  // namespace holonom::cli

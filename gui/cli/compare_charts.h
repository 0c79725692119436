// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "gui/cli/recorded_run.h"

namespace holonom::cli {

struct ComparedRun {
  std::string variant;  ///< as given: "bdf:3"
  std::string label;    ///< for people: "BDF, index 3"
  std::string csvName;
  SimulationOptions options;
  std::set<std::string> given;        ///< names of the options that somebody asked for
  std::vector<std::string> warnings;  ///< of its options
  RecordedRun result;
};

/// Names of all files that writeCompareCharts may write.
std::vector<std::string> compareChartNames();

/// Plots of acceleration, reactions, constraint drift and order with step size, all runs overlaid. Of
/// accelerations and reactions the three channels in which the runs differ most are shown. Returns the names
/// of the files. Throws OutputError.
std::vector<std::string> writeCompareCharts(const std::string& model, const std::vector<ComparedRun>& runs,
                                            const std::filesystem::path& folder);

}  // namespace holonom::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/results/recording.h"
#include "gui/cli/text_table.h"
#include "solvers/options/options.h"
#include "solvers/simulation/summary.h"

/// The numerical example of Wang, Zhao and Pan (002, §6) with the local-equivalence method of this program:
/// a two-link arm that falls from rest, with fixed steps, beside a reference at tight tolerances.
namespace holonom::cli {

struct LocalRun {
  std::string label;
  SimulationOptions options;
  Termination termination = Termination::NotRun;
  std::string message;
  /// Largest distances from the reference (m and rad together; 1/s of these), of the energy from its start
  /// (J) and of the constraints from zero at the level of positions and of velocities.
  double error = 0, rateError = 0, energy = 0, position = 0, velocity = 0;
  std::unique_ptr<Recording> recording;  ///< at equal distances of time
};

struct LocalEvaluation {
  LocalRun reference;
  std::vector<LocalRun> runs;  ///< the paper's, with both bases, first

  TextTable table() const;
};

LocalEvaluation evaluateLocalEquivalence();

/// Figures 2 and 3, "figure2.png" …; returns their names. Throws OutputError.
std::vector<std::string> writeLocalFigures(const LocalEvaluation& evaluation,
                                           const std::filesystem::path& folder);

}  // namespace holonom::cli

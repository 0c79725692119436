// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gui/cli/paper_evaluation.h"

namespace holonom::cli {

/// Names of the pictures, "figure3.png" …
std::vector<std::string> paperFigureNames();

/// Figures 3 and 4 of the seven-body mechanism, 6 and 7 of the slider–crank. Throws OutputError.
void writePaperFigures(const PaperProblem& sevenBody, const PaperProblem& sliderCrank,
                       const std::filesystem::path& folder);

/// One row per accepted step: t, coordinates, velocities (_v), accelerations (_a), multipliers, step size and
/// order.
std::string paperCurvesCsv(const PaperProblem& problem, const PaperRun& run);

}  // namespace holonom::cli

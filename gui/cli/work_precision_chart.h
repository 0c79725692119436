// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "solvers/benchmark/work_precision.h"

namespace holonom::cli {

/// Draws error against CPU time, both logarithmic, a curve for each method and index, into a PNG file. Errors
/// below ten times the uncertainty of the reference are shaded. Throws OutputError.
void writeWorkPrecisionChart(const std::string& title, const std::vector<Measurement>& measurements,
                             const ReferenceEnd& reference, const std::filesystem::path& file);

}  // namespace holonom::cli

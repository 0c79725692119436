// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <filesystem>
#include <string>
#include <vector>

#include "solvers/analyses/stability.h"

namespace holonom::cli {

/// Draws where |R(z)| ≤ 1 in the plane of z = hλ, lines of equal |R| inside, and the eigenvalues of a model,
/// times h, as crosses. `note`: below it. Throws OutputError.
void writeStabilityChart(const std::string& title, const std::string& note, const StabilityProbe& probe,
                         const MethodStability& found, const std::vector<std::complex<double>>& eigenvalues,
                         const std::filesystem::path& file);

}  // namespace holonom::cli

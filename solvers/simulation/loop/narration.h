// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "solvers/analyses/assembly.h"
#include "solvers/options/overruling.h"
#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/summary.h"
#include "solvers/simulation/watches/configuration_guard.h"

/// What a run has to say besides why it ends (endings.h).
namespace holonom::narration {

/// "At t = 0.5 s the mechanism locks …"
inline std::string at(double t, const std::string& what) {
  return tr("At t = {} s {}", significant(t, 9), what);
}

/// Options that overrule the method come before all that may be wrong with the model: "The run was told
/// fixed-step 0.5 (no step is judged by its error) …"
std::string blame(const std::vector<Overruling>& by, const SimulationOptions& options);

/// Of a method that bears no damping.
std::string growsWithAnyStep();

/// Warnings of the assembly and of the run so far, in the order of their times.
std::vector<Warning> warningsOf(const Assembly& assembly, const Course& course,
                                const ConfigurationGuard& guard, std::optional<double> strainedSince);
/// What the methods have decided on their own, and what they leave untested.
std::vector<std::string> remarksOf(const Course& course);

}  // namespace holonom::narration

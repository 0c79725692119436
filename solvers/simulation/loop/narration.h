// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "solvers/analyses/assembly.h"
#include "solvers/options/overruling.h"
#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/watches/configuration_guard.h"

/// What a run has to say besides why it ends (endings.h), and what sentences are made of.
namespace holonom::narration {

/// A text with numbers in it, as printf writes them.
template <class... Numbers>
std::string filled(const char* format, Numbers... numbers) {
  char text[480];
  std::snprintf(text, sizeof text, format, numbers...);
  return text;
}

/// "At t = 0.5 s "
inline std::string at(double t) { return filled("At t = %.9g s ", t); }

/// Options that overrule the method come before all that may be wrong with the model: "The run was told
/// fixed-step 0.5 (no step is judged by its error) …"
std::string blame(const std::vector<Overruling>& by, const SimulationOptions& options);

/// Warnings of the assembly and of the run so far.
std::vector<std::string> warningsOf(const Assembly& assembly, const Course& course,
                                    const ConfigurationGuard& guard, std::optional<double> strainedSince);
/// What the methods have decided on their own, and what they leave untested.
std::vector<std::string> remarksOf(const Course& course);

}  // namespace holonom::narration

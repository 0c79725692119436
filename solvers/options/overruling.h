// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/text.h"
#include "solvers/options/options.h"

namespace holonom {

/// An option whose value switches a safeguard off, or decides in place of the method.
struct Overruling {
  const OptionField* field;
  Text without;  ///< what the run has to do without: "no step is judged by its error"
};

/// Those of a run that has made so many steps. Where it cannot go on, nothing proves that the model is the
/// cause.
std::vector<Overruling> overruling(const SimulationOptions& options, long steps);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "solvers/options/options.h"

namespace holonom {

/// Why an option has no influence on a run of these options, within a sentence; "" where it has one.
std::string whyIdle(const OptionField& field, const SimulationOptions& options);
/// The same of a run of that model, on which it may hang, too.
std::string whyIdle(const OptionField& field, const SimulationOptions& options, const Mechanism& mechanism);

/// That can be asked for by "fixed-order", as the other options are; none: the method has one of its own.
std::vector<int> ordersToChoose(const SimulationOptions& options);

}  // namespace holonom

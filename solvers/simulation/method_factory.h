// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "solvers/integrators/integrator.h"
#include "solvers/simulation/options.h"

namespace holonom {

/// The integrator that valid options name.
std::unique_ptr<Integrator> makeIntegrator(DaeSystem& system, const SimulationOptions& options, Work& work);

/// Whether that integrator has a past to begin from (Integrator::startFrom).
bool beginsFromPast(const SimulationOptions& options);

/// What the user should know about a choice that is allowed and rarely wise; "" mostly.
std::string methodWarning(const SimulationOptions& options);

/// Why the chosen method cannot treat a system with so many independent constraint rows, and what to do;
/// "" when it can.
std::string methodRefusal(const SimulationOptions& options, const DaeSystem& system,
                          int independentConstraints, bool singularStart);

}  // namespace holonom

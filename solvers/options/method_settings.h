// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "solvers/options/options.h"

namespace holonom {

/// Valid options as the methods read them.
IntegratorSettings settingsOf(const SimulationOptions& options);

/// The integrator that valid options name.
std::unique_ptr<Integrator> makeIntegrator(DaeSystem& system, const SimulationOptions& options, Work& work);

}  // namespace holonom

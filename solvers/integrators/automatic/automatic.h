// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "solvers/integrators/integrator.h"

namespace holonom {

/// Chooses the method itself: see solvers/integrators/automatic.cpp.
std::unique_ptr<Integrator> makeAutomatic(DaeSystem& system, const IntegratorSettings& settings, Work& work);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// Chooses the method itself: see automatic.cpp.
std::unique_ptr<Integrator> makeAutomatic(DaeSystem& system, const IntegratorSettings& settings, Work& work);
MethodDescriptor automaticMethod();

}  // namespace holonom

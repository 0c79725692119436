// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// The local-equivalence method (002). See local_equivalence.cpp.
std::unique_ptr<Integrator> makeLocalEquivalence(DaeSystem& system, const IntegratorSettings& settings,
                                                 Work& work);
MethodDescriptor localEquivalenceMethod();

}  // namespace holonom

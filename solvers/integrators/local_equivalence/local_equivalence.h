// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// The local-equivalence method (002). See local_equivalence.cpp.
/// That of the rule of the settings (002).
MethodFormula localEquivalenceFormula(const IntegratorSettings& settings);

MethodDescriptor localEquivalenceMethod();

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/families.h"
#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// The trapezoidal rule on the form of index 2 or 1, see trapezoidal.cpp.
std::unique_ptr<Integrator> makeTrapezoidal(DaeSystem& system, int index, const IntegratorSettings& settings,
                                            Work& work);
MethodDescriptor trapezoidalMethod();
/// The same class with third and fourth order.
MethodDescriptor adamsMoultonMethod();

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/families.h"
#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// Radau IIA of orders 5, 9 and 13 on the form of any index, see radau.cpp.
MethodDescriptor radauMethod();

}  // namespace holonom

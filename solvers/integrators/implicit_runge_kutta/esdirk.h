// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/families.h"
#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// A diagonally implicit method of order 4 on the form of any index, see esdirk.cpp.
MethodDescriptor esdirkMethod();

}  // namespace holonom

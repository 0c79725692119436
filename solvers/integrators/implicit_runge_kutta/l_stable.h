// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/families.h"
#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// The L-stable block methods of 001 on the form of any index, see l_stable.cpp.
MethodDescriptor lStableMethod();

}  // namespace holonom

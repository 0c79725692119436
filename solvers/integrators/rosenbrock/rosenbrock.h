// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// RODAS, a Rosenbrock–Wanner method of order 4 on the index-1 form, see rosenbrock.cpp.
MethodDescriptor rosenbrockMethod();

}  // namespace holonom

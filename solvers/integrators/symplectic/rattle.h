// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/method_descriptor.h"

namespace holonom {

MethodDescriptor rattleMethod();

}  // namespace holonom

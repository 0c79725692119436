// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// All methods, best default first.
const std::vector<MethodDescriptor>& methods();

/// Null where there is none of that name.
const MethodDescriptor* findMethod(const std::string& name);

/// Throws OptionError where there is none, with the names that there are.
const MethodDescriptor& methodNamed(const std::string& name);

}  // namespace holonom

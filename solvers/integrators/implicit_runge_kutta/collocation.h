// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "solvers/integrators/integrator.h"

namespace holonom {

/// One step of Gauss' collocation on the index-1 form, every node of which lies on the constraints: a leap
/// over a place where they become dependent. Not a method for a whole run: each step costs some hundred
/// evaluations. See collocation.cpp.
std::unique_ptr<Integrator> makeCollocation(DaeSystem& system, const IntegratorSettings& settings,
                                            Work& work);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "solvers/analyses/time_scales.h"

namespace holonom {

struct MechanismTimeScales {
  TimeScales scales;
  std::vector<std::string> coordinates;  ///< of each mode, that which takes the largest part: "crank.theta"
};

/// How fast a mechanism can move near its initial values at time t (s), on independent rows of its
/// constraints. Throws InputError where it has no consistent start there.
MechanismTimeScales timeScalesAt(const Mechanism& mechanism, double t);

}  // namespace holonom

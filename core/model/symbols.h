// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/spelling.h"
#include "core/model/mechanism.h"

namespace holonom {

/// Names that an output expression may use, besides the parameters:
///   t
///   body.x y theta vx vy omega ax ay alpha                (centre of mass; m, rad, m/s …)
///   body.point.x y vx vy ax ay                             (a named point)
///   joint.lambda1 … lambdaN, driver.lambda1                (multipliers, N or N·m)
///   spring.length, spring.force                            (spring–dampers only)
std::vector<std::string> outputSymbols(const Mechanism& mechanism);

/// Names of the columns that every run of the mechanism has besides its outputs ("t", "crank.x", "pin.lambda1",
/// "energy.total" …). An output must have another name.
std::vector<std::string> columnNames(const Mechanism& mechanism);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "solvers/analyses/doctor.h"

namespace holonom {

/// As diagnose(), which tells lengths in metres and small ones in millimetres: in the units of a reader.
Diagnosis diagnose(const Mechanism& mechanism, const SimulationOptions& options, std::stop_token stop,
                   const ShownUnits& shown);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/dynamics/force_laws/force_law.h"

namespace holonom {

std::unique_ptr<SpatialForceLaw> makeBushing(const Mechanism& mechanism, const Bushing& bushing);

}  // namespace holonom

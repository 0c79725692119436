// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/app/window_parts.h"

namespace holonom {

/// View > Units: metres or millimetres, degrees or radians.
void addUnitMenu(const WindowParts& parts);

}  // namespace holonom

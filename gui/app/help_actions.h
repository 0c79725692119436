// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/app/window_parts.h"

namespace holonom {

/// Help: the manual, keys of the keyboard, and about the program.
void addHelpMenu(const WindowParts& parts);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "gui/app/window_parts.h"

namespace holonom {

/// Puts its actions into menus and tool bars, wires them and binds their keys.
using ActionGroup = void (*)(const WindowParts& parts);

/// In the order in which they fill menus and tool bars: a line of the table in action_groups.cpp each.
std::vector<ActionGroup>& actionGroups();

}  // namespace holonom

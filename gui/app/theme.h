// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

/// Qt's Fusion style with a light palette, whatever the desktop: plots and picture are drawn for it.
void applyTheme();

}  // namespace holonom

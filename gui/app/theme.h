// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/app/window_parts.h"

namespace holonom {

enum class Theme { System, Light, Dark };

/// Qt's Fusion style with a light or a dark palette; System: whichever the desktop had when the program
/// started. Every widget, icon, plot and picture follows at once.
void applyTheme(Theme theme);

/// The theme of the user's settings.
Theme savedTheme();

/// View > Theme. What is chosen is kept in the settings.
void addThemeMenu(const WindowParts& parts);

}  // namespace holonom

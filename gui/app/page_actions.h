// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/app/window_parts.h"

namespace holonom {

/// View > Welcome page and Doctor: places in the window that are looked for.
void addPageActions(const WindowParts& parts);

}  // namespace holonom

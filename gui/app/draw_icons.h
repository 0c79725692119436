// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace holonom {

/// The icon of a drawing tool by its id ("link"), of "draw", "delete" and "new"; empty for others.
QIcon drawIcon(const char* id);

}  // namespace holonom

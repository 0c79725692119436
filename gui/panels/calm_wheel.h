// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace holonom {

/// A wheel that scrolls past a box of choices scrolls on, and does not choose: the list of the box, and its
/// keys, do that.
void keepFromWheel(QWidget& box);

}  // namespace holonom

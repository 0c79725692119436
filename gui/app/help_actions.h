// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QWidget;

namespace holonom {

/// Fills the Help menu: keys of the keyboard, and about the program.
void fillHelpMenu(QMenu& menu, QWidget& window);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QMenu;

namespace holonom {

/// Fills the Help menu: keys of the keyboard, and about the program.
void fillHelpMenu(QMenu& menu, QMainWindow& window);

}  // namespace holonom

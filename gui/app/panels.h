// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>
#include <functional>
#include <vector>

#include "gui/app/window_parts.h"

class QDockWidget;
class QWidget;

namespace holonom {

/// A panel beside the picture, as the window knows it: a line of the table in panels.cpp. Dock, menu entry,
/// default place and kept size follow from it.
struct Panel {
  /// By default. Apart: as a window of its own, which is not there until it is asked for.
  enum class Stands { Docked, BeforeItsTabs, Apart };
  const char* dock;              ///< object name of its dock
  const char* title;             ///< as the dock and the menu say it, to be translated ("Panels")
  Qt::DockWidgetArea area;       ///< by default
  const char* behind = nullptr;  ///< the dock behind which it stands there, as a tab
  Stands stands = Stands::Docked;
  int minimumWidth = 0;  ///< pixels
  /// The widget, wired with what concerns this panel alone.
  std::function<QWidget*(const WindowParts& parts, QDockWidget& dock)> make;
};

/// In the order in which they are placed: one comes after the one behind which it stands.
std::vector<Panel>& panels();

/// A dock for each panel; where they go is WindowLayout's choice.
void makePanels(const WindowParts& parts);

/// A switch for each panel and tool bar.
void fillPanelMenu(QMenu& menu, QMainWindow& window);

/// Shows a dock before its tabs.
QDockWidget& bringUp(const QMainWindow& window, const char* dock);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/page_actions.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>

#include "gui/app/central_area.h"
#include "gui/app/panels.h"
#include "gui/base/window_text.h"

namespace holonom {

void addPageActions(const WindowParts& parts) {
  QMenu& menu = *parts.menus.view;
  menu.addSeparator();
  menu.addAction(parts.central.startAction());
  auto* doctor = menu.addAction(tr("&Doctor"), Qt::Key_F7, &parts.window, [&window = parts.window] {
    bringUp(window, "doctorDock").findChild<QWidget*>("doctorList")->setFocus();
  });
  doctor->setObjectName("actionDoctor");
  doctor->setToolTip(tr("What stands in the way of a run, and what can be done about it (F7)"));
}

}  // namespace holonom

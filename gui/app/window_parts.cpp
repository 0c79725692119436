// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/window_parts.h"

#include <QAction>
#include <QMainWindow>

#include "gui/session/workspace.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {

void WindowParts::greyWithoutModel(std::initializer_list<const char*> actions) const {
  for (const char* name : actions) {
    auto* action = window.findChild<QAction*>(name);
    action->setEnabled(false);
    if (view.hasGraphics())
      QObject::connect(&workspace.document, &Document::opened, action,
                       [action] { action->setEnabled(true); });
  }
}

}  // namespace holonom

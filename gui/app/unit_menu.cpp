// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/unit_menu.h"

#include <QActionGroup>
#include <QMenu>

#include "gui/base/window_text.h"
#include "gui/session/workspace.h"

namespace holonom {
namespace {

/// Two ways to show one quantity, of which one is ticked.
void addPair(QMenu& menu, UnitSettings& units, bool ShownUnits::*flag,
             const std::pair<const char*, QString>& off, const std::pair<const char*, QString>& on) {
  auto* group = new QActionGroup(&menu);
  for (const auto& [entry, value] : {std::pair(off, false), std::pair(on, true)}) {
    QAction* action = menu.addAction(entry.second, &units, [&units, flag, value = value] {
      ShownUnits wanted = units.shown();
      wanted.*flag = value;
      units.show(wanted);
    });
    action->setObjectName(entry.first);
    action->setCheckable(true);
    action->setChecked(units.shown().*flag == value);
    group->addAction(action);
  }
}

}  // namespace

void addUnitMenu(const WindowParts& parts) {
  QMenu& menu = *parts.menus.view->addMenu(tr("&Units"));
  UnitSettings& units = parts.workspace.units;
  menu.addSection(tr("Plots stay in SI units"));
  addPair(menu, units, &ShownUnits::millimetres, {"actionMetres", tr("&Metres (m, m², Pa …)")},
          {"actionMillimetres", tr("M&illimetres (mm, mm², MPa …)")});
  menu.addSeparator();
  addPair(menu, units, &ShownUnits::degrees, {"actionRadians", tr("&Radians (rad, rad/s …)")},
          {"actionDegrees", tr("&Degrees (°, °/s …)")});
}

}  // namespace holonom

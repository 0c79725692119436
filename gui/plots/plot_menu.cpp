// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_menu.h"

#include <QAction>
#include <QMenu>
#include <algorithm>

#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"

namespace holonom {

PlotMenu::PlotMenu(PlotBoard& board, QMenu& menu) : QObject(&menu), board_(board), menu_(menu) {}

QMenu* PlotMenu::submenu(QMenu& menu, const char* name, const QString& text) {
  QMenu* made = menu.addMenu(text);
  made->setObjectName(name);
  all_.push_back(made->menuAction());
  return made;
}

QAction* PlotMenu::add(QMenu& menu, const char* name, const QString& text, const QList<QKeySequence>& keys,
                       Slot slot) {
  QAction* action = menu.addAction(text);
  action->setObjectName(name);
  action->setShortcuts(keys);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  board_.addAction(action);
  connect(action, &QAction::triggered, this, std::move(slot));
  all_.push_back(action);
  return action;
}

QAction* PlotMenu::forPane(QMenu& menu, const char* name, const QString& text,
                           const QList<QKeySequence>& keys, std::function<void(PlotView&)> slot) {
  QAction* action = add(menu, name, text, keys, [this, slot = std::move(slot)] {
    if (PlotView* current = pane()) slot(*current);
  });
  needPane_.push_back(action);
  return action;
}

void PlotMenu::update() {
  for (QAction* action : needPane_) action->setEnabled(pane() != nullptr);
}

void PlotMenu::release() {
  for (QAction* action : all_) action->setEnabled(true);
}

PlotView* PlotMenu::pane() const { return board_.currentPane(); }

bool PlotMenu::paneHasCurves() const { return pane() && !pane()->shown().isEmpty(); }

bool PlotMenu::anyHasCurves() const {
  const auto& panes = board_.panes();
  return std::any_of(panes.begin(), panes.end(), [](const PlotView* of) { return !of->shown().isEmpty(); });
}

}  // namespace holonom

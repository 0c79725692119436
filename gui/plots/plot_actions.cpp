// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_actions.h"

#include <QMenu>

#include "gui/plots/form_menu.h"
#include "gui/plots/pane_menu.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_file_menu.h"
#include "gui/plots/zoom_menu.h"

namespace holonom {

PlotActions::PlotActions(PlotBoard& board, QObject* parent)
    : QObject(parent), menu_(new QMenu(tr("P&lots"), &board)) {
  menu_->setObjectName("plotsMenu");
  panes_ = new PaneMenu(board, *menu_);
  menu_->addSeparator();
  forms_ = new FormMenu(board, *menu_);
  menu_->addSeparator();
  zoom_ = new ZoomMenu(board, *menu_);
  menu_->addSeparator();
  files_ = new PlotFileMenu(board, *menu_);
  connect(panes_, &PaneMenu::searchRequested, this, &PlotActions::searchRequested);
  connect(menu_, &QMenu::aboutToShow, this, &PlotActions::update);
  connect(&board, &PlotBoard::menuRequested, this, [this](const QPoint& at) { menu_->popup(at); });
  connect(&board, &PlotBoard::addPaneMenuRequested, this,
          [this](const QPoint& at) { panes_->addPaneMenu()->popup(at); });
}

void PlotActions::update() {
  const auto parts = {static_cast<PlotMenu*>(panes_), static_cast<PlotMenu*>(forms_),
                      static_cast<PlotMenu*>(zoom_), static_cast<PlotMenu*>(files_)};
  for (PlotMenu* part : parts) {
    part->update();
    // what is chosen in the menu must still be able to act
    connect(
        menu_, &QMenu::aboutToHide, part, [part] { part->release(); },
        Qt::ConnectionType(Qt::QueuedConnection | Qt::SingleShotConnection));
  }
}

}  // namespace holonom

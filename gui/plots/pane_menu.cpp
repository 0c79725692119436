// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/pane_menu.h"

#include <QAction>
#include <QMenu>
#include <algorithm>

#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"

namespace holonom {

PaneMenu::PaneMenu(PlotBoard& board, QMenu& menu) : PlotMenu(board, menu) {
  makeAddPane();
  add(menu, "actionAddQuantity", tr("Add a &quantity…"), {}, [this] { emit searchRequested(); });
  forPane(menu, "actionRemovePane", tr("&Remove this pane"), {Qt::Key_Delete},
          [this](PlotView& pane) { this->board().removePane(&pane); });
  add(menu, "actionBringBackPane", tr("&Bring back the removed pane"), {},
      [this] { this->board().bringBackPane(); });
  makeArrange();
}

void PaneMenu::makeAddPane() {
  addPane_ = submenu(menu(), "addPaneMenu", tr("&Add pane"));
  add(*addPane_, "actionAddEmptyPane", tr("&Empty pane"), {Qt::CTRL | Qt::SHIFT | Qt::Key_N},
      [this] { board().addPane(freeSpec().key); });
  addPane_->addSeparator();
  for (const PlotSpec& spec : plotSpecs()) {
    QAction* action =
        addPane_->addAction(spec.title, this, [this, key = QString(spec.key)] { board().addPane(key); });
    action->setStatusTip(spec.help);
  }
  addPane_->addSeparator();
  addPane_->addAction(tr("Back to the panes of the &start"), this, [this] { board().restoreDefaultPanes(); })
      ->setObjectName("actionDefaultPanes");
}

void PaneMenu::makeArrange() {
  QMenu* arrange = submenu(menu(), "arrangeMenu", tr("Arra&nge"));
  forPane(*arrange, "actionPaneEarlier", tr("Move &forwards"), {Qt::CTRL | Qt::SHIFT | Qt::Key_Up},
          [this](PlotView& pane) { board().movePane(&pane, -1); });
  forPane(*arrange, "actionPaneLater", tr("Move &backwards"), {Qt::CTRL | Qt::SHIFT | Qt::Key_Down},
          [this](PlotView& pane) { board().movePane(&pane, 1); });
  split_ = forPane(*arrange, "actionSplitPane", tr("&Split: a pane for each curve"),
                   {Qt::CTRL | Qt::SHIFT | Qt::Key_B}, [this](PlotView& pane) { board().splitPane(&pane); });
  arrange->addSeparator();
  forPane(*arrange, "actionNextPane", tr("Go to the &next pane"), {Qt::CTRL | Qt::Key_PageDown},
          [this](PlotView&) { goTo(1); });
  forPane(*arrange, "actionPreviousPane", tr("Go to the &previous pane"), {Qt::CTRL | Qt::Key_PageUp},
          [this](PlotView&) { goTo(-1); });
}

void PaneMenu::goTo(int by) {
  const auto& panes = board().panes();
  const auto found = std::find(panes.begin(), panes.end(), pane());
  if (found == panes.end()) return;
  const auto count = static_cast<int>(panes.size());
  PlotView* next = panes[static_cast<std::size_t>((found - panes.begin() + by + count) % count)];
  board().setCurrentPane(next);
  next->content()->setFocus();
}

void PaneMenu::update() {
  PlotMenu::update();
  split_->setEnabled(pane() && pane()->shown().size() > 1);
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plots/plot_menu.h"

namespace holonom {

/// Which panes there are, in which order, and which is the current one.
class PaneMenu : public PlotMenu {
  Q_OBJECT
 public:
  PaneMenu(PlotBoard& board, QMenu& menu);
  QMenu* addPaneMenu() const { return addPane_; }
  void update() override;

 signals:
  void searchRequested();  ///< the user wants to find a quantity for the current pane

 private:
  void makeAddPane();
  void makeArrange();
  void goTo(int by);

  QMenu* addPane_ = nullptr;
  QAction* split_ = nullptr;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plots/plot_menu.h"

namespace holonom {

/// What is seen: of the time of all panes, or of the horizontal axis that the current one has for itself, and
/// of its values.
class ZoomMenu : public PlotMenu {
  Q_OBJECT
 public:
  ZoomMenu(PlotBoard& board, QMenu& menu);
  void update() override;

 private:
  void makeHorizontal();
  void makeValues();
  void zoom(double factor);
  void shift(double part);

  QMenu* zoom_;
  QAction *undo_, *redo_;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "gui/plots/plot_menu.h"

namespace holonom {

/// How the current pane shows its channels: in which form, against what, on which axes.
class FormMenu : public PlotMenu {
  Q_OBJECT
 public:
  FormMenu(PlotBoard& board, QMenu& menu);
  void update() override;

 private:
  void makeForms();
  void makeSwitches();
  void fillCurves();
  void fillSides(QMenu& menu, PlotView& pane, const QString& channel);
  void fillAbscissae();
  void toggleSecondCursor();

  std::vector<std::pair<QAction*, QString>> forms_;  // and their keys
  QMenu *curves_ = nullptr, *abscissae_ = nullptr;
  QAction *logarithmic_ = nullptr, *statistics_ = nullptr, *difference_ = nullptr, *second_ = nullptr;
};

}  // namespace holonom

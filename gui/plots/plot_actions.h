// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMenu;

namespace holonom {

class FormMenu;
class PaneMenu;
class PlotBoard;
class PlotFileMenu;
class ZoomMenu;

/// Everything that can be done with the panes, as one menu: in the menu bar, and over a pane.
class PlotActions : public QObject {
  Q_OBJECT
 public:
  explicit PlotActions(PlotBoard& board, QObject* parent = nullptr);

  QMenu* menu() const { return menu_; }
  PlotFileMenu& files() const { return *files_; }

 signals:
  void searchRequested();  ///< the user wants to find a quantity for the current pane

 private:
  void update();

  QMenu* menu_;
  PaneMenu* panes_;
  FormMenu* forms_;
  ZoomMenu* zoom_;
  PlotFileMenu* files_;
};

}  // namespace holonom

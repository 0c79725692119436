// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

class QMainWindow;
class QMenu;
class QToolBar;

namespace holonom {

class CentralArea;
class FileActions;
class MechanismView;
class PlotActions;
class PlotBoard;
class RefreshLoop;
class RunStatus;
class TransportKeys;
struct Workspace;

/// What panels and groups of actions may ask of the window that they stand in. To be copied freely.
struct WindowParts {
  Workspace& workspace;  ///< lives longer than all widgets
  QMainWindow& window;
  CentralArea& central;
  MechanismView& view;  ///< of the main run
  PlotBoard& plots;
  PlotActions& plotActions;
  RunStatus& status;
  RefreshLoop& refresh;
  FileActions& files;
  TransportKeys& keys;
  QToolBar& toolBar;
  struct Menus {
    QMenu *file, *edit, *draw, *run, *plots, *view, *help;
  } menus;

  /// What looks at a mechanism waits for the first one, and for a picture: actions by their names. What is a
  /// setting can be set before.
  void greyWithoutModel(std::initializer_list<const char*> actions) const;
};

}  // namespace holonom

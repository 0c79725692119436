// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>
#include <optional>

#include "gui/app/window_parts.h"
#include "gui/session/workspace.h"

class QMainWindow;
class QMenu;
class QToolBar;

namespace holonom {

class CentralArea;

/// Comparing runs: pictures side by side, and the demonstration on the welcome page.
class CompareActions : public QObject {
  Q_OBJECT
 public:
  CompareActions(Workspace& workspace, CentralArea& central, QMainWindow& window);
  void fill(QMenu& view, QToolBar& toolBar);
  /// Runs the slider–crank, which is open, with index 3 beside index 2.
  void showSpikes();

 private:
  void endDemonstration();
  Workspace& workspace_;
  CentralArea& central_;
  QMainWindow& window_;
  QAction sideBySide_;
  std::optional<QStringList> before_;  // the runs to compare, while a demonstration shows its own
};

/// View > Runs side by side, and the demonstration.
void addCompareActions(const WindowParts& parts);

}  // namespace holonom

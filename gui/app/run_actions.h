// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

#include "gui/app/window_parts.h"
#include "gui/session/workspace.h"

class QMenu;
class QToolBar;

namespace holonom {

/// Run, pause, step, stop, restart and branch as actions that are enabled when they make sense.
class RunActions : public QObject {
  Q_OBJECT
 public:
  explicit RunActions(Workspace& workspace, QObject* parent = nullptr);
  void fill(QMenu& menu, QToolBar& toolBar);

  QAction run, pause, step, stop, restart, realTime, branch, pull, keepPull, togglePlayback, compareMethods,
      exploreMethods;
  /// What Space does: pause or go on while a run is under way, play or halt its recording afterwards, else
  /// run.
  void togglePlayOrRun();
  /// Where there is no picture nothing can be pulled.
  void setPictured(bool on);

 private:
  void start();
  void makeStep();
  bool mayDiscardPull();
  bool mayReplaceRun();
  void enable();
  void prepare(QAction& action, const char* name, const QString& help, const QKeySequence& shortcut);
  Workspace& workspace_;
  bool pictured_ = true;
};

/// Run, the pulling hand in the picture and the study of methods.
void addRunActions(const WindowParts& parts);

}  // namespace holonom

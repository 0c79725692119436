// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <memory>

#include "gui/session/workspace.h"

namespace holonom {

class CentralArea;
class FileActions;
class MechanismView;
class PlotActions;
class PlotBoard;
class RunStatus;
class WindowLayout;
struct WindowParts;

/// Puts panels (panels.h) and groups of actions (action_groups.h) around the picture. What they do lives in
/// the workspace, which outlives the window, and in the actions.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(Workspace& workspace, QWidget* parent = nullptr);
  ~MainWindow() override;

  Workspace& workspace() { return workspace_; }
  MechanismView& view();
  PlotBoard& plots() { return *plots_; }
  FileActions& files() { return *fileActions_; }
  /// Shows what another run of the program left unsaved, if there is anything.
  void offerRecovery();
  WindowLayout& layoutKeeper() { return *layout_; }

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  WindowParts parts();
  void fill(const WindowParts& parts);
  void showTitle();

  Workspace& workspace_;
  CentralArea* central_;
  PlotBoard* plots_;
  PlotActions* plotActions_;
  RunStatus* status_;
  FileActions* fileActions_;
  std::unique_ptr<WindowLayout> layout_;
};

}  // namespace holonom

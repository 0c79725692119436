// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <memory>

#include "gui/session/autosave.h"
#include "gui/session/workspace.h"

namespace holonom {

class CentralArea;
class CompareActions;
class DrawActions;
class FileActions;
class MechanismView;
class MethodStudyDialog;
class PlotActions;
class MeasureActions;
class ModelPanel;
class PlotBoard;
class QuantitiesPanel;
class RefreshLoop;
class RunActions;
class RunStatus;
class TransportKeys;
class ViewActions;
class WindowLayout;

/// Arranges panels, menus and tool bar. What they do lives in the session objects and in the actions.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  Workspace& workspace() { return workspace_; }
  MechanismView& view();
  PlotBoard& plots() { return *plots_; }
  /// Shows what another run of the program left unsaved, if there is anything.
  void offerRecovery();
  WindowLayout& layoutKeeper() { return *layout_; }

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void makeDocks();
  void makeMenus();
  void greyWithoutModel();
  void bindKeys();
  void connectPulling();
  void moveBySamples(int count);
  void showTitle();
  void compareMethods();
  void makeIntegratorDock();
  void makeQuantitiesDock();
  void searchQuantity();

  Workspace workspace_;
  CentralArea* central_;
  PlotBoard* plots_;
  PlotActions* plotActions_;
  QuantitiesPanel* quantities_ = nullptr;
  ModelPanel* model_ = nullptr;
  QDockWidget* doctorDock_ = nullptr;
  RunStatus* status_;
  RunActions* runActions_;
  FileActions* fileActions_;
  ViewActions* viewActions_;
  DrawActions* drawActions_;
  CompareActions* compareActions_ = nullptr;
  MeasureActions* measureActions_;
  TransportKeys* keys_;
  MethodStudyDialog* methodStudy_ = nullptr;  // made when first asked for
  RefreshLoop* refresh_;
  std::unique_ptr<WindowLayout> layout_;
  std::unique_ptr<Autosave> autosave_;
};

}  // namespace holonom

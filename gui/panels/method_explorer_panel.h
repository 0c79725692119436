// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "gui/session/method_facts.h"
#include "gui/session/model_modes.h"
#include "gui/session/workspace.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QSplitter;
class QTabWidget;

namespace holonom {

class EquationFigure;
class FittingBrowser;
class OrderFigure;
class XyChart;

/// All methods, and of the chosen one a page: what it computes, where it is stable, what it damps; with the
/// eigenvalues of the open model in it, at the time shown and times the step of the run, while that goes on.
class MethodExplorerPanel : public QWidget {
  Q_OBJECT
 public:
  explicit MethodExplorerPanel(Workspace& workspace, QWidget* parent = nullptr);

  /// The run has gone on, or another time is shown.
  void refresh();
  const std::optional<ModeAnswer>& modes() const { return modes_.answer(); }
  const MethodFacts* facts() const { return facts_.get(); }

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  struct Present {  // where the run stands
    std::size_t row = 0;
    double h = 0;  // s; 0: not known
    int order = 0;
  };
  QWidget* makeList();
  QWidget* makeStability();
  QWidget* makeDamping();
  const MethodDescriptor& method() const;
  std::optional<Present> present() const;
  bool isOfRun() const;
  int order() const;
  double step() const;
  RegionView view() const;
  SimulationOptions probed() const;
  SimulationOptions withIndexOfRun(SimulationOptions options) const;
  void followOptions();
  void showMethod();
  std::vector<int> orders() const;  // that can be chosen
  void fillOrders();
  void showFacts();
  void nameOrder(int order);
  void showSheet();
  void showFigures();
  void showRegion();
  void showDamping();
  void showVerdict();
  QString verdict() const;
  QString stiffness() const;
  QString textOf(std::size_t mode) const;
  void askForModes();

  Workspace& workspace_;
  MethodFactsFinder finder_;
  ModelModes modes_;
  std::shared_ptr<const MethodFacts> facts_;
  std::optional<SimulationOptions> shown_;    // of which the page tells
  std::shared_ptr<const Mechanism> running_;  // of the main run
  QString followed_;                          // the method of the options
  QListWidget* methods_ = nullptr;
  FittingBrowser* sheet_ = nullptr;
  QSplitter* halves_ = nullptr;
  QTabWidget* figures_ = nullptr;
  QComboBox* order_ = nullptr;
  QLineEdit* step_ = nullptr;
  QCheckBox* all_ = nullptr;
  EquationFigure* equation_ = nullptr;
  OrderFigure* measuring_ = nullptr;
  XyChart *region_ = nullptr, *damping_ = nullptr;
  QLabel *verdict_ = nullptr, *dampingNote_ = nullptr;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/main_window.h"

#include <QDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QMouseEvent>
#include <QStatusBar>
#include <QToolBar>

#include "gui/app/action_groups.h"
#include "gui/app/central_area.h"
#include "gui/app/file_actions.h"
#include "gui/app/panels.h"
#include "gui/app/recovery_dialog.h"
#include "gui/app/refresh_loop.h"
#include "gui/app/transport_keys.h"
#include "gui/app/window_layout.h"
#include "gui/panels/icons.h"
#include "gui/panels/run_status.h"
#include "gui/panels/screen_room.h"
#include "gui/panels/start_page.h"
#include "gui/plots/plot_actions.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_file_menu.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {

MainWindow::MainWindow(Workspace& workspace, QWidget* parent)
    : QMainWindow(parent), workspace_(workspace), central_(new CentralArea(workspace_)),
      plots_(new PlotBoard), plotActions_(new PlotActions(*plots_, this)),
      status_(new RunStatus(workspace_.session)),
      fileActions_(new FileActions(workspace_, central_->pictures(), *this)) {
  setObjectName("mainWindow");
  setWindowIcon(programIcon());
  setCentralWidget(central_);
  setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
  statusBar()->addWidget(status_, 1);  // gives way to messages, which have no room beside it
  fill(parts());
  for (auto signal : {&Document::opened, &Document::changed, &Document::modifiedChanged})
    connect(&workspace_.document, signal, this, &MainWindow::showTitle);
  showTitle();
  resize(withinScreen(*this, {1400, 900}));
  layout_ = std::make_unique<WindowLayout>(*this, *plots_);
  central_->startPage().setFocus();  // so that the first Tab leads to its first button, where it is seen
}

/// A field that loses the focus says that it is finished, to a panel that is half gone.
MainWindow::~MainWindow() {
  for (QLineEdit* edit : findChildren<QLineEdit*>()) edit->blockSignals(true);
}

MechanismView& MainWindow::view() { return central_->view(); }

void MainWindow::offerRecovery() { showRecoveryOffer(workspace_, *fileActions_, *this); }

WindowParts MainWindow::parts() {
  auto* bar = addToolBar(tr("Simulation"));
  bar->setObjectName("simulationToolBar");
  bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->setIconSize({20, 20});
  auto* refresh = new RefreshLoop(workspace_, central_->pictures(), *plots_, *status_, this);
  WindowParts parts{workspace_,    *this,    *central_, view(),        *plots_,
                    *plotActions_, *status_, *refresh,  *fileActions_, *new TransportKeys(*this),
                    *bar,          {}};
  parts.menus.file = menuBar()->addMenu(tr("&File"));
  parts.menus.edit = menuBar()->addMenu(tr("&Edit"));
  parts.menus.draw = menuBar()->addMenu(tr("&Draw"));
  parts.menus.run = menuBar()->addMenu(tr("&Run"));
  menuBar()->addMenu(parts.menus.plots = plotActions_->menu());
  parts.menus.view = menuBar()->addMenu(tr("&View"));
  parts.menus.help = menuBar()->addMenu(tr("&Help"));
  return parts;
}

void MainWindow::fill(const WindowParts& parts) {
  makePanels(parts);
  for (const ActionGroup addGroup : actionGroups()) addGroup(parts);
  fillPanelMenu(*parts.menus.view->addMenu(tr("&Panels")), *this);
  parts.menus.view->addAction(tr("&Reset layout"), [this] { layout_->reset(); })
      ->setObjectName("actionResetLayout");
}

void MainWindow::showTitle() {
  setWindowTitle(workspace_.document.isOpen() ? tr("%1[*] – Holonom").arg(workspace_.document.title())
                                              : tr("Holonom"));
  setWindowModified(workspace_.document.isModified());
  plotActions_->files().setProposedName(workspace_.document.proposedName());
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (layout_) layout_->windowResized();
}

bool MainWindow::event(QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress && layout_)
    layout_->pressed(static_cast<QMouseEvent*>(event)->position().toPoint());
  return QMainWindow::event(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!fileActions_->mayQuit()) return event->ignore();
  workspace_.autosave.discard();  // what is not saved now is not wanted
  layout_->save();
  workspace_.session.stop();
  for (QDialog* dialog : findChildren<QDialog*>())
    if (dialog->isVisible()) dialog->reject();
  QMainWindow::closeEvent(event);
}

}  // namespace holonom

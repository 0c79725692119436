// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/compare_actions.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QToolBar>

#include "gui/app/central_area.h"
#include "gui/app/picture_grid.h"
#include "gui/panels/compare_panel.h"
#include "gui/panels/icons.h"
#include "gui/panels/solver_panel.h"
#include "gui/panels/start_page.h"
#include "gui/session/compare_settings.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {
namespace {

const QStringList kDemonstrated{"bdf:2"};

}  // namespace

CompareActions::CompareActions(Workspace& workspace, CentralArea& central, QMainWindow& window)
    : QObject(&window), workspace_(workspace), central_(central),
      dock_(new QDockWidget(tr("Compare"), &window)),
      sideBySide_(makeIcon(Icon::SideBySide), tr("Runs side b&y side")) {
  restoreComparisons(workspace_.session);
  dock_->setObjectName("compareDock");
  auto* panel = new ComparePanel(workspace_.session);
  dock_->setWidget(panel);
  connect(panel, &ComparePanel::wrongEntryShown, this, &CompareActions::showPanel);
  connect(&workspace_.document, &Document::opened, panel, &ComparePanel::dropWrongEntries);
  sideBySide_.setParent(this);
  sideBySide_.setObjectName("actionSideBySide");
  sideBySide_.setCheckable(true);
  sideBySide_.setShortcut(Qt::Key_F8);
  sideBySide_.setToolTip(
      tr("A picture for each run, seen by one camera; otherwise all runs in one picture (F8)"));
  sideBySide_.setStatusTip(sideBySide_.toolTip());
  connect(&sideBySide_, &QAction::toggled, &central_.pictures(), &PictureGrid::setSideBySide);
  sideBySide_.setEnabled(false);
  connect(&workspace_.document, &Document::opened, &sideBySide_,
          [this] { sideBySide_.setEnabled(central_.view().hasGraphics()); });
  connect(&workspace_.document, &Document::opened, this, &CompareActions::endDemonstration);
  if (auto* solver = window.findChild<SolverPanel*>())
    connect(solver, &SolverPanel::moreRunsRequested, this, &CompareActions::showPanel);
}

void CompareActions::fill(QMenu& view, QToolBar& toolBar) {
  view.addAction(&sideBySide_);
  toolBar.addAction(&sideBySide_);
  // Whatever the View menu switches in the main picture holds for all pictures.
  connect(&view, &QMenu::triggered, &central_.pictures(), &PictureGrid::shareLook);
}

void CompareActions::showPanel() {
  dock_->show();
  dock_->raise();
}

// What the user chose meanwhile stays.
void CompareActions::endDemonstration() {
  if (before_ && workspace_.session.comparisons() == kDemonstrated)
    workspace_.session.setComparisons(*before_);
  before_.reset();
}

/// Index 3 keeps the velocity constraints only roughly: each change of step or order shows in accelerations
/// and reactions.
void CompareActions::showSpikes() {
  if (!workspace_.document.openNamed("slider_crank")) return;
  Session& session = workspace_.session;
  SimulationOptions options = session.options();
  selectMethod(options, "bdf");
  options.index = 3;
  session.setOptions(options);
  before_ = session.comparisons();
  session.setComparisons(kDemonstrated);
  showPanel();
  session.start();
}

}  // namespace holonom

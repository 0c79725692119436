// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/compare_actions.h"

#include <QMainWindow>
#include <QMenu>
#include <QToolBar>

#include "gui/app/central_area.h"
#include "gui/app/file_actions.h"
#include "gui/app/panels.h"
#include "gui/app/picture_grid.h"
#include "gui/panels/icons.h"
#include "gui/panels/start_page.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {
namespace {

const QStringList kDemonstrated{"bdf:2"};

}  // namespace

CompareActions::CompareActions(Workspace& workspace, CentralArea& central, QMainWindow& window)
    : QObject(&window), workspace_(workspace), central_(central), window_(window),
      sideBySide_(makeIcon(Icon::SideBySide), tr("Runs side b&y side")) {
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
}

void CompareActions::fill(QMenu& view, QToolBar& toolBar) {
  view.addAction(&sideBySide_);
  toolBar.addAction(&sideBySide_);
  // Whatever the View menu switches in the main picture holds for all pictures.
  connect(&view, &QMenu::triggered, &central_.pictures(), &PictureGrid::shareLook);
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
  Session& session = workspace_.session;
  SimulationOptions options = session.options();
  selectMethod(options, "bdf");
  options.index = 3;
  session.setOptions(options);
  before_ = session.comparisons();
  session.setComparisons(kDemonstrated);
  bringUp(window_, "compareDock");
  session.start();
}

void addCompareActions(const WindowParts& parts) {
  auto* actions = new CompareActions(parts.workspace, parts.central, parts.window);
  actions->fill(*parts.menus.view, parts.toolBar);
  QObject::connect(
      &parts.central.startPage(), &StartPage::spikesRequested, actions,
      [actions, &files = parts.files] { files.open("slider_crank", [actions] { actions->showSpikes(); }); });
}

}  // namespace holonom

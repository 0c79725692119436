// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/kept_curve_actions.h"

#include <QMainWindow>
#include <QMenu>

#include "gui/app/transport_keys.h"

namespace holonom {

KeptCurveActions::KeptCurveActions(Workspace& workspace, QObject* parent)
    : QObject(parent), kept_(workspace.kept), keep_(tr("&Keep the curves of this run"), this),
      forget_(tr("&Forget kept curves"), this) {
  keep_.setObjectName("actionKeepCurves");
  keep_.setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_K);
  keep_.setStatusTip(
      tr("The curves of the main run stay in the plots while the model is changed and run again"));
  forget_.setObjectName("actionForgetCurves");
  forget_.setStatusTip(tr("Take the kept curves out of the plots"));
  connect(&keep_, &QAction::triggered, this, [this, &workspace] {
    QString message = tr("The curves of this run are kept: change the model and run it again to compare.");
    if (kept_.keep())
      message += ' ' + tr("Those that were kept first made room: %1 are kept at most.").arg(KeptRuns::kMost);
    workspace.log.add(MessageLog::Level::Information, message);
  });
  connect(&forget_, &QAction::triggered, &kept_, &KeptRuns::forget);
  connect(&kept_, &KeptRuns::changed, this, &KeptCurveActions::enable);
  for (auto signal : {&Session::runsChanged, &Session::stateChanged, &Session::runFinished})
    connect(&workspace.session, signal, this, &KeptCurveActions::enable);
  enable();
}

void KeptCurveActions::fill(QMenu& menu) {
  menu.addSeparator();
  menu.addAction(&keep_);
  menu.addAction(&forget_);
}

void KeptCurveActions::enable() {
  keep_.setEnabled(kept_.canKeep());
  forget_.setEnabled(!kept_.isEmpty());
}

void addKeptCurveActions(const WindowParts& parts) {
  (new KeptCurveActions(parts.workspace, &parts.window))->fill(*parts.menus.plots);
}

void addPlotKeys(const WindowParts& parts) {
  auto* search = parts.window.findChild<QAction*>("actionAddQuantity");
  if (!search) return;
  search->setShortcut(Qt::CTRL | Qt::Key_K);
  search->setShortcutContext(Qt::WindowShortcut);
  parts.keys.bind(Qt::Key_Slash, *search);
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/part_menu.h"

#include <QMenu>

#include "core/model/editing.h"
#include "gui/plots/part_quantities.h"
#include "gui/plots/plot_board.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {

PartMenu::PartMenu(Workspace& workspace, MechanismView& view, PlotBoard& plots, QObject* parent)
    : QObject(parent), workspace_(workspace), view_(view), plots_(plots) {
  connect(&view_, &MechanismView::partMenuRequested, this, &PartMenu::popUp);
}

void PartMenu::popUp(const PartRef& part, const QPoint& globalPosition) {
  auto* menu = new QMenu(&view_);
  menu->setObjectName("partMenu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (part.kind != PartRef::Kind::None) {
    workspace_.selection.select(part);
    const PartRef whole{part.kind, part.index};
    const std::string name = partName(workspace_.document.mechanism(), whole);
    QMenu* plot = menu->addMenu(tr("&Plot of %1").arg(QString::fromStdString(name)));
    const auto& runs = workspace_.session.runs();
    addQuantities(*plot, runs.empty() ? nullptr : runs.front()->recording().get(),
                  {QString::fromStdString(name)},
                  [this](const QString& channel) { plots_.addToCurrent({channel}); });
    plot->setEnabled(!plot->isEmpty());
    if (!plot->isEnabled()) plot->setTitle(tr("Plot: run the model first"));
    if (part.kind == PartRef::Kind::Body)
      menu->addAction(tr("&Follow with the camera"), &view_,
                      [this, part] { view_.setCameraMode(MechanismView::CameraMode::Follows, part.index); });
    menu->addSeparator();
  }
  menu->addAction(tr("Show &all"), &view_, &MechanismView::fit);
  menu->popup(globalPosition);
}

}  // namespace holonom

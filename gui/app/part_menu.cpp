// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/part_menu.h"

#include <QMenu>
#include <QRegularExpression>
#include <algorithm>

#include "core/model/editing.h"
#include "gui/app/edit_actions.h"
#include "gui/plots/part_quantities.h"
#include "gui/plots/plot_board.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {

namespace {

/// A part, and the outputs whose formulas read it: such as the force of a leg.
QStringList readOf(const Mechanism& mechanism, const QString& name) {
  QStringList names{name};
  const QRegularExpression reads("\\b" + QRegularExpression::escape(name) + "\\.");
  for (const Output& output : mechanism.outputs)
    if (QString::fromStdString(output.expression).contains(reads))
      names << QString::fromStdString(output.name);
  return names;
}

}  // namespace

PartMenu::PartMenu(Workspace& workspace, MechanismView& view, PlotBoard& plots, EditActions& edit,
                   QObject* parent)
    : QObject(parent), workspace_(workspace), view_(view), plots_(plots), edit_(edit) {
  connect(&view_, &MechanismView::partMenuRequested, this, &PartMenu::popUp);
}

void PartMenu::addOwn(QMenu& menu, const PartRef& part) {
  const PartRef whole{part.kind, part.index};
  const QString name = QString::fromStdString(partName(workspace_.document.mechanism(), whole));
  QMenu* plot = menu.addMenu(tr("&Plot of %1").arg(name));
  const auto& runs = workspace_.session.runs();
  addQuantities(*plot, runs.empty() ? nullptr : runs.front()->recording().get(),
                readOf(workspace_.document.mechanism(), name),
                [this](const QString& channel) { plots_.addToCurrent({channel}); });
  plot->setEnabled(!plot->isEmpty());
  if (!plot->isEnabled())
    plot->setTitle(runs.empty() ? tr("Plot: run the model first")
                                : tr("Plot: nothing of it is recorded, an output may read it"));
  if (part.kind == PartRef::Kind::Body)
    menu.addAction(tr("&Follow with the camera"), &view_,
                   [this, part] { view_.setCameraMode(MechanismView::CameraMode::Follows, part.index); });
}

void PartMenu::popUp(const PartRef& part, const QPoint& globalPosition) {
  auto* menu = new QMenu(&view_);
  menu->setObjectName("partMenu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (part.kind != PartRef::Kind::None) {
    const std::vector<PartRef> parts = workspace_.selection.parts();  // of several all stay selected
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) workspace_.selection.select(part);
    addOwn(*menu, part);
    menu->addSeparator();
    edit_.fillPartMenu(*menu);
  } else {
    edit_.fillEmptyMenu(*menu);
  }
  menu->addSeparator();
  menu->addAction(tr("Show &all"), &view_, &MechanismView::fit);
  menu->popup(globalPosition);
}

}  // namespace holonom

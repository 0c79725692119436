// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/measure_actions.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMenu>

#include "gui/app/draw_actions.h"
#include "gui/app/transport_keys.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {

MeasureActions::MeasureActions(Workspace& workspace, MechanismView& view, ToolHost& host, QObject* parent)
    : QObject(parent), workspace_(workspace), view_(&view), tool_(host), measure_(tr("&Measure\tU"), this),
      copy_(tr("Copy measured &values"), this) {
  measure_.setObjectName("actionMeasure");
  measure_.setCheckable(true);
  measure_.setStatusTip(
      tr("Click two places for their distance, a third for the angle; the values follow the motion"));
  connect(&measure_, &QAction::toggled, this, [this](bool on) {
    tool_.cancel();
    view_->setGuestTool(on ? &tool_ : nullptr);
    if (on) view_->setFocus();
  });
  copy_.setObjectName("actionCopyMeasured");
  copy_.setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_M);
  connect(&copy_, &QAction::triggered, this, &MeasureActions::copy);
  connect(&workspace_.document, &Document::opened, this, [this] { measure_.setChecked(false); });
  connect(&workspace_.document, &Document::changed, this, [this] {  // its bodies may be gone
    if (tool_.cancel()) view_->toolChanged();
  });
  connect(&workspace_.units, &UnitSettings::changed, view_.data(), [this] { view_->update(); });
}

MeasureActions::~MeasureActions() {
  if (view_) view_->setGuestTool(nullptr);
}

void MeasureActions::fill(QMenu& menu) {
  menu.addAction(&measure_);
  menu.addAction(&copy_);
}

bool MeasureActions::escape() {
  if (!measure_.isChecked()) return false;
  measure_.setChecked(false);
  return true;
}

void MeasureActions::copy() {
  const QStringList values = tool_.values();
  if (!values.isEmpty()) QGuiApplication::clipboard()->setText(values.join('\n'));
}

void addMeasureActions(const WindowParts& parts) {
  ToolHost& host = parts.window.findChild<DrawActions*>()->host();
  auto* measure = new MeasureActions(parts.workspace, parts.view, host, &parts.window);
  measure->fill(*parts.menus.view);
  parts.keys.bind(Qt::Key_U, *measure->measureAction());
  parts.keys.onEscape([measure] { return measure->escape(); });
  parts.greyWithoutModel({"actionMeasure", "actionCopyMeasured"});
}

}  // namespace holonom

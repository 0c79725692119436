// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/edit_actions.h"

#include <QAction>
#include <QInputDialog>
#include <QMainWindow>
#include <QMenu>

#include "gui/app/part_menu.h"
#include "gui/panels/model_panel.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {

EditActions::EditActions(Workspace& workspace, ModelPanel& tree, QWidget& picture, QWidget& window)
    : QObject(&window), workspace_(workspace), window_(window),
      groups_(new QMenu(tr("&Move to group"), &window)), new_(new QMenu(tr("&Insert"), &window)),
      undo_(workspace.document.history().createUndoAction(this, tr("&Undo"))),
      redo_(workspace.document.history().createRedoAction(this, tr("&Redo"))) {
  PartCommands& parts = workspace.parts;
  undo_->setObjectName("actionUndo");
  undo_->setShortcut(QKeySequence::Undo);
  redo_->setObjectName("actionRedo");
  redo_->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
  cut_ = add("actionCut", tr("Cu&t"), QKeySequence::Cut, [&parts] { parts.cut(); });
  copy_ = add("actionCopy", tr("&Copy"), QKeySequence::Copy, [&parts] { parts.copy(); });
  paste_ = add("actionPaste", tr("&Paste"), QKeySequence::Paste, [&parts] { parts.paste(); });
  duplicate_ =
      add("actionDuplicate", tr("&Duplicate"), Qt::CTRL | Qt::Key_D, [&parts] { parts.duplicate(); });
  delete_ = add("actionDelete", tr("D&elete"), QKeySequence::Delete, [&parts] { parts.remove(); });
  rename_ = add("actionRename", tr("Re&name…"), {}, [&tree] { tree.renameCurrent(); });
  rename_->setText(tr("Re&name\tF2"));
  selectAll_ =
      add("actionSelectAll", tr("Select &all"), QKeySequence::SelectAll, [&parts] { parts.selectAll(); });
  group_ = add("actionGroup", tr("&Group…"), Qt::CTRL | Qt::Key_G, [this] { group(); });
  groups_->setObjectName("moveToGroupMenu");
  connect(groups_, &QMenu::aboutToShow, this, &EditActions::fillGroups);
  ungroup_ = add("actionUngroup", tr("Take &out of the group"), Qt::CTRL | Qt::SHIFT | Qt::Key_G,
                 [&parts] { parts.group({}); });
  delete_->setStatusTip(tr("Delete the selected parts and what cannot be without them"));
  duplicate_->setStatusTip(tr("A copy of the selected parts beside them"));
  connect(&workspace_.selection, &Selection::changed, this, &EditActions::enable);
  connect(&workspace_.document, &Document::opened, this, &EditActions::enable);
  connect(&workspace_.document, &Document::changed, this, &EditActions::enable);
  connect(&tree, &ModelPanel::menuRequested, this, &EditActions::popUp);
  // Plots have keys of the same meaning for curves.
  for (QAction* action : {cut_, copy_, delete_}) {
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    for (QWidget* place : std::initializer_list<QWidget*>{&tree, &picture}) place->addAction(action);
  }
  makeNewMenu();
  enable();
}

QAction* EditActions::add(const char* name, const QString& text, const QKeySequence& keys,
                          const std::function<void()>& action) {
  auto* added = new QAction(text, this);
  added->setObjectName(name);
  added->setShortcut(keys);
  connect(added, &QAction::triggered, this, action);
  return added;
}

void EditActions::makeNewMenu() {
  using New = PartCommands::New;
  struct Item {
    New what;
    const char* name;
    QString text, tip;
  };
  new_->setObjectName("newPartMenu");
  const Item items[] = {
      {New::SpatialBody, "actionAddSpatialBody", tr("&Body in space"),
       tr("A box that moves and turns in space; its place, inertia and points stand in its properties")},
      {New::Joint, "actionAddJoint", tr("&Joint of two points"),
       tr("Joins the two selected points (Ctrl and click in the tree): in space by a ball joint, whose kind "
          "its properties change")},
      {New::Spring, "actionAddSpring", tr("Spr&ing of two points"),
       tr("Between the two selected points; its properties make an actuator of it")},
      {New::Force, "actionAddForce", tr("&Force at the point"),
       tr("Acts at the selected point of a body, in the plane and in space")},
      {New::Torque, "actionAddTorque", tr("&Torque on the body"),
       tr("Turns the selected body against ground, in space about an axis of its properties")},
      {New::Path, "actionAddPath", tr("P&ath of the point"),
       tr("Moves the selected point of a body along a path in time")},
      {New::Motor, "actionAddMotor", tr("&Motor at the joint"),
       tr("Prescribes the motion of the selected joint, as a function of time")},
      {New::Stop, "actionAddStop", tr("&Stop at the joint"),
       tr("Limits the selected joint to a range; its ends throw back")},
      {New::JointForce, "actionAddJointForce", tr("Fo&rce or torque at the joint"),
       tr("Drives the coordinate of the selected joint by a formula")},
      {New::JointSpring, "actionAddJointSpring", tr("Sprin&g at the joint"),
       tr("Pulls the selected joint back to where it stands; at a hinge it is a torsion spring")},
      {New::Pid, "actionAddPid", tr("&PID controller at the joint"),
       tr("Holds the selected joint where it stands, or moves it to a set-point")},
      {New::Constraint, "actionAddConstraint", tr("Co&nstraint by formula"),
       tr("A formula of positions or velocities that is zero at all times")},
      {New::Equations, "actionAddEquations", tr("&Controller by equations"),
       tr("States, algebraic quantities and signals for use in forces")},
      {New::Event, "actionAddEvent", tr("&Event"), tr("A moment that a run records, or ends at")},
      {New::Output, "actionAddOutput", tr("&Output"), tr("A quantity by a formula, for plots and results")}};
  for (const Item& item : items) {
    QAction* action = add(item.name, item.text, {}, [this, what = item.what] { workspace_.parts.add(what); });
    action->setStatusTip(item.tip);
    action->setToolTip(item.tip);
    new_->addAction(action);
    connect(new_, &QMenu::aboutToShow, action,
            [this, action, what = item.what] { action->setEnabled(workspace_.parts.canAdd(what)); });
  }
  new_->setToolTipsVisible(true);
}

void EditActions::fill(QMenu& menu) {
  menu.addActions({undo_, redo_});
  menu.addSeparator();
  menu.addAction(new_->menuAction());
  menu.addActions({cut_, copy_, paste_, duplicate_, delete_, selectAll_});
  menu.addSeparator();
  menu.addActions({rename_, group_, groups_->menuAction(), ungroup_});
}

void EditActions::fillPartMenu(QMenu& menu) {
  menu.addActions({rename_, duplicate_, delete_});
  menu.addSeparator();
  menu.addAction(new_->menuAction());
  menu.addActions({cut_, copy_, paste_});
  menu.addSeparator();
  menu.addActions({group_, groups_->menuAction(), ungroup_});
}

void EditActions::fillEmptyMenu(QMenu& menu) {
  menu.addAction(new_->menuAction());
  menu.addActions({paste_, selectAll_});
}

void EditActions::popUp(const QPoint& globalPosition) {
  QMenu menu(&window_);
  menu.setObjectName("partMenu");
  fillPartMenu(menu);
  menu.exec(globalPosition);
}

void EditActions::group() {
  QInputDialog dialog(&window_);
  dialog.setObjectName("groupName");
  dialog.setWindowTitle(tr("Group parts"));
  dialog.setLabelText(tr("Name of the group, new or one that there is:"));
  QStringList names{workspace_.parts.freeGroupName()};
  for (const PartGroup& group : workspace_.document.mechanism().groups)
    names.push_back(QString::fromStdString(group.name));
  dialog.setComboBoxItems(names);
  dialog.setComboBoxEditable(true);
  if (dialog.exec() == QDialog::Accepted && !dialog.textValue().trimmed().isEmpty())
    workspace_.parts.group(dialog.textValue());
}

void EditActions::fillGroups() {
  groups_->clear();
  for (const PartGroup& there : workspace_.document.mechanism().groups) {
    const QString name = QString::fromStdString(there.name);
    groups_->addAction(QString(name).replace('&', "&&"), [this, name] { workspace_.parts.group(name); })
        ->setObjectName("moveTo_" + name);
  }
  if (!groups_->isEmpty()) groups_->addSeparator();
  groups_->addAction(tr("&New group…"), this, &EditActions::group);
}

void EditActions::enable() {
  const bool parts = workspace_.parts.canCopy();
  for (QAction* action : {cut_, copy_, duplicate_, group_, groups_->menuAction()}) action->setEnabled(parts);
  ungroup_->setEnabled(workspace_.parts.canUngroup());
  delete_->setEnabled(workspace_.parts.canRemove());
  rename_->setEnabled(workspace_.parts.canRemove());
  for (QAction* action : {paste_, selectAll_}) action->setEnabled(workspace_.document.isOpen());
}

void addEditActions(const WindowParts& parts) {
  auto* edit =
      new EditActions(parts.workspace, *parts.window.findChild<ModelPanel*>(), parts.view, parts.window);
  edit->fill(*parts.menus.edit);
  new PartMenu(parts.workspace, parts.view, parts.plots, *edit, &parts.window);
}

}  // namespace holonom

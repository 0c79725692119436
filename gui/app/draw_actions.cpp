// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/draw_actions.h"

#include <Eigen/Geometry>
#include <QMainWindow>
#include <QMenu>
#include <QToolBar>

#include "core/math/euler_parameters.h"
#include "core/model/editing.h"
#include "gui/app/draw_icons.h"
#include "gui/app/transport_keys.h"
#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/scene/layout.h"
#include "gui/viewport/tools/recipes.h"

namespace holonom {
namespace {

constexpr std::size_t kSelect = 0, kLink = 1;

}  // namespace

DrawActions::DrawActions(Workspace& workspace, MechanismView& view, QObject* parent)
    : QObject(parent), workspace_(workspace), view_(&view), group_(this),
      drawing_(drawIcon("draw"), tr("&Draw"), this),
      remove_(drawIcon("delete"), tr("De&lete the selected part"), this),
      snap_(tr("Snap to the &grid"), this), pointer_(tr("&Keyboard pointer"), this) {
  drawing_.setObjectName("actionDraw");
  drawing_.setCheckable(true);
  drawing_.setToolTip(
      tr("Draw and change the mechanism looking straight at it, with the mouse or with arrow keys and Enter "
         "(B)"));
  connect(&drawing_, &QAction::triggered, this, &DrawActions::setDrawing);
  connect(view_.data(), &MechanismView::drawingChanged, this, [this](bool on) {
    drawing_.setChecked(on);
    if (on) return;
    if (tool_) tool_->cancel();
    if (QAction* used = group_.checkedAction()) used->setChecked(false);
  });
  remove_.setObjectName("actionRemovePart");
  remove_.setToolTip(tr("Delete the selected part and what cannot be without it (Delete, in the picture)"));
  connect(&remove_, &QAction::triggered, this, &DrawActions::removeSelected);
  connect(view_.data(), &MechanismView::removeRequested, this, &DrawActions::removeSelected);
  snap_.setObjectName("actionSnap");
  snap_.setCheckable(true);
  snap_.setChecked(true);
  snap_.setToolTip(tr("Catch the lines of the grid while drawing; hold Ctrl to be free for a moment"));
  connect(&snap_, &QAction::toggled, view_.data(), &MechanismView::setSnapsToGrid);

  makeKeyActions();
  group_.setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
  for (std::size_t i = 0; i < toolOffers().size(); ++i) {
    const ToolOffer& offer = toolOffers()[i];
    auto* action = new QAction(drawIcon(offer.id), offer.name, &group_);
    action->setObjectName(QStringLiteral("tool_") + offer.id);
    action->setCheckable(true);
    action->setToolTip(tr("%1 (%2)").arg(offer.help, QKeySequence(offer.key).toString()));
    action->setStatusTip(offer.help);
    connect(action, &QAction::triggered, this, [this, i] { choose(i); });
    tools_.push_back(action);
  }
  connect(&assembling_, &Assembling::answered, view_.data(), &MechanismView::toolAnswered);
  connect(&workspace_.document, &Document::leaving, this, [this] {
    if (tool_) tool_->cancel();
  });
  connect(&workspace_.document, &Document::opened, this, &DrawActions::documentOpened);
  connect(&workspace_.document, &Document::changed, this, [this] {
    if (editing_ || !tool_) return;
    tool_->cancel();  // its places may be gone
    view_->toolChanged();
  });
  const auto enable = [this] {
    const PartRef part = workspace_.selection.part();
    remove_.setEnabled(part.kind != PartRef::Kind::None &&
                       (part.kind != PartRef::Kind::Ground || part.point >= 0));
  };
  connect(&workspace_.selection, &Selection::changed, this, enable);
  enable();
  drawing_.setEnabled(false);
  pointer_.setEnabled(false);
  for (QAction* tool : tools_) tool->setEnabled(false);
}

DrawActions::~DrawActions() {
  if (view_) view_->setTool(nullptr);
}

void DrawActions::fill(QMenu& menu, QToolBar& toolBar) {
  toolBar.setIconSize({22, 22});
  menu.addAction(&drawing_);
  menu.addSeparator();
  for (std::size_t i = 0; i < tools_.size(); ++i) {
    const char* id = toolOffers()[i].id;
    if (i == kLink || !qstrcmp(id, "ground") || !qstrcmp(id, "motor")) toolBar.addSeparator();
    toolBar.addAction(tools_[i]);
    // The menu shows the key; TransportKeys listens to it, so that fields keep their letters.
    QAction* entry = menu.addAction(tools_[i]->icon(),
                                    tools_[i]->text() + "\t" + QKeySequence(toolOffers()[i].key).toString());
    connect(entry, &QAction::triggered, tools_[i], &QAction::trigger);
    connect(tools_[i], &QAction::enabledChanged, entry, &QAction::setEnabled);
    entry->setEnabled(false);
    entry->setStatusTip(toolOffers()[i].help);
  }
  menu.addSeparator();
  menu.addAction(&remove_);
  menu.addAction(&snap_);
  menu.addSeparator();
  fillKeys(menu);
}

void DrawActions::makeKeyActions() {
  pointer_.setObjectName("actionKeyboardPointer");
  pointer_.setCheckable(true);
  pointer_.setShortcut(Qt::Key_F9);
  pointer_.setToolTip(
      tr("A cross in the picture that arrow keys move and Enter clicks, in place of the mouse (F9)"));
  pointer_.setStatusTip(pointer_.toolTip());
  connect(&pointer_, &QAction::triggered, this, [this](bool on) {
    view_->setKeyboardPointer(on);
    pointer_.setChecked(view_->hasKeyboardPointer());
    if (on) view_->setFocus(Qt::ShortcutFocusReason);
  });
  connect(view_.data(), &MechanismView::keyboardPointerChanged, &pointer_, &QAction::setChecked);
  // While nothing can be scrubbed, arrow keys are those of the drawing board.
  const auto arrows = [this] { view_->setArrowsFree(workspace_.session.runs().empty()); };
  connect(&workspace_.session, &Session::runsChanged, this, arrows);
  arrows();
  connect(&workspace_.playback, &Playback::timeChanged, this, [this] {
    if (atStart()) comeHome();
  });
  connect(&workspace_.playback, &Playback::timeChanged, this, &DrawActions::followTime);
  connect(&workspace_.session, &Session::stateChanged, this, &DrawActions::followTime);
}

void DrawActions::fillKeys(QMenu& menu) {
  menu.addAction(&pointer_);
  // Keys of the picture, where it has the focus: elsewhere their letters are letters.
  const auto add = [&](const char* name, const QString& text, const char* keys, const QString& help,
                       auto act) {
    QAction* action = menu.addAction(text + "\t" + keys, this, act);
    action->setObjectName(name);
    action->setStatusTip(help);
  };
  add("actionNextPoint", tr("To the next &point"), "N",
      tr("The cross goes to the next point, link or handle of the mechanism"),
      [this] { view_->goToPoint(true); });
  add("actionPreviousPoint", tr("To the pre&vious point"), "Shift+N",
      tr("The cross goes to the point before"), [this] { view_->goToPoint(false); });
  add("actionNextPart", tr("Select the &next part"), "PgDown",
      tr("Goes round through bodies, joints, motors and forces"), [this] { view_->selectNextPart(true); });
  add("actionPreviousPart", tr("Select the previous p&art"), "PgUp",
      tr("Goes round through bodies, joints, motors and forces, backwards"),
      [this] { view_->selectNextPart(false); });
}

bool DrawActions::hidePointer() {
  const bool shown = view_->hasKeyboardPointer();
  view_->setKeyboardPointer(false);
  return shown;
}

void DrawActions::bindKeys(TransportKeys& keys) {
  for (std::size_t i = 0; i < tools_.size(); ++i)
    keys.bind(toolOffers()[i].key, [this, i] { tools_[i]->trigger(); });
  keys.bind(Qt::Key_B, drawing_);
  keys.onEscape([this] { return escape(); });
}

/// Bodies in space are moved in the view that shows them as they are to go.
void DrawActions::choose(std::size_t tool) {
  use(tool, tool != kSelect || view_->isDrawing() || !isSpatial(mechanism()));
}

void DrawActions::use(std::size_t tool, bool onBoard) {
  if (!workspace_.document.isOpen() || !view_->hasGraphics()) return;
  if (tool_) tool_->cancel();
  view_->setTool(nullptr);
  tool_ = toolOffers()[tool].make(*this);
  besideBoard_ = !onBoard;
  tools_[tool]->setChecked(true);
  if (onBoard) view_->setDrawing(true);
  view_->setTool(tool_.get(), besideBoard_);
  if (atStart()) comeHome();
  view_->setFocus();
}

void DrawActions::setDrawing(bool on) {
  if (on) use(kSelect, true);
  else view_->setDrawing(false);
}

/// Of one that works beside the board, which ends with that.
void DrawActions::leaveTool() {
  besideBoard_ = false;
  if (tool_) tool_->cancel();
  view_->setTool(nullptr);
  tool_.reset();
  if (QAction* used = group_.checkedAction()) used->setChecked(false);
}

void DrawActions::documentOpened() {
  const bool possible = view_->hasGraphics();
  for (QAction* action : {&drawing_, &pointer_}) action->setEnabled(possible);
  for (QAction* tool : tools_) tool->setEnabled(possible);
  hidePointer();
  if (besideBoard_) leaveTool();
  if (mechanism().bodies.empty()) use(kLink, true);
  else view_->setDrawing(false);
}

bool DrawActions::escape() {
  if (view_->letGo()) return true;
  if (!tool_ || !(view_->isDrawing() || besideBoard_)) return hidePointer();
  if (tool_->cancel()) {
    view_->toolChanged();
    return true;
  }
  if (besideBoard_) {
    if (!hidePointer()) leaveTool();
    return true;
  }
  if (tools_[kSelect]->isChecked()) return hidePointer();
  use(kSelect, true);
  return true;
}

void DrawActions::removeSelected() { workspace_.parts.remove(); }

void DrawActions::edit(const QString& name, Mechanism changed, const QString& gesture) {
  editing_ = true;
  workspace_.document.edit(name, std::move(changed), gesture);
  editing_ = false;
}

Mechanism DrawActions::shown() const {
  Mechanism moved = mechanism();
  const std::vector<BodyPose> poses = view_->shownPoses();
  for (std::size_t i = 0; i < poses.size() && poses.size() == moved.bodies.size(); ++i) {
    Body& body = moved.bodies[i];
    if (body.isSpatial()) {
      const AxisAngle turn = axisAngle(eulerParameters(poses[i].rotation));
      body.axis = turn.axis;
      body.angle = turn.angle;
    } else {
      body.angle = planarAngle(poses[i], body.angle);
    }
    body.position = poses[i].toGround(-body.centreOfMass);
  }
  return moved;
}

void DrawActions::show(const Mechanism& moved) { view_->setPoses(initialPoses(moved)); }

bool DrawActions::atStart() const {
  const Session& session = workspace_.session;
  return session.runs().empty() ||
         (!workspace_.playback.isPlaying() && session.state() != Session::State::Running &&
          workspace_.playback.time() <= workspace_.playback.start());
}

void DrawActions::followTime() {
  const bool home = atStart();
  if (std::exchange(home_, home) == home || !tool_) return;
  tool_->forgetRefusal();
  view_->toolChanged();
}

void DrawActions::toStart() {
  workspace_.session.pause();
  workspace_.playback.pause();
  workspace_.playback.setTime(workspace_.playback.start());
  comeHome();
}

/// With what is there at the start: else the view is fitted to where the last picture had it, should it
/// change its size just now.
void DrawActions::comeHome() {
  show(workspace_.document.mechanism());
  view_->comeHome();
}

void addDrawActions(const WindowParts& parts) {
  auto* draw = new DrawActions(parts.workspace, parts.view, &parts.window);
  auto* bar = new QToolBar(DrawActions::tr("Drawing tools"));
  bar->setObjectName("drawToolBar");
  parts.window.addToolBar(Qt::LeftToolBarArea, bar);
  draw->fill(*parts.menus.draw, *bar);
  parts.toolBar.addAction(draw->drawAction());
  parts.toolBar.addSeparator();
  draw->bindKeys(parts.keys);
  parts.greyWithoutModel({"actionNextPoint", "actionPreviousPoint", "actionNextPart", "actionPreviousPart"});
}

}  // namespace holonom

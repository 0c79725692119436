// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/scene_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QSlider>
#include <QWidgetAction>
#include <algorithm>
#include <cmath>

#include "gui/app/central_area.h"
#include "gui/app/picture_grid.h"
#include "gui/app/refresh_loop.h"
#include "gui/app/transport_keys.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {
namespace {

constexpr int kScaleSteps = 12, kStepsPerDoubling = 4;  // an eighth to eight times

}  // namespace

SceneActions::SceneActions(MechanismView& view, QObject* parent)
    : QObject(parent), view_(view),
      reactions_(add("actionReactions", tr("&Reactions of joints"),
                     tr("What each joint and motor does to its second body, as arrows: force in N, torque in "
                        "N·m (λ turned into loads)"),
                     &SceneItems::reactions)),
      loads_(add("actionLoads", tr("&Applied forces"),
                 tr("Forces, springs, dampers, actuators and stops as arrows, to the scale of the reactions"),
                 &SceneItems::loads)),
      traces_(add("actionTraces", tr("&Traced curves"),
                  tr("The paths of the points that are traced (see their properties)"), &SceneItems::traces)),
      centres_(add("actionCentres", tr("Centres &of mass"),
                   tr("A quartered disc at the centre of mass of each body"), &SceneItems::centres)),
      frames_(add("actionFrames", tr("Ax&es of the bodies"),
                  tr("The frame of each body: x red, y green, in space z blue"), &SceneItems::frames)),
      parallel_(add("actionParallel", tr("Parallel pro&jection\t9"),
                    tr("Without perspective: the same scale at every depth, parallel lines stay parallel"),
                    &SceneItems::parallel)),
      automatic_(new QAction(tr("A&utomatic scale"), this)) {
  automatic_->setObjectName("actionArrowsAutomatic");
  automatic_->setCheckable(true);
  automatic_->setChecked(true);
  automatic_->setStatusTip(
      tr("Arrows as long as the run wants them; off: the scale stays as it is now, so that runs can be "
         "compared"));
  connect(automatic_, &QAction::toggled, this,
          [this](bool on) { change([on](SceneItems& items) { items.arrowsAutomatic = on; }); });
}

QAction* SceneActions::add(const char* name, const QString& text, const QString& help,
                           bool SceneItems::*flag) {
  auto* action = new QAction(text, this);
  action->setObjectName(name);
  action->setCheckable(true);
  action->setChecked(view_.items().*flag);
  action->setStatusTip(help);
  action->setToolTip(help);
  connect(action, &QAction::toggled, this,
          [this, flag](bool on) { change([flag, on](SceneItems& items) { items.*flag = on; }); });
  return action;
}

void SceneActions::change(const std::function<void(SceneItems&)>& edit) {
  SceneItems items = view_.items();
  edit(items);
  view_.setItems(items);
  emit changed();
}

void SceneActions::addUpwards(QMenu& menu) {
  QMenu* upwards = menu.addMenu(tr("Upward&s"));
  upwards->menuAction()->setObjectName("menuUpwards");
  auto* group = new QActionGroup(this);
  using Up = SceneItems::Up;
  struct Choice {
    Up up;
    const char* name;
    QString text;
  };
  const Choice choices[] = {{Up::AgainstGravity, "actionUpGravity", tr("&Against gravity")},
                            {Up::Y, "actionUpY", tr("Along &y")},
                            {Up::Z, "actionUpZ", tr("Along &z")}};
  for (const Choice& choice : choices) {
    QAction* action = upwards->addAction(choice.text);
    action->setObjectName(choice.name);
    action->setStatusTip(tr("Which direction of a mechanism in space is upwards in the picture"));
    action->setCheckable(true);
    action->setChecked(view_.items().up == choice.up);
    group->addAction(action);
    connect(action, &QAction::triggered, this,
            [this, up = choice.up] { change([up](SceneItems& items) { items.up = up; }); });
  }
}

void SceneActions::addScale(QMenu& menu) {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(28, 2, 12, 2);
  auto* label = new QLabel(tr("&Length of the arrows"));
  scale_ = new QSlider(Qt::Horizontal);
  scale_->setObjectName("arrowScale");
  scale_->setAccessibleName(tr("Length of the arrows"));
  scale_->setToolTip(tr("From an eighth to eight times the length that suits the run"));
  scale_->setRange(-kScaleSteps, kScaleSteps);
  scale_->setPageStep(kStepsPerDoubling);
  scale_->setMinimumWidth(140);
  label->setBuddy(scale_);
  layout->addWidget(label);
  layout->addWidget(scale_, 1);
  auto* holder = new QWidgetAction(this);
  holder->setDefaultWidget(row);
  menu.addAction(holder);
  connect(scale_, &QSlider::valueChanged, this, [this](int value) {
    change([value](SceneItems& items) { items.arrowFactor = std::exp2(double(value) / kStepsPerDoubling); });
  });
  const auto addStep = [&](const char* name, const QString& text, Qt::Key key, int by) {
    QAction* action = menu.addAction(text, [this, by] { scale_->setValue(scale_->value() + by); });
    action->setObjectName(name);
    action->setShortcut(Qt::CTRL | Qt::ALT | key);
  };
  addStep("actionArrowsLonger", tr("L&onger arrows"), Qt::Key_Up, 2);
  addStep("actionArrowsShorter", tr("&Shorter arrows"), Qt::Key_Down, -2);
}

void SceneActions::fill(QMenu& menu) {
  QMenu* arrows = menu.addMenu(tr("&Arrows"));
  arrows->setObjectName("arrowMenu");
  arrows->addAction(reactions_);
  arrows->addAction(loads_);
  arrows->addSeparator();
  addScale(*arrows);
  arrows->addAction(automatic_);
  menu.addAction(traces_);
  menu.addAction(centres_);
  menu.addAction(frames_);
  menu.addAction(parallel_);
  addUpwards(menu);
}

void addSceneActions(const WindowParts& parts) {
  auto* actions = new SceneActions(parts.view, &parts.window);
  actions->fill(*parts.menus.view);
  parts.keys.bind(Qt::Key_9, *actions->parallelAction());
  QObject::connect(actions, &SceneActions::changed, actions,
                   [&pictures = parts.central.pictures(), &refresh = parts.refresh] {
                     pictures.shareLook();
                     refresh.showAgain();
                   });
}

}  // namespace holonom

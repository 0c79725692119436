// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/view_actions.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QToolBar>

#include "gui/app/transport_keys.h"
#include "gui/panels/icons.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {

ViewActions::ViewActions(MechanismView& view, QObject* parent)
    : QObject(parent), view_(view), fit_(new QAction(makeIcon(Icon::Fit), tr("&Fit\tF"), this)),
      grid_(new QAction(tr("Show the &grid"), this)),
      labels_(new QAction(tr("Show &names of bodies and joints"), this)),
      bending_(new QAction(tr("E&xaggerate small bending"), this)) {
  fit_->setObjectName("actionFit");
  fit_->setIconText(tr("Fit"));
  fit_->setToolTip(tr("Show the whole mechanism (F)"));
  connect(fit_, &QAction::triggered, &view_, &MechanismView::fit);
  for (QAction* action : {grid_, labels_, bending_}) action->setCheckable(true);
  grid_->setChecked(true);
  bending_->setChecked(true);
  bending_->setObjectName("actionBending");
  bending_->setStatusTip(
      tr("Draw the bending of flexible bodies larger, by a factor that is written in the picture"));
  grid_->setObjectName("actionGrid");
  labels_->setObjectName("actionLabels");
  connect(grid_, &QAction::toggled, &view_, &MechanismView::setGridVisible);
  connect(labels_, &QAction::toggled, &view_, &MechanismView::setLabelsVisible);
  connect(bending_, &QAction::toggled, &view_, &MechanismView::setBendingExaggerated);
}

void ViewActions::fill(QMenu& menu) {
  using Direction = MechanismView::Direction;
  menu.addAction(fit_);
  menu.addAction(tr("Zoom &in\t+"), [this] { view_.zoomBy(1); })->setObjectName("actionPictureZoomIn");
  menu.addAction(tr("&Zoom out\t−"), [this] { view_.zoomBy(-1); })->setObjectName("actionPictureZoomOut");
  QMenu* from = menu.addMenu(tr("&Look from"));
  from->menuAction()->setObjectName("menuLookFrom");
  const std::pair<Direction, QString> views[] = {
      {Direction::Front, tr("&Front\t1")},    {Direction::Back, tr("&Back")},
      {Direction::Left, tr("&Left")},         {Direction::Right, tr("&Right\t3")},
      {Direction::Top, tr("&Top\t7")},        {Direction::Bottom, tr("B&ottom")},
      {Direction::Oblique, tr("Obl&ique\t5")}};
  for (const auto& [direction, text] : views)
    from->addAction(text, [this, direction = direction] { view_.lookFrom(direction); });
  menu.addSeparator();
  menu.addAction(grid_);
  menu.addAction(labels_);
  menu.addAction(bending_);
}

void addViewActions(const WindowParts& parts) {
  auto* actions = new ViewActions(parts.view, &parts.window);
  actions->fill(*parts.menus.view);
  parts.toolBar.addSeparator();
  parts.toolBar.addAction(actions->fitAction());
  parts.keys.bind(Qt::Key_F, *actions->fitAction());
  using Direction = MechanismView::Direction;
  for (const auto& [key, direction] : {std::pair{Qt::Key_1, Direction::Front},
                                       {Qt::Key_3, Direction::Right},
                                       {Qt::Key_7, Direction::Top},
                                       {Qt::Key_5, Direction::Oblique}})
    parts.keys.bind(key, [&view = parts.view, direction = direction] { view.lookFrom(direction); });
  parts.greyWithoutModel({"actionFit", "actionPictureZoomIn", "actionPictureZoomOut", "menuLookFrom"});
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/camera_actions.h"

#include <QActionGroup>
#include <QCryptographicHash>
#include <QMainWindow>
#include <QMenu>
#include <QSettings>

#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/scene/view_camera.h"

namespace holonom {

CameraActions::CameraActions(Workspace& workspace, MechanismView& view, QObject* parent)
    : QObject(parent), workspace_(workspace), view_(view) {
  auto* modes = new QActionGroup(this);
  const auto add = [&](const char* name, const QString& text, const QString& help, auto slot) {
    auto* action = new QAction(text, modes);
    action->setObjectName(name);
    action->setCheckable(true);
    action->setStatusTip(help);
    connect(action, &QAction::triggered, this, slot);
    return action;
  };
  using Mode = MechanismView::CameraMode;
  fits_ = add("actionCameraFits", tr("Shows &all"),
              tr("Holds the whole mechanism and its way until you move the view"),
              [this] { view_.setCameraMode(Mode::Fits); });
  goesAlong_ = add("actionCameraGoesAlong", tr("&Goes along with the mechanism"),
                   tr("Its centre of mass stays where it is in the picture, and the ground goes by"),
                   [this] { view_.setCameraMode(Mode::GoesAlong); });
  follows_ =
      add("actionCameraFollows", tr("Follows the selected &body"),
          tr("The body stays where it is in the picture, everything else moves"), &CameraActions::follow);
  fixed_ = add("actionCameraFixed", tr("&Fixed"), tr("Stays as it is now; kept for this model"),
               [this] { view_.setCameraMode(Mode::Fixed); });
  connect(&view_, &MechanismView::cameraChanged, this, [this] {
    show();
    keep();
  });
  connect(&workspace_.document, &Document::opened, this, &CameraActions::restore);
  connect(&workspace_.selection, &Selection::changed, this, &CameraActions::show);
  show();
}

void CameraActions::fill(QMenu& menu) {
  for (QAction* action : {fits_, goesAlong_, follows_, fixed_}) menu.addAction(action);
}

void CameraActions::show() {
  using Mode = MechanismView::CameraMode;
  const Mode mode = view_.cameraMode();
  follows_->setEnabled(workspace_.selection.body() >= 0 || mode == Mode::Follows);
  QAction* const actions[] = {fits_, goesAlong_, follows_, fixed_};  // in the order of the modes
  actions[std::size_t(mode)]->setChecked(true);
}

void CameraActions::follow() {
  if (const int body = workspace_.selection.body(); body >= 0)
    view_.setCameraMode(MechanismView::CameraMode::Follows, body);
  show();
}

QString CameraActions::group() const {
  const QByteArray file = workspace_.document.filePath().toUtf8();
  return "cameras/" +
         QString::fromLatin1(QCryptographicHash::hash(file, QCryptographicHash::Sha1).toHex().left(16));
}

void CameraActions::keep() const {
  if (restoring_ || workspace_.document.filePath().isEmpty()) return;
  QSettings settings;
  using Mode = MechanismView::CameraMode;
  const Mode mode = view_.cameraMode();
  if (mode == Mode::Fits || mode == Mode::GoesAlong) return settings.remove(group());
  const CameraView camera = view_.cameraView();
  const auto& bodies = workspace_.document.mechanism().bodies;
  const int body = view_.followedBody();
  settings.setValue(group() + "/follows", mode == Mode::Follows && body >= 0 && body < int(bodies.size())
                                              ? QString::fromStdString(bodies[std::size_t(body)].name)
                                              : QString());
  settings.setValue(group() + "/camera",
                    QVariantList{camera.focus.x(), camera.focus.y(), camera.focus.z(), camera.distance,
                                 camera.azimuth, camera.elevation, camera.parallel});
}

void CameraActions::restore() {
  restoring_ = true;
  const QSettings settings;
  const QVariantList values = settings.value(group() + "/camera").toList();
  if (!workspace_.document.filePath().isEmpty() && values.size() == 7) {
    const QString follows = settings.value(group() + "/follows").toString();
    int body = -1;
    const auto& bodies = workspace_.document.mechanism().bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (QString::fromStdString(bodies[i].name) == follows) body = int(i);
    using Mode = MechanismView::CameraMode;
    view_.setCameraMode(body >= 0 ? Mode::Follows : Mode::Fixed, body);
    CameraView camera = view_.cameraView();  // its axes are the mechanism's
    camera.focus = {values[0].toDouble(), values[1].toDouble(), values[2].toDouble()};
    camera.distance = values[3].toDouble();
    camera.azimuth = values[4].toDouble();
    camera.elevation = values[5].toDouble();
    camera.parallel = values[6].toBool();
    view_.setCameraView(camera);
  }
  restoring_ = false;
  show();
}

void addCameraActions(const WindowParts& parts) {
  QMenu* menu = parts.menus.view->addMenu(CameraActions::tr("&Camera"));
  menu->menuAction()->setObjectName("menuCamera");
  (new CameraActions(parts.workspace, parts.view, &parts.window))->fill(*menu);
  parts.greyWithoutModel({"menuCamera"});
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/viewpoint.h"

#include <numbers>

#include "gui/viewport/scene/standing.h"

namespace holonom {

using std::numbers::pi;

void Viewpoint::lookAtFirst() {
  const FirstLook look = firstLookAt(scene_.mechanism());
  scene_.camera().look(look.azimuth, look.elevation);
}

void Viewpoint::standUpright() {
  if (!board_.isOn()) scene_.camera().setAxes(standingAxes(scene_.upwards()));
}

void Viewpoint::look(MechanismView::Direction direction) {
  using Direction = MechanismView::Direction;
  ViewCamera& camera = scene_.camera();
  switch (direction) {
    case Direction::Front: return camera.look(0, 0);
    case Direction::Back: return camera.look(pi, 0);
    case Direction::Left: return camera.look(-pi / 2, 0);
    case Direction::Right: return camera.look(pi / 2, 0);
    case Direction::Top: return camera.look(0, pi / 2);
    case Direction::Bottom: return camera.look(0, -pi / 2);
    case Direction::Oblique: return lookAtFirst();
  }
}

void Viewpoint::drawingChanged() {
  scene_.camera().setParallel(board_.isOn() || scene_.items().parallel);
  standUpright();
  planeChanged();
  board_.isOn() ? scene_.camera().look(0, 0) : lookAtFirst();
}

void Viewpoint::planeChanged() {
  if (board_.isOn()) scene_.camera().setAxes(scene_.plane().frame().rotation);
}

bool Viewpoint::itemsChanged(const SceneItems& before) {
  const SceneItems& items = scene_.items();
  if (items.parallel != before.parallel && !board_.isOn()) scene_.camera().setParallel(items.parallel);
  if (items.up == before.up) return false;
  standUpright();
  return isSpatial(scene_.mechanism()) && !board_.isOn();
}

}  // namespace holonom

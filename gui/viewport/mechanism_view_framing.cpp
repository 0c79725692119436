// SPDX-License-Identifier: GPL-3.0-or-later
// How a view keeps in sight what moves, and comes back to where it was.
#include "gui/viewport/scene/layout.h"
#include "gui/viewport/view_impl.h"

namespace holonom {
namespace {

constexpr double kAhead = 0.25;  // room for what leaves the view, so that it widens now and then only

}  // namespace

Box2 MechanismView::Impl::seen() const {
  const Vector2 low = scene.planePoint(0, view.height()), high = scene.planePoint(view.width(), 0);
  return {low.cwiseMin(high), low.cwiseMax(high)};
}

Box3 MechanismView::Impl::inSight() const {
  const Box2 sight = seen();
  return scene.plane().around(sight, sight.sizes().maxCoeff());
}

/// While drawing, the view before it widened is kept, for there the user goes on; and it stays in sight.
void MechanismView::Impl::widen() {
  if (board.isOn() && !drawnFrom) {
    drawnFrom = scene.camera().view();
    scene.extendTravel(scene.plane().around(seen()));
  }
  fitDue = true;
}

/// After what went far is no longer shown.
void MechanismView::Impl::narrow() {
  const bool far = scene.forgetTravel();
  if (fitsItself() && drawnFrom && board.isOn()) {
    scene.camera().setView(*drawnFrom);
    scene.setFitted(inSight());
    fitDue = false;
  } else if (fitsItself() && far) {
    fitDue = true;
  }
  drawnFrom.reset();
  request();
}

bool MechanismView::Impl::lost() const {
  const Box2 there = scene.plane().shadowOf(scene.extent()), sight = seen();
  return !there.isEmpty() && (framed ? !sight.contains(there) : !sight.intersects(there));
}

bool MechanismView::Impl::isSpeck() const {
  constexpr double kSpeck = 0.02;  // of what is seen
  const Box2 there = scene.plane().shadowOf(scene.extent());
  return !there.isEmpty() && there.sizes().maxCoeff() < kSpeck * seen().sizes().maxCoeff();
}

/// While drawing, glyphs stay as large as they were.
void MechanismView::Impl::replace(const Mechanism& mechanism) {
  if (!board.isOn()) return scene.setMechanism(mechanism);
  const bool first = scene.mechanism().bodies.empty();
  const SceneSizes kept = first ? SceneSizes::ofView(seen().sizes().minCoeff()) : scene.sizes();
  scene.setMechanism(mechanism, &kept);
}

/// What shows the whole goes on doing so. While drawing, a cell of the grid stays as large as it is.
void MechanismView::Impl::resized(const QSize& before) {
  const bool drawn = board.isOn() && !(framed && asFitted);
  scene.camera().setViewport(view.width(), view.height());
  if (drawn && before.height() > 0 && view.height() > 0) {
    const double scale = double(view.height()) / before.height();
    CameraView camera = scene.camera().view();
    camera.distance *= scale;
    if (drawnFrom) drawnFrom->distance *= scale;
    scene.camera().setView(camera);
  }
  if (!fitsItself() || (drawn && !drawnFrom && !lost())) return;
  fitDue = true;
  asFitted = asFitted || (drawn && !drawnFrom);  // it goes on showing the whole when there is more room again
}

void MechanismView::setMechanism(const Mechanism& mechanism) {
  impl_->scene.setMechanism(mechanism);
  impl_->selected.clear();
  impl_->cameraMode = CameraMode::Fits;
  impl_->followed = -1;
  fit();
}

void MechanismView::updateMechanism(const Mechanism& mechanism) {
  const bool drawing = impl_->board.isOn(), there = drawing && !impl_->lost();
  const bool clear = there && !impl_->scene.extent().isEmpty() && !impl_->isSpeck();
  const Box3 fitted = impl_->scene.fitted();
  impl_->replace(mechanism);
  impl_->scene.setFitted(drawing ? impl_->inSight() : fitted);
  impl_->narrow();
  impl_->asFitted = false;
  if (drawing ? (there && impl_->lost()) || (clear && impl_->isSpeck())
              : impl_->fitsItself() && !impl_->scene.fitStillServes())
    fit();
  impl_->showSelected();
  if (hasKeyboardPointer()) impl_->board.posesChanged();
  impl_->request();
}

void MechanismView::setPoses(std::span<const BodyPose> poses) {
  impl_->follow(poses);
  if (!impl_->scene.setPoses(poses)) return;
  impl_->board.posesChanged();
  if (!impl_->board.isHeld() && impl_->scene.meet(poses, kAhead) && impl_->fitsItself()) impl_->widen();
  impl_->request();
}

void MechanismView::setTravel(const std::vector<std::vector<BodyPose>>& poses, std::span<const double> times,
                              bool framed) {
  const bool beyond = impl_->scene.setTravel(poses, times), mayFit = framed && impl_->fitsItself();
  if (beyond && mayFit) impl_->widen();
  else if (mayFit && !impl_->drawnFrom && impl_->scene.isTooWide()) impl_->fitDue = true;
  impl_->request();
}

void MechanismView::comeHome() {
  if (impl_->board.isOn()) impl_->narrow();
}

void MechanismView::fit() {
  impl_->fitDue = impl_->framed = impl_->asFitted = true;
  impl_->drawnFrom.reset();
  if (impl_->scene.takeOwnSizes()) impl_->showSelected();
  impl_->request();
}

}  // namespace holonom

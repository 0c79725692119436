// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/framing.h"

#include "gui/viewport/scene/layout.h"

namespace holonom {
namespace {

constexpr double kAhead = 0.25;  // room for what leaves the view, so that it widens now and then only

}  // namespace

Framing::Framing(const QWidget& view, MechanismScene& scene, const DrawingBoard& board, Frames& frames)
    : view_(view), scene_(scene), board_(board), frames_(frames) {}

void Framing::prepare(const QSize& size) {
  scene_.camera().setViewport(size.width(), size.height());
  if (due_) scene_.fit();
  due_ = false;
}

bool Framing::fit() {
  due_ = framed_ = asFitted_ = true;
  drawnFrom_.reset();
  frames_.request();
  return scene_.takeOwnSizes();
}

void Framing::setView(const CameraView& view) {
  scene_.camera().setView(view);
  due_ = framed_ = false;
  frames_.request();
}

void Framing::take(const Framing& other) {
  framed_ = other.framed_;
  due_ = false;
  mode_ = other.mode_;
  followed_ = other.followed_;
}

CameraView Framing::viewFor(const QSize& size) {
  ViewCamera& camera = scene_.camera();
  const CameraView before = camera.view();
  if (!fitsAnySize() || size.isEmpty()) return before;
  camera.setViewport(size.width(), size.height());
  scene_.fit();
  const CameraView fitted = camera.view();
  camera.setView(before);
  camera.setViewport(view_.width(), view_.height());
  return fitted;
}

void Framing::setMode(Mode mode, int body) {
  mode_ = mode;
  followed_ = mode == Mode::Follows ? body : -1;
}

Box2 Framing::seen() const {
  const Vector2 low = scene_.planePoint(0, view_.height()), high = scene_.planePoint(view_.width(), 0);
  return {low.cwiseMin(high), low.cwiseMax(high)};
}

Box3 Framing::inSight() const {
  const Box2 sight = seen();
  return scene_.plane().around(sight, sight.sizes().maxCoeff());
}

/// While drawing, the view before it widened is kept, for there the user goes on; and it stays in sight.
void Framing::widen() {
  if (board_.isOn() && !drawnFrom_) {
    drawnFrom_ = scene_.camera().view();
    scene_.extendTravel(scene_.plane().around(seen()));
  }
  due_ = true;
}

/// After what went far is no longer shown.
void Framing::narrow() {
  const bool far = scene_.forgetTravel();
  if (fitsItself() && drawnFrom_ && board_.isOn()) {
    scene_.camera().setView(*drawnFrom_);
    scene_.setFitted(inSight());
    due_ = false;
  } else if (fitsItself() && far) {
    due_ = true;
  }
  drawnFrom_.reset();
  frames_.request();
}

bool Framing::isLost() const {
  const Box2 there = scene_.plane().shadowOf(scene_.extent()), sight = seen();
  return !there.isEmpty() && (framed_ ? !sight.contains(there) : !sight.intersects(there));
}

bool Framing::isSpeck() const {
  constexpr double kSpeck = 0.02;  // of what is seen
  const Box2 there = scene_.plane().shadowOf(scene_.extent());
  return !there.isEmpty() && there.sizes().maxCoeff() < kSpeck * seen().sizes().maxCoeff();
}

/// While drawing, glyphs stay as large as they were.
void Framing::replace(const Mechanism& mechanism) {
  if (!board_.isOn()) return scene_.setMechanism(mechanism);
  const bool first = scene_.mechanism().bodies.empty();
  const SceneSizes kept = first ? SceneSizes::ofView(seen().sizes().minCoeff()) : scene_.sizes();
  scene_.setMechanism(mechanism, &kept);
}

void Framing::update(const Mechanism& mechanism) {
  const bool drawing = board_.isOn(), there = drawing && !isLost();
  const bool clear = there && !scene_.extent().isEmpty() && !isSpeck();
  const Box3 fitted = scene_.fitted();
  replace(mechanism);
  scene_.setFitted(drawing ? inSight() : fitted);
  narrow();
  asFitted_ = false;
  if (drawing ? (there && isLost()) || (clear && isSpeck()) : fitsItself() && !scene_.fitStillServes()) fit();
}

/// The body stays where it is in the picture.
void Framing::follow(std::span<const BodyPose> poses) {
  const auto body = static_cast<std::size_t>(followed_);
  if (mode_ != Mode::Follows || followed_ < 0 || body >= poses.size() ||
      poses.size() != scene_.poses().size())
    return;
  const Vector3 way = poses[body].position - scene_.poses()[body].position;
  if (way.allFinite()) scene_.camera().shift(way);
}

void Framing::met(std::span<const BodyPose> poses) {
  if (!board_.isHeld() && scene_.meet(poses, kAhead) && fitsItself()) widen();
}

void Framing::setTravel(const std::vector<std::vector<BodyPose>>& poses, std::span<const double> times,
                        bool framed) {
  const bool beyond = scene_.setTravel(poses, times), mayFit = framed && fitsItself();
  if (beyond && mayFit) widen();
  else if (mayFit && !drawnFrom_ && scene_.isTooWide()) due_ = true;
  frames_.request();
}

void Framing::comeHome() {
  if (board_.isOn()) narrow();
}

/// What shows the whole goes on doing so. While drawing, a cell of the grid stays as large as it is.
void Framing::resized(const QSize& before) {
  const bool drawn = board_.isOn() && !(framed_ && asFitted_);
  scene_.camera().setViewport(view_.width(), view_.height());
  if (drawn && before.height() > 0 && view_.height() > 0) {
    const double scale = double(view_.height()) / before.height();
    CameraView camera = scene_.camera().view();
    camera.distance *= scale;
    if (drawnFrom_) drawnFrom_->distance *= scale;
    scene_.camera().setView(camera);
  }
  if (!fitsItself() || (drawn && !drawnFrom_ && !isLost())) return;
  due_ = true;
  asFitted_ = asFitted_ || (drawn && !drawnFrom_);  // it goes on showing the whole when there is room again
}

}  // namespace holonom

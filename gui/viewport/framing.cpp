// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/framing.h"

#include <algorithm>

#include "gui/viewport/scene/layout.h"

namespace holonom {
namespace {

constexpr double kAhead = 0.25;  // room for what leaves the view, so that it widens now and then only
constexpr double kLongWay = 4;   // way in sizes of the mechanism: it would be small where all of it is shown

/// The poses of pictures are those of the centres of mass.
std::optional<Vector3> centreOfMass(const Mechanism& mechanism, std::span<const BodyPose> poses) {
  if (poses.empty() || poses.size() != mechanism.bodies.size()) return {};
  Vector3 sum = Vector3::Zero();
  double mass = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    sum += mechanism.bodies[i].mass * poses[i].position;
    mass += mechanism.bodies[i].mass;
  }
  sum /= mass;
  return sum.allFinite() ? std::optional(sum) : std::nullopt;
}

}  // namespace

Framing::Framing(const QWidget& view, MechanismScene& scene, const DrawingBoard& board, Frames& frames)
    : view_(view), scene_(scene), board_(board), frames_(frames) {}

void Framing::prepare(const QSize& size) {
  scene_.camera().setViewport(size.width(), size.height());
  if (due_) frame();
  due_ = false;
}

void Framing::frame() {
  const auto about = mode_ == Mode::GoesAlong ? companion(scene_.poses()) : std::nullopt;
  if (!about) return scene_.fit();
  scene_.fitBodies(*about);
  beside_ = about;
}

bool Framing::fit() {
  due_ = framed_ = asFitted_ = true;
  drawnFrom_.reset();
  frames_.request();
  return scene_.takeOwnSizes();
}

void Framing::setView(const CameraView& view) {
  scene_.camera().setView(view);
  beside_ = companion(scene_.poses());
  due_ = framed_ = false;
  frames_.request();
}

void Framing::take(const Framing& other) {
  framed_ = other.framed_;
  due_ = false;
  mode_ = other.mode_;
  followed_ = other.followed_;
  chosen_ = other.chosen_;
  beside_ = other.beside_;
  way_ = other.way_;
}

CameraView Framing::viewFor(const QSize& size) {
  ViewCamera& camera = scene_.camera();
  const CameraView before = camera.view();
  if (!fitsAnySize() || size.isEmpty()) return before;
  camera.setViewport(size.width(), size.height());
  frame();
  const CameraView fitted = camera.view();
  camera.setView(before);
  camera.setViewport(view_.width(), view_.height());
  return fitted;
}

void Framing::begin() {
  setMode(Mode::Fits, -1);
  chosen_ = false;
  way_ = {};
}

void Framing::setMode(Mode mode, int body) {
  mode_ = mode;
  followed_ = mode == Mode::Follows ? body : -1;
  chosen_ = true;
  beside_ = companion(scene_.poses());
}

/// Where what the camera goes along with is.
std::optional<Vector3> Framing::companion(std::span<const BodyPose> poses) const {
  if (mode_ == Mode::GoesAlong) return centreOfMass(scene_.mechanism(), poses);
  const auto body = static_cast<std::size_t>(followed_);
  if (mode_ != Mode::Follows || followed_ < 0 || body >= poses.size()) return {};
  return poses[body].isFinite() ? std::optional(poses[body].position) : std::nullopt;
}

void Framing::Way::extend(const Mechanism& mechanism, std::span<const BodyPose> poses) {
  const auto now = centreOfMass(mechanism, poses);
  if (!now) return;
  centre.extend(*now);
  for (const BodyPose& pose : poses) apart = std::max(apart, (pose.position - *now).norm());
}

/// In the plane, seen from the front, a long way reads well as a whole. Beside bodies that part from each
/// other, nothing would be seen where their centre of mass is.
void Framing::decide() {
  if (chosen_ || !fitsItself() || board_.isOn() || way_.centre.isEmpty()) return;
  const double longWay = kLongWay * 2 * scene_.radiusOfBodies();
  const bool far =
      isSpatial(scene_.mechanism()) && way_.centre.sizes().maxCoeff() > longWay && way_.apart < longWay;
  if (far == (mode_ == Mode::GoesAlong)) return;
  mode_ = far ? Mode::GoesAlong : Mode::Fits;
  due_ = true;
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
  follow(scene_.poses());
  if (drawing ? (there && isLost()) || (clear && isSpeck()) : fitsItself() && !scene_.fitStillServes()) fit();
}

/// The camera shifts by as much as what it goes along with: that stays where it is in the picture.
void Framing::follow(std::span<const BodyPose> poses) {
  if (poses.size() != scene_.poses().size()) return;
  const std::optional<Vector3> now = companion(poses);
  if (!now) return;
  if (beside_) scene_.camera().shift(*now - *beside_);
  beside_ = now;
}

void Framing::met(std::span<const BodyPose> poses) {
  if (board_.isHeld()) return;
  const bool beyond = scene_.meet(poses, kAhead);
  way_.extend(scene_.mechanism(), poses);
  decide();
  if (beyond && mode_ == Mode::Fits && fitsItself()) widen();
}

void Framing::setTravel(const std::vector<std::vector<BodyPose>>& poses, std::span<const double> times,
                        bool framed) {
  const bool beyond = scene_.setTravel(poses, times);
  way_ = {};
  for (const auto& pose : poses) way_.extend(scene_.mechanism(), pose);
  if (framed) decide();
  const bool mayFit = framed && mode_ == Mode::Fits && fitsItself();
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/guide.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/dynamics/mass_frame.h"
#include "gui/viewport/scene/body_shape.h"
#include "gui/viewport/scene/supports.h"

namespace holonom {
namespace {

constexpr double kMarginShare = 0.22;  // of the model's length, ahead of the slider
constexpr double kLongestRails = 4;    // model's lengths: on a longer way the rails go along with the slider

}  // namespace

Guide::Guide(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout, int index) {
  const Joint& joint = mechanism.joints[index];
  const auto [a, b] = endsOf(joint);
  carrier_ = a.body;
  sliding_ = b.body;
  start_ = fromCentre(mechanism, a);
  slider_ = fromCentre(mechanism, b);
  axis_ = inPlane(*slideAxis(joint)).normalized();
  halfWidth_ = layout.sizes.halfWidth;
  const bool isSlot = !slidesAsBlock(joint);  // its edges lie on the body that has it
  block_ = isSlot || sliding_ == kGround ? Vector2(halfWidth_, halfWidth_)
                                         : blockSize(mechanism, layout, sliding_);
  zLow_ = isSlot && carrier_ != kGround ? layout.zHigh(carrier_)
                                        : layout.zLow(sliding_ == kGround ? carrier_ : sliding_);
  zHigh_ = zLow_ + 0.8 * layout.sizes.thickness;
  margin_ = std::max(kMarginShare * layout.sizes.model, 3 * block_.x());
  longest_ = kLongestRails * layout.sizes.model;
  const double now = displacement(layout.initial);
  const SlideRange& range = layout.reach.slides[index];
  const double clearance = 2 * block_.x();
  low_ = std::min(now, range.low) - clearance;
  high_ = std::max(now, range.high) + clearance;
  if (!std::isfinite(low_)) low_ = now - margin_;
  if (!std::isfinite(high_)) high_ = now + margin_;
  snapToHatching();
  solid_ = stock.take(rails());
}

void Guide::snapToHatching() {
  const double spacing = kHatchSpacing * hatchHeight();
  low_ = spacing * std::floor(low_ / spacing);
  high_ = spacing * std::ceil(high_ / spacing);
}

double Guide::displacement(std::span<const BodyPose> poses) const {
  const Vector3 to = poseOf(poses, sliding_).toGround(lifted(slider_));
  return axis_.dot(poseOf(poses, carrier_).toLocal(to).head<2>() - start_);
}

Mesh Guide::rails() const {
  Mesh mesh;
  const PrismStyle style{zLow_, zHigh_, 0.1 * halfWidth_, Role::Ground, Role::GroundRim};
  const Vector2 side = perpendicular(axis_);
  const double offset = block_.y() + 0.3 * halfWidth_;
  for (double sign : {-1.0, 1.0}) {
    const Vector2 a = start_ + low_ * axis_ + sign * offset * side,
                  b = start_ + high_ * axis_ + sign * offset * side;
    const Vector2 ends[] = {a, b};
    addPrism(mesh, roundedOutline(ends, 12), 0.26 * halfWidth_, style);
    if (carrier_ != kGround) continue;
    const PrismStyle dark{style.zLow, style.zLow + 0.3 * (style.zHigh - style.zLow), 0, Role::GroundRim,
                          Role::GroundRim};
    const Vector2 below = 0.26 * halfWidth_ * sign * side;
    if (sign < 0) addHatching(mesh, a + below, b + below, hatchHeight(), dark);
    else addHatching(mesh, b + below, a + below, hatchHeight(), dark);
  }
  return mesh;
}

void Guide::setPoses(const Mechanism&, std::span<const BodyPose> poses) {
  const double now = displacement(poses), clearance = 1.5 * block_.x();
  if (now - clearance < low_ || now + clearance > high_) {
    if (!std::isfinite(now)) return;
    const bool far = std::max(high_, now) - std::min(low_, now) > longest_;
    low_ = far ? now - margin_ : std::min(low_, now - margin_);
    high_ = far ? now + margin_ : std::max(high_, now + margin_);
    snapToHatching();
    solid_.setMesh(rails());
  }
  if (carrier_ != kGround) solid_.place(poses[carrier_]);
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/contact_mark.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/dynamics/mass_frame.h"
#include "gui/viewport/scene/body_shape.h"
#include "gui/viewport/scene/supports.h"

namespace holonom {

ContactMark::ContactMark(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout,
                         const RollingJoint& joint)
    : isLine_(true), carrier_(joint.a.body), other_(joint.b.body), start_(fromCentre(mechanism, joint.a)),
      axis_(inPlane(joint.axis).normalized()), contact_(fromCentre(mechanism, joint.b)),
      halfWidth_(layout.sizes.halfWidth),
      zLow_(layout.zLow(carrier_ == kGround && other_ != kGround ? other_ : carrier_)),
      zHigh_(zLow_ + 0.8 * layout.sizes.thickness),
      margin_(std::max(4 * joint.radius, 0.22 * layout.sizes.model)) {
  const double now = displacement(layout.initial);
  low_ = now - margin_;
  high_ = now + margin_;
  solid_ = stock.take(line());
}

ContactMark::ContactMark(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout,
                         const KnifeEdgeJoint& joint)
    : isLine_(false), carrier_(joint.b.body), other_(joint.a.body), start_(fromCentre(mechanism, joint.b)),
      axis_(inPlane(joint.axis).normalized()), contact_(fromCentre(mechanism, joint.a)),
      halfWidth_(layout.sizes.halfWidth), zLow_(layout.zHigh(carrier_)),
      zHigh_(zLow_ + 0.2 * layout.sizes.thickness), solid_(stock.take(blade())) {}

double ContactMark::displacement(std::span<const BodyPose> poses) const {
  const Vector3 to = poseOf(poses, other_).toGround(lifted(contact_));
  return axis_.dot(poseOf(poses, carrier_).toLocal(to).head<2>() - start_);
}

/// Its upper edge is the line itself.
Mesh ContactMark::line() const {
  Mesh mesh;
  const double half = 0.26 * halfWidth_;
  const PrismStyle style{zLow_, zHigh_, 0.1 * halfWidth_, Role::Ground, Role::GroundRim};
  const Vector2 side = perpendicular(axis_), a = start_ + low_ * axis_ - half * side,
                b = start_ + high_ * axis_ - half * side;
  const Vector2 ends[] = {a, b};
  addPrism(mesh, roundedOutline(ends, 12), half, style);
  if (carrier_ != kGround) return mesh;
  const PrismStyle dark{style.zLow, style.zLow + 0.3 * (style.zHigh - style.zLow), 0, Role::GroundRim,
                        Role::GroundRim};
  addHatching(mesh, a - half * side, b - half * side, 0.8 * halfWidth_, dark);
  return mesh;
}

/// A slim rail along the blade, over its point.
Mesh ContactMark::blade() const {
  Mesh mesh;
  const PrismStyle style{zLow_, zHigh_, 0.03 * halfWidth_, Role::Ground, Role::GroundRim};
  const Vector2 ends[] = {start_ - 3 * halfWidth_ * axis_, start_ + 3 * halfWidth_ * axis_};
  addPrism(mesh, roundedOutline(ends, 12), 0.16 * halfWidth_, style);
  return mesh;
}

void ContactMark::setPoses(const Mechanism&, std::span<const BodyPose> poses) {
  if (isLine_) {
    const double now = displacement(poses), clearance = 0.5 * margin_;
    if (!std::isfinite(now)) return;
    if (now - clearance < low_ || now + clearance > high_) {
      low_ = std::min(low_, now - margin_);
      high_ = std::max(high_, now + margin_);
      solid_.setMesh(line());
    }
  }
  if (carrier_ != kGround) solid_.place(poses[carrier_]);
}

}  // namespace holonom

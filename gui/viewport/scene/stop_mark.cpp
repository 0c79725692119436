// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/stop_mark.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/dynamics/mass_frame.h"
#include "gui/viewport/scene/spatial_coordinate.h"

namespace holonom {
namespace {

Vector2 planarDirectionFrom(const Mechanism& mechanism, const PointRef& ref) {
  const Vector3 direction = directionFrom(mechanism, ref);
  return direction.norm() > 0 ? inPlane(direction).normalized() : Vector2::UnitX();
}

}  // namespace

StopMark::StopMark(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout, const Stop& stop,
                   int force)
    : stop_(stop), force_(force) {
  if (stop.joint < 0) {
    zA_ = layout.zLine(stop.a.body);
    zB_ = layout.zLine(stop.b.body);
    solid_ = stock.take(cord(layout));
    return;
  }
  const Joint& joint = mechanism.joints[static_cast<size_t>(stop.joint)];
  if (actsInSpace(mechanism, joint)) return;
  carrier_ = endsOf(joint).first.body;
  solid_ =
      stock.take(slideAxis(joint) ? buffers(mechanism, layout, joint) : cheeks(mechanism, layout, joint));
}

void StopMark::addPlate(Mesh& mesh, const Vector2& from, const Vector2& to, double radius,
                        const PrismStyle& style) {
  const Vector2 ends[] = {from, to};
  addPrism(mesh, roundedOutline(ends, 12), radius, style);
  plates_.push_back({{from, to}, radius, style.zLow, style.zHigh});
}

/// Plates across the rails; the block touches one when the coordinate is at its limit.
Mesh StopMark::buffers(const Mechanism& mechanism, const SceneLayout& layout, const Joint& joint) {
  Mesh mesh;
  const double halfWidth = layout.sizes.halfWidth;
  const auto [a, b] = endsOf(joint);
  const bool hasBlock = slidesAsBlock(joint) && b.body != kGround;
  const Vector2 block = hasBlock ? blockSize(mechanism, layout, b.body) : Vector2(halfWidth, halfWidth);
  const double low = layout.zLow(b.body == kGround ? a.body : b.body);
  const double radius = 0.4 * halfWidth;
  const PrismStyle style{low, low + layout.sizes.thickness, 0.1 * halfWidth, Role::Force, Role::MetalRim};
  const Vector2 axis = inPlane(*slideAxis(joint)).normalized(), side = perpendicular(axis),
                start = fromCentre(mechanism, a);
  const auto plate = [&](double limit, double outwards) {
    const Vector2 middle = start + (limit + outwards * (block.x() + radius)) * axis;
    addPlate(mesh, middle - 1.0 * block.y() * side, middle + 1.0 * block.y() * side, radius, style);
  };
  if (stop_.lower) plate(*stop_.lower, -1);
  if (stop_.upper) plate(*stop_.upper, 1);
  return mesh;
}

/// Short bars beside the second body, where its edge is at the limit.
Mesh StopMark::cheeks(const Mechanism& mechanism, const SceneLayout& layout, const Joint& joint) {
  Mesh mesh;
  const auto [a, b] = endsOf(joint);
  const double halfWidth = layout.sizes.halfWidth, radius = 0.35 * halfWidth;
  const double low = layout.zLow(b.body == kGround ? a.body : b.body);
  const PrismStyle style{low, low + layout.sizes.thickness, 0.1 * halfWidth, Role::Force, Role::MetalRim};
  const Vector2 hinge = fromCentre(mechanism, a), along = planarDirectionFrom(mechanism, b);
  const auto cheek = [&](double limit, double outwards) {
    const Vector2 direction = Eigen::Rotation2Dd(limit) * along;
    const Vector2 beside = outwards * (halfWidth + 1.05 * radius) * perpendicular(direction);
    addPlate(mesh, hinge + beside + 2.2 * halfWidth * direction, hinge + beside + 4.2 * halfWidth * direction,
             radius, style);
  };
  if (stop_.lower) cheek(*stop_.lower, -1);
  if (stop_.upper) cheek(*stop_.upper, 1);
  return mesh;
}

/// Of length 1 along x.
Mesh StopMark::cord(const SceneLayout& layout) const {
  Mesh mesh;
  const Vector3 path[] = {{0, 0, 0}, {1, 0, 0}};
  addTube(mesh, path, 0.14 * layout.sizes.halfWidth, 8, Role::Spring);
  return mesh;
}

void StopMark::setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses) {
  if (!solid_) return;
  if (stop_.joint < 0) {
    const Vector3 a = placeOf(mechanism, stop_.a.body, localPosition(mechanism, stop_.a), poses, zA_);
    const Vector3 b = placeOf(mechanism, stop_.b.body, localPosition(mechanism, stop_.b), poses, zB_);
    solid_.placeAlong(a, b - a, std::max((b - a).norm(), 1e-9));
  } else if (carrier_ != kGround) {
    solid_.place(poses[static_cast<size_t>(carrier_)]);
  }
}

}  // namespace holonom

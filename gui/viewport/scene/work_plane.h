// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/math/pose.h"

namespace holonom {

using Box2 = Eigen::AlignedBox2d;
using Box3 = Eigen::AlignedBox3d;

struct Ray {
  Vector3 origin, direction;  ///< unit direction
};

/// A plane in space with coordinates of its own (m): what tools draw in, the mouse snaps to, rulers measure
/// and the grid covers. By itself it is that of planar models, z = 0, with x and y of ground.
class WorkPlane {
 public:
  WorkPlane() = default;
  explicit WorkPlane(const Pose& frame) : frame_(frame) {}

  const Pose& frame() const { return frame_; }
  Vector3 normal() const { return frame_.normal(); }
  Vector3 at(const Vector2& place, double above = 0) const { return frame_.toGround(lifted(place, above)); }
  Vector2 shadowOf(const Vector3& place) const { return frame_.toLocal(place).head<2>(); }
  std::optional<Vector2> meet(const Ray& ray) const;  ///< its line; none when that goes along the plane
  /// Of the plane, where it is seen along the ray.
  Vector2 seenAlong(const Ray& ray) const { return meet(ray).value_or(shadowOf(ray.origin)); }

  Box2 shadowOf(const Box3& box) const;
  /// Around a rectangle of the plane and what is up to `depth` (m) beside it.
  Box3 around(const Box2& box, double depth = 0) const;

 private:
  Pose frame_;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/work_plane.h"

namespace holonom {

std::optional<Vector2> WorkPlane::meet(const Ray& ray) const {
  constexpr double kAlong = 1e-9;
  const double slope = ray.direction.dot(normal());
  if (!(std::abs(slope) > kAlong)) return {};
  return shadowOf(ray.origin - normal().dot(ray.origin - frame_.position) / slope * ray.direction);
}

Box2 WorkPlane::shadowOf(const Box3& box) const {
  Box2 shadow;
  for (int i = 0; i < 8 && !box.isEmpty(); ++i) shadow.extend(shadowOf(box.corner(Box3::CornerType(i))));
  return shadow;
}

Box3 WorkPlane::around(const Box2& box, double depth) const {
  Box3 space;
  for (int i = 0; i < 4 && !box.isEmpty(); ++i)
    for (const double above : {-depth, depth}) space.extend(at(box.corner(Box2::CornerType(i)), above));
  return space;
}

}  // namespace holonom

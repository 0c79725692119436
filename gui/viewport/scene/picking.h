// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>
#include <span>

#include "gui/viewport/scene/body_shape.h"
#include "gui/viewport/scene/view_camera.h"

namespace holonom {

struct Hit {
  int body = -1;
  double way = std::numeric_limits<double>::infinity();  ///< m along the ray
};

/// The body that a ray meets first, −1 for none. Exact against the plates of the bodies as they are drawn;
/// `tolerance` (m) lets thin links be hit by a near miss when nothing is hit exactly. Microseconds, where a
/// VTK picker needs milliseconds.
Hit pickBody(const Ray& ray, std::span<const BodyPose> poses,
             const std::function<const std::vector<Footprint>&(int)>& footprints, double tolerance);

/// Distance of a segment to a convex polygon (or segment, or point); 0 inside.
double distanceToHull(const Vector2& a, const Vector2& b, const std::vector<Vector2>& hull);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Geometry>
#include <span>

#include "gui/viewport/scene/layout.h"

namespace holonom {

using Box2 = Eigen::AlignedBox2d;

/// Where the points of all bodies are now, and ground's.
Box2 currentExtent(const Mechanism& mechanism, std::span<const BodyPose> poses);

/// Where the points of the bodies can get to: from every pivot at ground a point is at most as far away as the
/// shortest path through the bodies between, and guides at ground along an axis keep the other coordinate. Bodies
/// without such a path do not count. A view that holds this box need not follow the motion.
Box2 reachableExtent(const Mechanism& mechanism, const SceneLayout& layout);

}  // namespace holonom

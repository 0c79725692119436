// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/model/mechanism.h"
#include "core/results/body_pose.h"
#include "gui/viewport/scene/work_plane.h"

namespace holonom {

struct JointCluster;

/// Displacements that a slider can have along its axis, m; infinite where nothing bounds it.
struct SlideRange {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

/// Where a mechanism can get to. A view that holds this box need not follow the motion.
struct Reach {
  Box3 box;  ///< of the points of all bodies that are bounded, or empty; flat, z = 0, in the plane
  std::vector<SlideRange> slides;  ///< of each joint; set for prismatic joints at ground
};

/// From every pivot at ground a point is at most as far away as the shortest path through the bodies between,
/// and at least as far as the longest body on it exceeds the others. Guides at ground keep their points on a
/// line.
Reach reachOf(const Mechanism& mechanism, const std::vector<JointCluster>& clusters);

/// Where the points of all bodies are now.
Box3 extentOfBodies(const Mechanism& mechanism, std::span<const BodyPose> poses);
/// And ground's.
Box3 currentExtent(const Mechanism& mechanism, std::span<const BodyPose> poses);

/// The limits that the stops of a mechanism set to the coordinate of a joint.
struct JointLimits {
  std::optional<double> lower, upper;
};
JointLimits limitsOf(const Mechanism& mechanism, int joint);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "gui/viewport/scene/joint_mark.h"

namespace holonom {

/// A plane of the ground that discs, balls or blades in space move on.
struct GroundPlane {
  Vector3 through, normal;
};
std::vector<GroundPlane> groundPlanesOf(const Mechanism& mechanism);

/// What is drawn of these planes: a slab for each, under all that
/// touch it, with lines by which one sees them go. It grows ahead of them.
std::vector<std::unique_ptr<JointMark>> floorsOf(SolidStock& stock, const Mechanism& mechanism,
                                                 const SceneLayout& layout);

}  // namespace holonom

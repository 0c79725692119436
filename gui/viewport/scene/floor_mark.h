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

/// A slab under all that touch a plane, with lines by which one sees them go. It grows ahead of them.
class Floor : public JointMark {
 public:
  /// A level one goes on beyond the edges of the picture, as ground does; a slope ends.
  virtual void setWide(bool on) = 0;
};

/// What is drawn of these planes: a floor for each.
std::vector<std::unique_ptr<Floor>> floorsOf(SolidStock& stock, const Mechanism& mechanism,
                                             const SceneLayout& layout);

}  // namespace holonom

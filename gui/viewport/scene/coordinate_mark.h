// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

#include "gui/viewport/scene/joint_mark.h"

namespace holonom {

/// What is drawn of a spring or a stop at the coordinate of a joint in space: a spiral about its axis or a
/// coil along it; cheeks beside the second body at its limiting angles or plates at the ends of its way. Null
/// for other forces.
std::unique_ptr<JointMark> makeCoordinateMark(SolidStock& stock, const Mechanism& mechanism,
                                              const SceneLayout& layout, const Force& force);

/// Lines along that drawing, each between two places in the frames of bodies (or ground), m: what a click can
/// hit and what is marked when it is selected. `width`: half of that of a bar, m.
struct CoordinateLine {
  std::pair<int, Vector3> from, to;
};
std::vector<CoordinateLine> coordinateLines(const Mechanism& mechanism, const Force& force, double width);

}  // namespace holonom

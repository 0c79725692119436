// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/joint_mark.h"

namespace holonom {

/// What is drawn of a spring or a stop at the coordinate of a joint in space: a spiral about its axis or a
/// coil along it; cheeks beside the second body at its limiting angles or plates at the ends of its way. Null
/// for other forces.
std::unique_ptr<JointMark> makeCoordinateMark(SolidStock& stock, const Mechanism& mechanism,
                                              const SceneLayout& layout, const Force& force);

}  // namespace holonom

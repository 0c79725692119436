// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"
#include "gui/viewport/scene/view_camera.h"
#include "gui/viewport/scene/work_plane.h"

/// How a mechanism stands in the picture. One in the plane is looked at as it is drawn, y upwards; of bodies
/// in space it matters where gravity pulls them.
namespace holonom {

/// Against gravity, where bodies move in space; without it z. In the plane y.
Vector3 upwardsOf(const Mechanism& mechanism);

/// For ViewCamera::setAxes(): to the right, up, towards the viewer.
Matrix3 standingAxes(const Mechanism& mechanism);

/// Azimuth and elevation (rad) from which a mechanism is looked at by itself: turned enough to show layers,
/// or the three directions of space.
struct FirstLook {
  double azimuth = 0, elevation = 0;
};
FirstLook firstLookAt(const Mechanism& mechanism);

/// A level plane through the origin of ground, on which a mechanism in space can stand.
WorkPlane levelOf(const Mechanism& mechanism);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"
#include "gui/viewport/scene/scene_items.h"
#include "gui/viewport/scene/view_camera.h"
#include "gui/viewport/scene/work_plane.h"

/// How a mechanism stands in the picture. One in the plane is looked at as it is drawn, y upwards; of bodies
/// in space it matters where gravity pulls them.
namespace holonom {

/// Against gravity, where bodies move in space; without it z. In the plane y.
Vector3 upwardsOf(const Mechanism& mechanism);

/// The direction that is upwards in the picture: as chosen, in space only.
Vector3 upwardsOf(const Mechanism& mechanism, SceneItems::Up chosen);

/// For ViewCamera::setAxes(): to the right, up, towards the viewer.
Matrix3 standingAxes(const Vector3& up);
inline Matrix3 standingAxes(const Mechanism& mechanism) { return standingAxes(upwardsOf(mechanism)); }

/// Azimuth and elevation (rad) from which a mechanism is looked at by itself: turned enough to show layers,
/// or the three directions of space.
struct FirstLook {
  double azimuth = 0, elevation = 0;
};
FirstLook firstLookAt(const Mechanism& mechanism);

/// A level plane through the origin of ground, on which a mechanism in space can stand.
WorkPlane levelOf(const Vector3& up);
inline WorkPlane levelOf(const Mechanism& mechanism) { return levelOf(upwardsOf(mechanism)); }

}  // namespace holonom

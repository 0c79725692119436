// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/math/types.h"
#include "core/model/point_ref.h"
#include "gui/viewport/scene/work_plane.h"

namespace holonom {

/// What is seen in space under a pixel: a point of a body or of ground, the place of a joint, or a place on a
/// body.
struct Spot {
  int body = kGround;
  Vector3 local, place;           ///< in the frame of the body, in ground axes, m
  std::optional<PointRef> point;  ///< that it is
  std::optional<int> joint;       ///< that is there
};

/// Where a body can be taken hold of, and the plane that the mouse moves that place in: of a body in the
/// plane the one that is drawn in, else the one parallel to the picture.
struct Grip {
  Spot spot;
  WorkPlane plane;
};

}  // namespace holonom

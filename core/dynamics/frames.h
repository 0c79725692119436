// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/mechanism.h"

namespace holonom {

/// What joints and forces act on are frames, axes that move in the plane or in space: those of the bodies at
/// their centres of mass (numbered like the bodies) and, behind them, the stations of flexible bodies, one
/// per point: the cross-section that carries it. Elements need to know nothing of elasticity; how a station
/// follows the coordinates of its body is its FrameMap.

/// The points of flexible bodies, body by body.
std::vector<PointRef> stationsOf(const Mechanism& mechanism);

/// The frame that carries a point; kGround for points of the ground.
int frameOf(const Mechanism& mechanism, PointRef ref);

/// Where a point is in the axes of its frame, from its origin (m).
Vector2 inFrame(const Mechanism& mechanism, PointRef ref);
/// The same with its third component.
Vector3 inSpatialFrame(const Mechanism& mechanism, PointRef ref);

/// The point of a flexible body that is nearest to a place in the frame of the model (m).
PointRef nearestStation(const Mechanism& mechanism, int body, const Vector2& place);

}  // namespace holonom

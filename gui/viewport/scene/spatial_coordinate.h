// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/model/mechanism.h"
#include "core/model/turn_axes.h"

namespace holonom {

/// The coordinate of a joint in space in the axes of the body that bears its axis (the first one, of the
/// second axis of a Cardan joint the second): along or about an axis of length 1 through a point about the
/// centre of mass (m). Of a turn also the directions across the axis: the other body lies in the first of
/// them when the turn is zero, and turns towards the second.
struct SpatialCoordinate {
  int bearer = kGround;
  bool turns = false;
  Vector3 origin, axis;
  Vector3 along = Vector3::UnitX(), across = Vector3::UnitY();
};
std::optional<SpatialCoordinate> spatialCoordinate(const Mechanism& mechanism, const Joint& joint,
                                                   int coordinate);

/// The turn of a coordinate as it is drawn: the tilt of a ball joint, whose axis is fixed in neither body, as
/// one about the axis that it has at the start.
std::optional<Turn> drawnTurn(const Mechanism& mechanism, const Joint& joint, int coordinate);

/// Where a body mainly lies, seen from one of its points: towards the point that is farthest away. Zero for
/// ground.
Vector3 directionFrom(const Mechanism& mechanism, const PointRef& ref);

}  // namespace holonom

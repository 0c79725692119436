// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/math/types.h"

namespace holonom {

struct Joint;

/// Directions by which the turn about an axis in space is measured: f and g across the axis w in the first
/// body, g = w × f, and those of the second body that lie along them where the turn is zero. It is zero where
/// the axes of the second body are turned against those of the first by no more than makes w and the axis w′
/// of the second body one: not at all where these have the same components.
struct TurnAxes {
  Vector3 axis, f, g;            ///< w, of length 1
  Vector3 second, secondAcross;  ///< f′, g′
};

/// Axes w and w′ of any length, in the axes of their bodies.
TurnAxes turnAxes(const Vector3& axis, const Vector3& secondAxis);
/// Of a joint in space whose coordinate is the turn about an axis; none for one of another kind.
std::optional<TurnAxes> turnAxes(const Joint& joint);

}  // namespace holonom

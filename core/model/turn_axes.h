// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/math/types.h"

namespace holonom {

struct Joint;
struct Mechanism;

/// Directions by which the turn about an axis in space is measured: f and g across the axis w in the first
/// body, g = w × f, and those of the second body that lie along them where the turn is zero. It is zero where
/// the axes of the second body are turned against those of the first by no more than makes w and the axis w₂
/// of the second body one: not at all where these have the same components.
struct TurnAxes {
  Vector3 axis, f, g;            ///< w, of length 1
  Vector3 second, secondAcross;  ///< f₂, g₂
};

/// Axes w and w₂ of any length, in the axes of their bodies.
TurnAxes turnAxes(const Vector3& axis, const Vector3& secondAxis);

/// The turn θ about an axis as the coordinate of a joint, tan θ = s/c with products of directions fixed in
/// the first and in the second body: c = f · f₂ and s = g · g₂.
struct Turn {
  bool aboutSecond;  ///< the axis is fixed in the second body, else in the first
  Vector3 axis;      ///< of length 1
  Vector3 f, second;
  Vector3 g, secondOfSine;
  bool ofLine = false;  ///< the line from the first point to the second takes the place of f₂ and g₂
};

/// Of a coordinate of a joint in space; none where that is no turn. The turns of a Cardan joint are those of
/// its cross against the first body and of the second body against the cross, both zero where the axes of the
/// bodies are one, if `axis` and `secondAxis` are at right angles there; so are those of perpendicular axes.
/// That of a rod on a hinge is zero along nextAxis(). Of Cardan angles the first and the last are turns.
std::optional<Turn> turnOf(const Mechanism& mechanism, const Joint& joint, int coordinate = 0);

/// The direction next to an axis: of length 1, across it, nearest to the one of x, y, z that follows, in the
/// order x, y, z, x, the one that the axis is nearest to. y for x. `axis`: of length 1.
Vector3 nextAxis(const Vector3& axis);

/// Axes, as columns in those of their bodies, between which the Cardan angles x, y, z of a joint are
/// measured: those of its two points, or of constant-velocity shafts z along the shaft and x the nextAxis()
/// to it; of a disc x along the normal and z across its way along waysOnPlane()[0], against z along the axle
/// and x the nextAxis() to it: heading, lean, roll. The first two angles are those by which z of the second
/// is bent against z of the first.
struct CardanAxes {
  Matrix3 first, second;
};
CardanAxes cardanAxes(const Mechanism& mechanism, const Joint& joint);

/// The second of the Cardan angles as a coordinate of a joint: sin x = a · b with directions of length 1
/// that are fixed in the first and in the second body.
struct Tilt {
  Vector3 first, second;
};
std::optional<Tilt> tiltOf(const Mechanism& mechanism, const Joint& joint, int coordinate);
/// The axis of a joint in the axes of its second body, of length 1; z where it has none.
Vector3 secondAxisOf(const Joint& joint);

}  // namespace holonom

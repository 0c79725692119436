// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/centre_motion.h"

namespace holonom {

struct BodyLook;
struct BodyShape;

/// A homogeneous solid about the centre of mass that has the inertia of a body in space: a ball, a disc about
/// the third of its axes, or a box.
struct Bob {
  enum class Kind { Ball, Disc, Box };
  Kind kind = Kind::Ball;
  Matrix3 axes = Matrix3::Identity();  ///< in those of the body
  Vector3 half;                        ///< of its extents along them, m
  bool operator==(const Bob&) const = default;
};

/// As large as the inertia tells, but no larger than the points of the body reach; or as wide as it is drawn.
/// Of the shape that is wished; a disc without an axis of symmetry is one about z.
Bob bobOf(const Body& body);

/// How far the picture of a body in space reaches around its centre of mass besides its points, m.
double bobRadius(const Body& body);

/// What the shape of a body in space depends on besides sizes and display.
struct SpatialLook {
  std::vector<Vector3> points;    ///< about its centre of mass, in its axes, m
  std::vector<BodySolid> solids;  ///< the same
  Bob bob;
  bool operator==(const SpatialLook&) const = default;
};
SpatialLook spatialLookOf(const Body& body);

/// The solids that the body is made of, with arms to points beside them. Where it has none, solids with real
/// depth: a rod between two points, a plate for more that lie in one plane, arms from the centre of mass to
/// all others, the bob where there are none.
BodyShape spatialShapeOf(const BodyLook& look);

}  // namespace holonom

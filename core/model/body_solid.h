// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/types.h"

namespace holonom {

/// One of the homogeneous solids and mass points that a rigid body in space is made of. Which of its values
/// count is told by its shape: solidKinds().
struct BodySolid {
  enum class Shape { Box, Plate, Bar, Cylinder, Tube, Sphere, Cone, Point, Other };
  Shape shape = Shape::Box;
  Vector3 size = Vector3::Constant(0.1);  ///< edges along its axes, m
  double thickness = 0;                   ///< of a plate, m; 0: thin
  double radius = 0.05;                   ///< m; of a bar 0: thin
  double innerRadius = 0.04;              ///< m
  double length = 0.1;                    ///< m
  bool hasDensity = false;                ///< its mass follows from its density
  double mass = 1;                        ///< kg
  double density = 7850;                  ///< kg/m³

  Vector3 position = Vector3::Zero();  ///< of its centre of mass, in the axes of the body, m
  Vector3 axis = Vector3::UnitZ();     ///< about which it is turned there, of length 1
  double angle = 0;                    ///< rad

  // Of Shape::Other: what the body has besides its solids.
  Vector3 moments = Vector3::Zero();   ///< about the centre of mass in the axes of the body, kg·m²
  Vector3 products = Vector3::Zero();  ///< as those of a body

  bool operator==(const BodySolid&) const = default;
};

}  // namespace holonom

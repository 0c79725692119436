// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/mesh.h"

namespace holonom {

/// Along x, its tip in the origin.
Mesh straightArrow(double length, double shaft, Role role);

/// About the origin in the plane, counter-clockwise when positive; sweep in rad.
Mesh curvedArrow(double radius, double shaft, double sweep, bool positive, Role role);

/// Axes for a curved arrow about an axis, and whether it is positive there: where the axis is that of the
/// plane, those of the plane.
struct TurnAbout {
  Matrix3 axes = Matrix3::Identity();
  bool positive = true;
};
TurnAbout turnAbout(const Vector3& axis);

/// A copy of `part`, turned about z and moved.
void addPlaced(Mesh& mesh, const Mesh& part, const Vector3& place, double angle);

}  // namespace holonom

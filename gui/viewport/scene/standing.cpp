// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/standing.h"

#include <Eigen/Geometry>
#include <cmath>

namespace holonom {

Vector3 upwardsOf(const Mechanism& mechanism) {
  if (!isSpatial(mechanism)) return Vector3::UnitY();
  const double pull = mechanism.gravity.norm();
  return pull > 0 ? Vector3(-mechanism.gravity / pull) : Vector3(0, 0, 1);
}

Matrix3 standingAxes(const Mechanism& mechanism) {
  constexpr double kSteep = 0.7;
  const Vector3 up = upwardsOf(mechanism);
  // x to the right: z comes towards the viewer, or, where it is upwards, y goes away
  const Vector3 towards = std::abs(up.z()) < kSteep ? Vector3(0, 0, 1) : Vector3(0, -1, 0);
  const Vector3 right = up.cross(towards).normalized();
  Matrix3 axes;
  axes << right, up, right.cross(up);
  return axes;
}

FirstLook firstLookAt(const Mechanism& mechanism) {
  if (isSpatial(mechanism)) return {-0.55, 0.32};
  return {-0.22, 0.20};
}

WorkPlane levelOf(const Mechanism& mechanism) {
  const Matrix3 axes = standingAxes(mechanism);
  Pose level;
  level.rotation << axes.col(0), -axes.col(2), axes.col(1);
  return WorkPlane(level);
}

}  // namespace holonom

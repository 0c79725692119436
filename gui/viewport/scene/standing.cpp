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

Vector3 upwardsOf(const Mechanism& mechanism, SceneItems::Up chosen) {
  if (!isSpatial(mechanism) || chosen == SceneItems::Up::AgainstGravity) return upwardsOf(mechanism);
  return chosen == SceneItems::Up::Y ? Vector3::UnitY() : Vector3::UnitZ();
}

Matrix3 standingAxes(const Vector3& up) {
  constexpr double kSteep = 0.7;
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

WorkPlane levelOf(const Vector3& up) {
  const Matrix3 axes = standingAxes(up);
  Pose level;
  level.rotation << axes.col(0), -axes.col(2), axes.col(1);
  return WorkPlane(level);
}

}  // namespace holonom

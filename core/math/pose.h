// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "core/math/types.h"

namespace holonom {

/// Where a frame is: its origin (m, ground axes), and its axes as columns of a rotation matrix.
struct Pose {
  Vector3 position = Vector3::Zero();
  Matrix3 rotation = Matrix3::Identity();

  Vector3 toGround(const Vector3& local) const { return position + rotation * local; }
  Vector3 toLocal(const Vector3& place) const { return rotation.transpose() * (place - position); }
  Vector3 normal() const { return rotation.col(2); }  ///< of the plane of its x and y
  bool isFinite() const { return position.allFinite() && rotation.allFinite(); }
};

/// A place of the x–y plane of a frame, or `z` (m) above it.
inline Vector3 lifted(const Vector2& place, double z = 0) { return {place.x(), place.y(), z}; }

/// Of a frame in the plane z = 0 that is turned about z by an angle (rad).
inline Pose planarPose(double x, double y, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Pose pose{{x, y, 0}, Matrix3::Identity()};
  pose.rotation.topLeftCorner<2, 2>() << c, -s, s, c;
  return pose;
}

/// By how much the x axis of a frame is turned about z (rad). A rotation matrix counts no revolutions: of the
/// angles that differ by them, the one nearest to `near`.
inline double planarAngle(const Pose& pose, double near = 0) {
  const double angle = std::atan2(pose.rotation(1, 0), pose.rotation(0, 0));
  return near + std::remainder(angle - near, 2 * std::numbers::pi);
}

}  // namespace holonom

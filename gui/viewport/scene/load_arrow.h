// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/solid.h"
#include "gui/viewport/scene/spatial_coordinate.h"

namespace holonom {

inline constexpr double kForcePerLength = 100;  // N per m of an arrow, as it is drawn with the mouse

/// A force at a point as it is drawn while no run shows its values: arrows (m) that begin there, in the axes
/// of a body, or of ground.
struct ForceSign {
  PointRef at;
  int axesOf = kGround;
  std::vector<Vector3> arrows;
};

/// A constant force is one arrow, as long as it was drawn; where that would leave the picture, lengths are
/// relative to the largest. One by formulas has an arrow along each axis in which it can act. None for what
/// does not act at one point. `model`: characteristicLength.
std::optional<ForceSign> signOf(const Mechanism& mechanism, const Force& force, double model);

/// An arrow of a force, or that of a torque: around the centre of mass of its body and about its axis, the
/// longer the larger.
class LoadArrow {
 public:
  LoadArrow(SolidStock& stock, const SceneLayout& layout, const ForceSign& sign, const Vector3& arrow);
  /// Of a torque, whose sign has its axes as arrows.
  LoadArrow(SolidStock& stock, const SceneLayout& layout, const ForceSign& sign, const Vector3& axis,
            double radius, double sweep);
  /// Of a force or torque at a joint in space: at its second point, in the axes of its first body.
  LoadArrow(SolidStock& stock, const SceneLayout& layout, const std::pair<PointRef, PointRef>& ends,
            const SpatialCoordinate& coordinate);

  void setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses);

 private:
  PointRef at_;                      ///< of a torque: its point is −1
  int axesOf_ = kGround;             ///< body whose axes the arrow is in
  Vector3 arrow_ = Vector3::Zero();  ///< m; of a torque the direction of its axis
  double z_ = 0;
  bool turns_ = false;
  Solid solid_;
};

/// Arrows for all forces at a point, torques that are not zero, and what acts at joints in space.
std::vector<LoadArrow> loadArrowsOf(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout);

}  // namespace holonom

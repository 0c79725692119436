// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

inline constexpr double kForcePerLength = 100;  // N per m of an arrow, as it is drawn with the mouse

/// A constant force (straight arrow that begins at its point) or torque (arrow around the centre of mass). Forces are as long
/// as they were drawn; where that would leave the picture, and for torques, lengths are relative to the largest of the kind.
class LoadArrow {
 public:
  LoadArrow(const SceneLayout& layout, const ConstantForce& force, double length);
  LoadArrow(const SceneLayout& layout, const ConstantTorque& torque, double largest);

  vtkActor* actor() const { return solid_.actor(); }
  void setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses);

 private:
  std::variant<ConstantForce, ConstantTorque> load_;
  double z_, length_ = 0;
  Solid solid_;
};

/// Of the straight arrow of a force of the mechanism, m; `model`: characteristicLength.
double arrowLength(const Mechanism& mechanism, const ConstantForce& force, double model);

/// Arrows for all constant loads that are not zero.
std::vector<LoadArrow> loadArrowsOf(const Mechanism& mechanism, const SceneLayout& layout);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

/// A constant force (straight arrow that ends at its point) or torque (arrow around the centre of mass). Lengths are
/// relative to the largest load of the same kind.
class LoadArrow {
 public:
  LoadArrow(const SceneLayout& layout, const ConstantForce& force, double largest);
  LoadArrow(const SceneLayout& layout, const ConstantTorque& torque, double largest);

  vtkActor* actor() const { return solid_.actor(); }
  void setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses);

 private:
  std::variant<ConstantForce, ConstantTorque> load_;
  double z_;
  Solid solid_;
};

/// Arrows for all constant loads that are not zero.
std::vector<LoadArrow> loadArrowsOf(const Mechanism& mechanism, const SceneLayout& layout);

}  // namespace holonom

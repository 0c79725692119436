// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

/// Length 1 along x; straight leads at both ends (shares of the length), where the coil's radius grows from
/// nothing. Its wire is round at the natural length (m).
Mesh coilMesh(double radius, double wire, double naturalLength, double leadA, double leadB,
              const Detail& detail);

/// A coil, a dash pot, or a coil around a dash pot, between two points. The coil is stretched by its matrix
/// and never rebuilt; cylinder and rod of the dash pot are rigid and slide in each other.
class Spring {
 public:
  Spring(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout,
         const SpringDamper& element);
  void setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses);

 private:
  SpringDamper element_;
  double zA_, zB_;
  double shortest_ = 0, longest_ = 1;  // between them cylinder and rod have their own lengths
  Solid coil_, cylinder_, rod_;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

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

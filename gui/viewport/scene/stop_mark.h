// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

/// What a stop is in the picture: buffers at the ends of a slider's way, cheeks beside a hinge at its
/// limiting angles, or a cord between two points whose distance is limited.
class StopMark {
 public:
  StopMark(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout, const Stop& stop);

  void setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses);

 private:
  Mesh buffers(const Mechanism& mechanism, const SceneLayout& layout, const Joint& joint) const;
  Mesh cheeks(const Mechanism& mechanism, const SceneLayout& layout, const Joint& joint) const;
  Mesh cord(const SceneLayout& layout) const;

  Stop stop_;
  int carrier_ = kGround;   // the body that the marks are fixed to
  double zA_ = 0, zB_ = 0;  // of a cord's ends
  Solid solid_;             // none when there is nothing to draw
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>

#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

/// What is drawn of a joint besides the pin through its bodies, which is drawn with them (body_shape.h).
class JointMark {
 public:
  virtual ~JointMark() = default;
  virtual void setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses) = 0;
};

/// Of the joint with that index; null where a pin is all.
std::unique_ptr<JointMark> makeJointMark(SolidStock& stock, const Mechanism& mechanism,
                                         const SceneLayout& layout, int joint);

}  // namespace holonom

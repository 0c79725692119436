// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/results/body_pose.h"
#include "gui/viewport/scene/colours.h"

namespace holonom {

/// Another run of the mechanism in the same picture: all of it translucent and in one colour.
struct Ghost {
  Colour colour{};
  std::vector<BodyPose> poses;  ///< one per body
};

}  // namespace holonom

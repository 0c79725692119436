// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/results/recording.h"

namespace holonom {

/// Where a body is: its centre of mass (m, ground axes) and its angle (rad).
struct BodyPose {
  double x = 0, y = 0, angle = 0;
};

/// Poses of the named bodies at any time of a recording, by cubic Hermite interpolation of the recorded positions and
/// velocities between two accepted steps. Looks the channels up once; reading allocates nothing.
class PoseReader {
 public:
  PoseReader(const Recording& recording, const std::vector<std::string>& bodies);

  /// out.size() = number of bodies. t is clamped to what is recorded. Returns false while nothing is.
  bool posesAt(double t, std::span<BodyPose> out) const;

 private:
  const Recording* recording_;
  std::vector<int> firstChannel_;  // of body.x; then y, theta, vx, vy, omega, ax, ay, alpha
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/results/recording.h"

namespace holonom {

/// Where a body is: its centre of mass (m, ground axes) and its angle (rad); the elastic coordinates of a
/// flexible one (m).
struct BodyPose {
  static constexpr int kMaxElastic = 16;
  double x = 0, y = 0, angle = 0;
  std::array<double, kMaxElastic> elastic{};
};

/// Poses of the named bodies at any time of a recording, by cubic Hermite interpolation of the recorded
/// positions and velocities between two accepted steps. Looks the channels "<body>.x" … "<body>.omega" up
/// once, as soon as the recording has begun; reading allocates nothing after that. One reader belongs to one
/// thread.
class PoseReader {
 public:
  PoseReader(const Recording& recording, const std::vector<std::string>& bodies);

  /// out.size() = number of bodies. t is clamped to what is recorded. Returns false while nothing is.
  /// The pose of a body that the recording does not know is left as it is in `out`.
  bool posesAt(double t, std::span<BodyPose> out) const;

 private:
  const Recording* recording_;
  std::vector<std::string> bodies_;
  // Channels of x, y, theta, vx, vy, omega of each body; −1 where there is none. Empty until the recording
  // has begun.
  mutable std::vector<std::array<int, 6>> channels_;
  // Channels of q1, q2 … and vq1, vq2 … of each body; none for a rigid one.
  mutable std::vector<std::vector<std::array<int, 2>>> elastic_;

  void lookUp() const;
};

}  // namespace holonom

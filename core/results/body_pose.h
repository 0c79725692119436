// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/math/pose.h"
#include "core/results/body_columns.h"
#include "core/results/recording.h"

namespace holonom {

/// Where a body is: its axes, with their origin in its centre of mass, and the elastic coordinates of a
/// flexible one (m).
struct BodyPose : Pose {
  static constexpr int kMaxElastic = 16;
  BodyPose() = default;
  BodyPose(const Pose& pose) : Pose(pose) {}
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
  mutable std::vector<BodyColumns> columns_;  // empty until the recording has begun

  void lookUp() const;
};

}  // namespace holonom

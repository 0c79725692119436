// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/base/body_quantities.h"
#include "core/dynamics/part_load.h"
#include "core/dynamics/state.h"
#include "core/model/body_plane.h"
#include "core/results/recording.h"

namespace holonom {

class EquationsOfMotion;

/// What joints, drivers and forces do to the bodies at any time of a recording of the same mechanism:
/// reactions from the recorded multipliers, applied forces from the laws of the model at the recorded state.
/// Between two accepted steps places are interpolated as PoseReader does it (cubic Hermite), velocities and
/// multipliers linearly. Forces with branches are taken by the branch that their conditions give at that
/// state. Reading allocates nothing once `out` has its size. One reader belongs to one thread; the recording
/// must outlive it.
class LoadReader {
 public:
  /// Throws ExpressionError as EquationsOfMotion does.
  LoadReader(const Recording& recording, const Mechanism& mechanism);
  ~LoadReader();

  /// Replaces `out`. t is clamped to what is recorded; false while nothing is.
  bool loadsAt(double t, std::vector<PartLoad>& out);

 private:
  struct Source {
    int position = -1, velocity = -1;  // channels of a coordinate
  };
  void lookUp();
  void lookUpControls();

  const Recording& recording_;
  std::unique_ptr<EquationsOfMotion> equations_;
  std::vector<Source> coordinates_;  // empty until the recording has begun
  struct Turn {
    int first;                                 // of e0
    std::array<int, kSpatialFrameSize> rates;  // channels of vx … omegaz
  };
  std::vector<Turn> turns_;  // of bodies in space
  struct InPlane {
    int first;  // of its own three coordinates
    BodyPlane plane;
    std::array<int, kSpatialFrameSize> places, rates;  // channels
  };
  std::vector<InPlane> planes_;
  std::vector<std::pair<int, int>> multipliers_, held_;  // row or place, channel
  State state_;
  Vector heldValues_;
};

}  // namespace holonom

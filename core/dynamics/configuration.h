// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/coordinate_layout.h"
#include "core/dynamics/frame_map.h"
#include "core/dynamics/planar_pair.h"
#include "core/model/mechanism.h"

namespace holonom {

/// Where a mechanism is: the raw coordinates, and the motion of every frame taken from them. What forces and
/// symbols are functions of.
struct Configuration {
  double t = 0;  ///< s
  Vector q, v;   ///< length n
  Vector held;   ///< quantities of sampled controllers
  CoordinateLayout layout;

  explicit Configuration(const Mechanism& mechanism);
  void moveTo(double time, ConstVectorRef positions, ConstVectorRef velocities);

  const PlanarMotion& motion(int frame) const { return frame == kGround ? ground_ : frames_[frame]; }
  PlanarPair pair(int a, int b) const { return {motion(a), motion(b)}; }
  /// Null for the ground and for frames of bodies, whose (x, y, θ) are coordinates themselves.
  const FrameMap* map(int frame) const {
    return layout.isStation(frame) ? maps_[frame - layout.bodyCount()].get() : nullptr;
  }
  /// Of (x, y, θ) of a frame, for accelerations of all coordinates; 0 for the ground.
  FrameVector acceleration(int frame, ConstVectorRef a) const;

 private:
  std::vector<PlanarMotion> frames_;             // of bodies, then of stations
  std::vector<std::unique_ptr<FrameMap>> maps_;  // of stations
  PlanarMotion ground_;                          // at rest
};

}  // namespace holonom

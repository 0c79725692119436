// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/coordinate_layout.h"
#include "core/dynamics/frame_map.h"
#include "core/dynamics/planar_pair.h"
#include "core/dynamics/spatial/cardan_frame.h"
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

  /// Of a body that moves in the plane, and of a station.
  const PlanarMotion& motion(int frame, Plane = {}) const {
    return frame == kGround ? ground_ : frames_[frame];
  }
  /// Of any body, where the mechanism has one in space.
  const SpatialMotion& motion(int frame, Space) const {
    return frame == kGround ? groundInSpace_ : inSpace_[frame];
  }
  PlanarPair pair(int a, int b) const { return {motion(a), motion(b)}; }
  /// Null for the ground and for frames of bodies whose u are coordinates themselves.
  const FrameMap* map(int frame, Plane = {}) const {
    return layout.isStation(frame) ? maps_[frame - layout.bodyCount()].get() : nullptr;
  }
  const FrameMapIn<Space>* map(int frame, Space) const {
    return frame == kGround ? nullptr : mapsInSpace_[frame].get();
  }
  /// Null for bodies without Cardan angles.
  CardanFrame* cardanFrame(int body) { return cardan_.empty() ? nullptr : cardan_[body]; }
  const CardanFrame* cardanFrame(int body) const { return cardan_.empty() ? nullptr : cardan_[body]; }
  /// The same of the same mechanism.
  void takeCharts(const Configuration& from);
  /// ü of a frame, for accelerations of all coordinates; 0 for the ground.
  FrameVector acceleration(int frame, ConstVectorRef a, Plane = {}) const;
  FrameValues<Space> acceleration(int frame, ConstVectorRef a, Space) const;
  /// Where a point s (m, in the axes of a frame) is, ground axes.
  Vector3 place(int frame, const Vector3& s) const;

 private:
  void addCardanFrame(const Body& body, int number);
  void moveInSpace();

  std::vector<PlanarMotion> frames_;             // of bodies, then of stations
  std::vector<std::unique_ptr<FrameMap>> maps_;  // of stations
  PlanarMotion ground_;                          // at rest
  // Of bodies, in a mechanism that has some in space; their maps are null where u are coordinates.
  std::vector<SpatialMotion> inSpace_;
  std::vector<std::unique_ptr<FrameMapIn<Space>>> mapsInSpace_;
  std::vector<CardanFrame*> cardan_;  // of these maps, null for others; empty: none
  SpatialMotion groundInSpace_;
};

}  // namespace holonom

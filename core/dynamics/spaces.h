// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/planar_pair.h"
#include "core/dynamics/spatial/spatial_pair.h"

/// Joints and forces act between frames of the plane, or of space. Whatever does not depend on which of them
/// is written once, over one of the two types here.
namespace holonom {

/// Frames (x, y, θ).
struct Plane {
  static constexpr int kFrame = kFrameSize, kPair = 2 * kFrame;
  using Motion = PlanarMotion;
  using Pair = PlanarPair;
  static Pair pair(const Motion& a, const Motion& b) { return {a, b}; }
  /// Of (x, y, θ).
  static std::array<double, kFrame> velocity(const Motion& motion) {
    return {motion.v.x(), motion.v.y(), motion.omega};
  }
};

/// Frames (x, y, z, e0, e1, e2, e3).
struct Space {
  static constexpr int kFrame = kSpatialFrameSize, kPair = 2 * kFrame;
  using Motion = SpatialMotion;
  using Pair = SpatialPair;
  static Pair pair(const Motion& a, const Motion& b) { return {{a.at, b.at}, {a.rate, b.rate}}; }
  static std::array<double, kFrame> velocity(const Motion& motion) {
    const auto& [r, p] = motion.rate;
    return {r.x(), r.y(), r.z(), p[0], p[1], p[2], p[3]};
  }
};

/// A value for each coordinate of a frame, of a pair of frames; matrices over a pair, row-major, of up to as
/// many rows as columns.
template <class S>
using FrameValues = std::array<double, S::kFrame>;
template <class S>
using PairValues = std::array<double, S::kPair>;
template <class S>
using PairMatrix = std::array<double, S::kPair * S::kPair>;

}  // namespace holonom

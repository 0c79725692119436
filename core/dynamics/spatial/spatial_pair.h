// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/base/body_quantities.h"
#include "core/math/euler_parameters.h"

namespace holonom {

inline constexpr int kSpatialPairSize = 2 * kSpatialFrameSize;

using SpatialVector = Eigen::Matrix<double, kSpatialFrameSize, 1>;
using SpatialPairVector = Eigen::Matrix<double, kSpatialPairSize, 1>;
using SpatialPairValues = std::array<double, kSpatialPairSize>;

/// Motion of one frame in space, or its accelerations: place r of its origin (m) and p, or their rates.
struct SpatialPlace {
  Vector3 r = Vector3::Zero();
  Vector4 p = Vector4::Zero();
  static SpatialPlace of(const SpatialVector& u) { return {u.head<3>(), u.tail<4>()}; }
};

/// Where a frame is and how it moves; at rest in the axes of the ground.
struct SpatialMotion {
  SpatialPlace at{Vector3(), Vector4::Unit(0)}, rate;
};

/// The two frames that an element acts on; either may be the ground at rest. Local coordinates of an element
/// are u = (r_a, p_a, r_b, p_b).
struct SpatialPair {
  std::array<SpatialPlace, 2> at, rate;

  SpatialPairVector velocity() const {  ///< u̇
    SpatialPairVector v;
    v << rate[0].r, rate[0].p, rate[1].r, rate[1].p;
    return v;
  }
};

}  // namespace holonom

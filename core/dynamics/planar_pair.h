// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cmath>

#include "core/base/body_quantities.h"
#include "core/math/types.h"

namespace holonom {

/// A value for each of (x, y, θ) of a frame.
using FrameVector = std::array<double, kFrameSize>;

/// Motion of one planar frame, that of a body at its centre of mass: place r of its origin (m), rotation
/// (cos θ, sin θ), velocities (m/s, rad/s).
struct PlanarMotion {
  Vector2 r = Vector2::Zero();
  double theta = 0, cosine = 1, sine = 0;
  Vector2 v = Vector2::Zero();
  double omega = 0;

  /// R(θ) s: a vector of the frame in ground axes.
  Vector2 turn(const Vector2& s) const {
    return {cosine * s.x() - sine * s.y(), sine * s.x() + cosine * s.y()};
  }
};

/// The two frames that an element acts on; either may be the ground at rest. Local coordinates of an element
/// are (x_a, y_a, θ_a, x_b, y_b, θ_b), in this order.
struct PlanarPair {
  const PlanarMotion& a;
  const PlanarMotion& b;
};

inline constexpr int kPairSize = 2 * kFrameSize;
using PairVector = std::array<double, kPairSize>;
/// Row-major k × 6 (constraint rows) or 6 × 6 (stiffness, damping).
using PairRows = std::array<double, kPairSize * kPairSize>;

/// The derivative of w · (r_a − r_b) by the places of both frames, into a row of 6; the entries of the angles
/// stay.
inline void putDifference(double* row, const Vector2& w) {
  row[0] = w.x();
  row[1] = w.y();
  row[3] = -w.x();
  row[4] = -w.y();
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "core/dynamics/configuration.h"
#include "core/dynamics/joint_constraints/coincidence.h"
#include "core/math/sparse_pattern.h"

namespace holonom {

/// The joints that hold two points together and nothing else, side by side: C, C_q and γ, which methods need
/// at every state, in one loop over all of them. Each point p = r + R s of a body, with the sign that it has
/// in C = p_a − p_b, gives its body's columns [±1, ± perpendicular(R s)] of C_q and its share ± ω² R s of γ;
/// points of the ground have a place only. All else about these joints is asked of their JointConstraint.
class PinJoints {
 public:
  /// Two rows from `row` on, between the frames of different bodies.
  void add(const Coincidence& points, int bodyA, int bodyB, int row);
  void takeSlots(const CoordinateLayout& places, const SparsePattern& constraint);

  /// Into their rows, and into their entries of C_q.
  void constraints(const Configuration& at, VectorRef c) const;
  void jacobian(const Configuration& at, double* values) const;
  void gamma(const Configuration& at, VectorRef g) const;

 private:
  struct Point {
    Vector2 s;
    int body;
    std::array<int, 4> slots;  // (x, 0), (y, 1), (θ, 0), (θ, 1); of bodies only
  };
  struct Pin {
    Point a, b;
    int row;
  };
  std::vector<Pin> pins_;
};

}  // namespace holonom

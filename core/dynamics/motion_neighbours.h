// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

#include "core/dynamics/configuration.h"

namespace holonom {

/// Configurations a little before and behind a state along its motion, for rates of exact derivatives by
/// central differences. They stand in the Newton matrix of the index-1 form only.
class MotionNeighbours {
 public:
  /// `scales`: of all coordinates.
  MotionNeighbours(const Mechanism& mechanism, Vector scales)
      : moved_(mechanism), scales_(std::move(scales)), q_(moved_.v), v_(moved_.v) {}
  const CoordinateLayout& layout() const { return moved_.layout; }

  /// Calls visit(configuration, isAhead), ahead first, where (t, q, v) have moved with (1, v, a); gives the
  /// time between the two.
  template <class Visit>
  double visit(const Configuration& at, ConstVectorRef a, Visit visit) const {
    constexpr double kMove = 1e-5;  // largest change of a coordinate, in parts of its scale
    double speed = 1;
    for (int i = 0; i < a.size(); ++i)
      speed = std::max({speed, std::abs(at.v[i]) / scales_[i], std::abs(a[i]) / scales_[i]});
    const double step = kMove / speed;
    moved_.held = at.held;
    moved_.takeCharts(at);
    for (const double side : {1.0, -1.0}) {
      q_ = at.q + side * step * at.v;
      v_ = at.v + side * step * a;
      moved_.moveTo(at.t + side * step, q_, v_);
      visit(moved_, side > 0);
    }
    return 2 * step;
  }

 private:
  mutable Configuration moved_;
  Vector scales_;
  mutable Vector q_, v_;
};

}  // namespace holonom

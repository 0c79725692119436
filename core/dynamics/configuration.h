// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <vector>

#include "core/dynamics/coordinate_layout.h"
#include "core/dynamics/planar_pair.h"
#include "core/model/mechanism.h"

namespace holonom {

/// Where a mechanism is: the raw coordinates, and the motion of every body taken from them. What forces and
/// symbols are functions of.
struct Configuration {
  double t = 0;  ///< s
  Vector q, v;   ///< length n
  Vector held;   ///< quantities of sampled controllers
  std::vector<PlanarMotion> bodies;
  PlanarMotion ground;  ///< at rest
  CoordinateLayout layout;

  explicit Configuration(const CoordinateLayout& coordinates)
      : q(Vector::Zero(coordinates.count())), v(q), bodies(coordinates.bodyCount()), layout(coordinates) {}
  void moveTo(double time, ConstVectorRef positions, ConstVectorRef velocities) {
    t = time;
    q = positions;
    v = velocities;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const int first = layout.place(static_cast<int>(i));
      const double *place = q.data() + first, *rate = v.data() + first;
      const double angle = place[2], cosine = std::cos(angle), sine = std::sin(angle);  // one call for both
      PlanarMotion& motion = bodies[i];
      motion.r = {place[0], place[1]};
      motion.theta = angle;
      motion.cosine = cosine;
      motion.sine = sine;
      motion.v = {rate[0], rate[1]};
      motion.omega = rate[2];
    }
  }
  const PlanarMotion& motion(int body) const { return body == kGround ? ground : bodies[body]; }
  PlanarPair pair(int a, int b) const { return {motion(a), motion(b)}; }
};

}  // namespace holonom

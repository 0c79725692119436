// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <vector>

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

  void resize(int bodyCount, int coordinateCount) {
    q = v = Vector::Zero(coordinateCount);
    bodies.resize(bodyCount);
  }
  void moveTo(double time, ConstVectorRef positions, ConstVectorRef velocities) {
    t = time;
    q = positions;
    v = velocities;
    const double *place = q.data(), *rate = v.data();
    for (PlanarMotion& motion : bodies) {
      const double angle = place[2], cosine = std::cos(angle), sine = std::sin(angle);  // one call for both
      motion.r = {place[0], place[1]};
      motion.theta = angle;
      motion.cosine = cosine;
      motion.sine = sine;
      motion.v = {rate[0], rate[1]};
      motion.omega = rate[2];
      place += 3;
      rate += 3;
    }
  }
  const PlanarMotion& motion(int body) const { return body == kGround ? ground : bodies[body]; }
  PlanarPair pair(int a, int b) const { return {motion(a), motion(b)}; }
};

}  // namespace holonom

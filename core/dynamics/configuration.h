// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/planar_pair.h"
#include "core/model/mechanism.h"

namespace holonom {

/// Where a mechanism is: the raw coordinates, and the motion of every body taken from them. What forces and symbols
/// are functions of.
struct Configuration {
  double t = 0;                      ///< s
  Vector q, v;                       ///< length n
  std::vector<PlanarMotion> bodies;
  PlanarMotion ground;               ///< at rest

  const PlanarMotion& motion(int body) const { return body == kGround ? ground : bodies[body]; }
  PlanarPair pair(int a, int b) const { return {motion(a), motion(b)}; }
};

}  // namespace holonom

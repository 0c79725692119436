// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/body_plane.h"

#include "core/model/centre_motion.h"

namespace holonom {

BodyPlane planeOf(const Body& body) {
  const CentreMotion begins = centreMotion(body);
  const Vector3 normal = body.normal.normalized();
  const auto [first, second] = waysOnPlane(normal);
  return {first, second, normal, normal.dot(begins.place), begins.p};
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"
#include "core/model/part_ref.h"

namespace holonom {

/// The body that a part is, else kGround.
inline int bodyOf(const PartRef& part) { return part.kind == PartRef::Kind::Body ? part.index : kGround; }

/// The points of a body, or of the ground.
inline std::vector<Point>& pointsOf(Mechanism& mechanism, int body) {
  return body == kGround ? mechanism.ground.points : mechanism.bodies.at(std::size_t(body)).points;
}
inline const std::vector<Point>& pointsOf(const Mechanism& mechanism, int body) {
  return body == kGround ? mechanism.ground.points : mechanism.bodies.at(std::size_t(body)).points;
}

/// Of ground, then of the bodies.
inline std::vector<PointRef> allPoints(const Mechanism& mechanism) {
  std::vector<PointRef> all;
  for (int body = kGround; body < static_cast<int>(mechanism.bodies.size()); ++body)
    for (int point = 0; point < static_cast<int>(pointsOf(mechanism, body).size()); ++point)
      all.push_back({body, point});
  return all;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

#include "core/model/mechanism.h"

/// Of mechanisms with two bodies in space, which come first, and one in the plane.
namespace holonom {

inline constexpr int kTop = 0, kWheel = 1, kPlanar = 2;

/// No moment is zero or equal to another one.
inline Body spatialBody(std::string name, double mass, const Vector3& centre, const Vector3& first,
                        const Vector3& second) {
  Body body;
  body.name = std::move(name);
  body.kind = Body::Kind::Spatial;
  body.mass = mass;
  body.moments = {0.4 * mass, 0.55 * mass, 0.3 * mass};
  body.products = {0.02 * mass, -0.03 * mass, 0.05 * mass};
  body.centreOfMass = centre;
  body.points = {{"first", first}, {"second", second}};
  return body;
}

}  // namespace holonom

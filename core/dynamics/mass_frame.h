// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"

namespace holonom {

/// A point relative to the centre of mass of its body, in body axes (m); a ground point as it is.
inline Vector2 fromCentre(const Mechanism& mechanism, PointRef ref) {
  const Vector2 s = inPlane(localPosition(mechanism, ref));
  return ref.body == kGround ? s : Vector2(s - inPlane(mechanism.bodies[ref.body].centreOfMass));
}

}  // namespace holonom

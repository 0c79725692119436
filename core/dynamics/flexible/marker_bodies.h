// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/mechanism.h"

namespace holonom {

/// A point of a flexible body, and the body without mass that stands for its cross-section there.
struct Marker {
  int body = 0, point = 0;  ///< in the mechanism of the user
  int standIn = 0;          ///< index among the bodies of the mechanism with markers
};

/// A mechanism in which joints and forces that act on points of flexible bodies act on bodies of their own:
/// one per such point, behind all others, named "rod.A", without mass. Elements then need to know nothing of
/// elasticity.
struct MarkedMechanism {
  Mechanism mechanism;
  std::vector<Marker> markers;
};

bool hasFlexibleBodies(const Mechanism& mechanism);
MarkedMechanism withMarkers(Mechanism mechanism);
/// The same grab in the mechanism with markers: a flexible body is held at the nearest of its points.
Hand::Grab onMarker(Hand::Grab grab, const Mechanism& mechanism, const std::vector<Marker>& markers);

}  // namespace holonom

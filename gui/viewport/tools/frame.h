// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <vector>

#include "core/model/mechanism.h"
#include "core/model/part_ref.h"

namespace holonom {

/// The parts of a mechanism as it stands that lie wholly inside the frame between two corners (ground axes,
/// m): points of ground, forces, joints, bodies; bodies last.
std::vector<PartRef> partsInside(const Mechanism& mechanism, const Vector2& corner, const Vector2& opposite);

/// What a shift of parts takes along: bodies, and the points of ground that are among the parts or at one of
/// their joints and forces.
struct Movable {
  std::set<int> bodies;
  std::set<int> groundPoints;
};
Movable movableOf(const Mechanism& mechanism, const std::vector<PartRef>& parts);
void shift(Mechanism& mechanism, const Movable& movable, const Vector3& way);

}  // namespace holonom

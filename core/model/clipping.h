// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/mechanism.h"
#include "core/model/part_ref.h"

namespace holonom {

/// Parts taken out of a mechanism, with all that they need to be whole: the bodies of a joint, the joint of a
/// driver, the points of the ground and the parameters that they use.
struct Clipping {
  Mechanism parts;              ///< may have no bodies
  std::vector<PartRef> wanted;  ///< what was asked for, as parts of `parts`; the rest is there for its sake
};

/// Of several bodies the joints and forces between them come along. Points are not taken.
Clipping clip(const Mechanism& mechanism, const std::vector<PartRef>& parts);

/// Adds what was wanted under names that are free, bodies and their places on the ground moved by the offset
/// (m). What is only needed is taken from the mechanism where it has the same, and added otherwise.
/// Expressions follow. Returns the wanted parts. Throws InputError for a driver whose joint is there and
/// driven already; the mechanism is then of no use.
std::vector<PartRef> paste(Mechanism& mechanism, const Clipping& clipping,
                           const Vector2& offset = Vector2::Zero());

}  // namespace holonom

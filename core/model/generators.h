// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"

namespace holonom {

/// A chain of uniform bars, hinged at ground and to each other, that starts horizontal and at rest.
/// `links` ≥ 1; total length 1 m times links, 1 kg per link; outputs tip.x and tip.y. Throws InputError.
Mechanism makeChain(int links);

/// The same in space: round bars of 1 m, 1 kg and 40 mm on ball joints, along x and at rest, with gravity
/// along −z; outputs tip.x, tip.y and tip.z. Throws InputError.
Mechanism makeSpatialChain(int links);

/// The N-four-bar mechanism (IFToMM benchmark A02): `loops` + 1 upright bars on the ground, 1 m apart, joined
/// at their tips by `loops` couplers; all bars 1 m and 1 kg. Starts upright, tips moving at 1 m/s to the
/// right. It moves as a parallelogram and loses `loops` independent constraints each time the bars lie flat.
/// Outputs tip.x, tip.y (the tip of the first bar) and angle (of the first bar). Throws InputError.
Mechanism makeFourBars(int loops);

/// The n-pendulum: particles on rods of constant length, one after the other, `links` of each; 2 m long, at
/// rest in a line at 45° to the vertical. The last particle has 1 kg, the others have 1 kg together. Outputs
/// tip.x, tip.y and tension (of the first rod). Throws InputError.
Mechanism makePendulum(int links);

/// A net of `rows` × `columns` particles of 10 g, 0.1 m apart, with springs and dampers between neighbours
/// and along the diagonals; it hangs from ground points above its first row, at rest and unstretched.
/// Outputs corner.x and corner.y of the last particle. Throws InputError.
Mechanism makeLattice(int rows, int columns);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"

namespace holonom {

/// Andrews' squeezing mechanism from seven bodies K1 … K7 and ten revolute joints; the same as
/// AndrewsRelative. Body angles: K1 β, K2 β+Θ, K3 γ, K4 Φ+δ, K5 δ, K6 Ω+ε, K7 ε. The joints "E3", "E4", "E6"
/// tie K3, K4 and K6 (second bodies) to K2; their multipliers are those of loops 1, 2, 3 of AndrewsRelative.
/// Starts from its initial state.
Mechanism andrewsBodies();

struct BodyState {
  Vector q, v;
};

/// Coordinates and velocities (x, y, θ of each centre of mass) of andrewsBodies() for relative angles and
/// rates.
BodyState andrewsBodyState(const Vector& relativeAngles, const Vector& relativeRates);

/// Angles of K1 … K7 from relative angles; linear, so it serves rates and accelerations as well.
Vector andrewsBodyAngles(const Vector& relativeAngles);

}  // namespace holonom

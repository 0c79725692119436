// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"

namespace holonom::cli {

/// A uniform rod of an arm: kg, m, rad from the horizontal.
struct ArmLink {
  double mass, length, angle;
};

/// Two rods in a row that hang from the origin, at rest, g = 9.81 m/s²: the example of 001 and of 002. Bodies
/// "upper" and "lower", outputs "tip_x" and "tip_y".
Mechanism twoLinkArm(const ArmLink& upper, const ArmLink& lower);

}  // namespace holonom::cli

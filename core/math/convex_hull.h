// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/math/types.h"

namespace holonom {

/// Convex hull, counter-clockwise, without repeated or collinear points (Andrew's monotone chain). One or two
/// points stay as they are.
std::vector<Vector2> convexHull(std::span<const Vector2> points);

}  // namespace holonom

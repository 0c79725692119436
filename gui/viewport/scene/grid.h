// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/mesh.h"

namespace holonom {

/// The largest of 1, 2, 5 times a power of ten that is not above the wish.
double niceSpacing(double wish);

/// Lines in the plane z, one in `major` of them darker, over a rectangle widened to whole cells. The axes of
/// ground are tinted.
Mesh gridMesh(const Vector2& low, const Vector2& high, double spacing, double z, int major = 5);

}  // namespace holonom

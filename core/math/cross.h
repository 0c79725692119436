// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/types.h"

namespace holonom {

/// The component along z.
inline double cross(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }

}  // namespace holonom

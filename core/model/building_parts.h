// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>

#include "core/model/mechanism.h"

namespace holonom {

/// A uniform plate with this outline (m, either sense), its frame at the centroid; without points. None
/// without an area.
std::optional<Body> uniformPlate(std::span<const Vector2> outline);

}  // namespace holonom

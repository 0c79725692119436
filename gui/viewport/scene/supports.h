// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/layout.h"

namespace holonom {

/// Everything of ground that never moves: a triangle with hatching under each pivot, its pin, and anchors of
/// springs and rods; a foot under each joint in space.
Mesh supportsOf(const Mechanism& mechanism, const SceneLayout& layout);

inline constexpr double kHatchSpacing = 1.25;  ///< times the height of the strokes

/// Oblique strokes under a line from a to b, on its right side: the sign for "fixed".
void addHatching(Mesh& mesh, const Vector2& a, const Vector2& b, double height, const PrismStyle& style);

}  // namespace holonom

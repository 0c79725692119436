// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/model/mechanism.h"
#include "core/model/part_ref.h"

namespace holonom {

/// Pixel of a place in the frame of a body (or ground).
using PixelOf = std::function<Vector2(int body, const Vector2& local)>;

/// The joint, point or force that a pixel is at; None where only bodies can be. Points count that no joint holds.
/// `model`: characteristicLength, by which arrows are drawn.
PartRef pickSmallPart(const Mechanism& mechanism, double model, const PixelOf& pixelOf, const Vector2& pixel);

/// Where a force is drawn, as pixels: its line, or its point twice.
std::pair<Vector2, Vector2> pixelsOf(const Mechanism& mechanism, double model, const Force& force, const PixelOf& pixelOf);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "core/model/mechanism.h"
#include "core/model/part_ref.h"

namespace holonom {

/// Pixel of a place in the frame of a body (or ground).
using PixelOf = std::function<Vector2(int body, const Vector2& local)>;

/// Motors are signed by an arrow around their joint, from kMotorStart over kMotorSweep (degrees,
/// counter-clockwise), or beside one that slides; in a crowd of bodies, where signs would show nothing, by
/// none.
inline constexpr double kMotorPixels = 17, kMotorStart = -30, kMotorSweep = 260;
bool showsMotors(const Mechanism& mechanism);
/// The line beside a joint that slides, towards growing coordinates; pixels.
std::pair<Vector2, Vector2> motorLine(const Mechanism& mechanism, const Joint& joint, const PixelOf& pixelOf);

/// The joint, point, motor or force that a pixel is at; None where only bodies can be. Points count that no
/// joint holds. `model`: characteristicLength, by which arrows are drawn.
PartRef pickSmallPart(const Mechanism& mechanism, double model, const PixelOf& pixelOf, const Vector2& pixel);

/// Where a force is drawn, as the pixels of its lines; one that has none is its point twice.
std::vector<std::pair<Vector2, Vector2>> linesOf(const Mechanism& mechanism, double model, const Force& force,
                                                 const PixelOf& pixelOf);

}  // namespace holonom

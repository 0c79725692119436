// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/model/mechanism.h"
#include "core/model/part_ref.h"

namespace holonom {

/// Pixel of a place in the frame of a body (or ground).
using PixelOf = std::function<Vector2(int body, const Vector3& local)>;
/// How far such a place is from the viewer, m.
using DepthOf = std::function<double(int body, const Vector3& local)>;

/// What the signs of forces are drawn by.
struct SignScale {
  double model = 1;  ///< its length, m
  double hand = 0;   ///< radius of the ball and the handle of a hand, m
  double width = 0;  ///< half of that of a bar, m
  double time = 0;   ///< s
};

/// How a mechanism is seen along the ray of one pixel.
struct Sight {
  PixelOf pixelOf;
  DepthOf depthOf;
  double slack = 0;  ///< m; places whose depths differ by no more lie in one plane, as it is drawn
  /// m; what is deeper is hidden
  double hidden = std::numeric_limits<double>::infinity();
};

/// Motors are signed by an arrow around their joint, from kMotorStart over kMotorSweep (degrees,
/// counter-clockwise), or beside one that slides; in a crowd of bodies, where signs would show nothing, by
/// none.
inline constexpr double kMotorPixels = 17, kMotorStart = -30, kMotorSweep = 260;
bool showsMotors(const Mechanism& mechanism);
/// The line beside a joint whose coordinate is a way, towards growing ones; pixels.
std::pair<Vector2, Vector2> motorLine(const Mechanism& mechanism, const Joint& joint, int coordinate,
                                      const PixelOf& pixelOf);

/// The arrow about a joint that turns, in a mechanism in space, in the sense of growing coordinates: a piece
/// of a circle across its axis that is as large in the picture as elsewhere; pixels. None of others.
std::vector<Vector2> motorArc(const Mechanism& mechanism, const Joint& joint, int coordinate,
                              const PixelOf& pixelOf);

/// The joint, point, motor or force that a pixel is at; None where only bodies can be. Points count that no
/// joint holds. Of those near enough the one in front wins, in one plane the nearest.
PartRef pickSmallPart(const Mechanism& mechanism, const SignScale& scale, const Sight& sight,
                      const Vector2& pixel);

/// Where a force is drawn, as the pixels of its lines; one that has none is its point twice.
std::vector<std::pair<Vector2, Vector2>> linesOf(const Mechanism& mechanism, const SignScale& scale,
                                                 const Force& force, const PixelOf& pixelOf);

}  // namespace holonom

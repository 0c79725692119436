// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace holonom {

/// What moves with a body: a point of the plane (x, y), axes in the plane (x, y, θ), axes in space (x, y, z
/// and the Euler parameters e0 … e3), or a point of space (x, y, z).
enum class FrameKind { Point, Plane, Space, SpacePoint };

/// Coordinates of axes in the plane, in space.
inline constexpr int kFrameSize = 3, kSpatialFrameSize = 7;

/// A quantity of the motion of a body, as expressions ("crank.omega") and the columns of results name it.
struct BodyQuantity {
  const char *name, *unit;
};

/// Per level (position, velocity, acceleration) one for each coordinate of axes in the plane, of which it is
/// the value or a derivative.
inline constexpr std::array<std::array<BodyQuantity, kFrameSize>, 3> kBodyQuantities{
    {{{{"x", "m"}, {"y", "m"}, {"theta", "rad"}}},
     {{{"vx", "m/s"}, {"vy", "m/s"}, {"omega", "rad/s"}}},
     {{{"ax", "m/s²"}, {"ay", "m/s²"}, {"alpha", "rad/s²"}}}}};

/// Those of axes in space: the coordinates, but velocities and accelerations of the rotation as vectors in
/// ground axes and not as derivatives of the Euler parameters.
inline constexpr std::array<BodyQuantity, kSpatialFrameSize> kSpatialPlaces{
    {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"e0", ""}, {"e1", ""}, {"e2", ""}, {"e3", ""}}};
inline constexpr std::array<std::array<BodyQuantity, 6>, 2> kSpatialRates{{{{{"vx", "m/s"},
                                                                             {"vy", "m/s"},
                                                                             {"vz", "m/s"},
                                                                             {"omegax", "rad/s"},
                                                                             {"omegay", "rad/s"},
                                                                             {"omegaz", "rad/s"}}},
                                                                           {{{"ax", "m/s²"},
                                                                             {"ay", "m/s²"},
                                                                             {"az", "m/s²"},
                                                                             {"alphax", "rad/s²"},
                                                                             {"alphay", "rad/s²"},
                                                                             {"alphaz", "rad/s²"}}}}};

inline std::span<const BodyQuantity> bodyQuantities(std::size_t level, FrameKind frame) {
  if (frame == FrameKind::Point || frame == FrameKind::Plane)
    return std::span(kBodyQuantities[level]).first(frame == FrameKind::Plane ? kFrameSize : kFrameSize - 1);
  const auto all = level == 0 ? std::span<const BodyQuantity>(kSpatialPlaces) : kSpatialRates[level - 1];
  return frame == FrameKind::SpacePoint ? all.first(3) : all;
}

/// Which of them a name means.
struct BodyQuantityPlace {
  int level, component;
};
inline std::optional<BodyQuantityPlace> findBodyQuantity(std::string_view name,
                                                         FrameKind frame = FrameKind::Plane) {
  for (std::size_t level = 0; level < 3; ++level) {
    const std::span<const BodyQuantity> all = bodyQuantities(level, frame);
    for (std::size_t k = 0; k < all.size(); ++k)
      if (all[k].name == name) return {{int(level), int(k)}};
  }
  return std::nullopt;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace holonom {

/// Coordinates of the frame of a planar body: x, y, θ.
inline constexpr int kFrameSize = 3;

/// A quantity of the motion of a body, as expressions ("crank.omega") and the columns of results name it.
struct BodyQuantity {
  const char *name, *unit;
};

/// Per level (position, velocity, acceleration) one for each coordinate of the frame, of which it is the
/// value or a derivative.
inline constexpr std::array<std::array<BodyQuantity, kFrameSize>, 3> kBodyQuantities{
    {{{{"x", "m"}, {"y", "m"}, {"theta", "rad"}}},
     {{{"vx", "m/s"}, {"vy", "m/s"}, {"omega", "rad/s"}}},
     {{{"ax", "m/s²"}, {"ay", "m/s²"}, {"alpha", "rad/s²"}}}}};

/// Those of a body; of one that does not turn without the angle, which is the last.
inline std::span<const BodyQuantity> bodyQuantities(std::size_t level, bool turns) {
  return std::span(kBodyQuantities[level]).first(turns ? kFrameSize : kFrameSize - 1);
}

/// Which of them a name means.
struct BodyQuantityPlace {
  int level, component;
};
inline std::optional<BodyQuantityPlace> findBodyQuantity(std::string_view name) {
  for (int level = 0; level < 3; ++level)
    for (int k = 0; k < kFrameSize; ++k)
      if (kBodyQuantities[std::size_t(level)][std::size_t(k)].name == name) return {{level, k}};
  return std::nullopt;
}

}  // namespace holonom

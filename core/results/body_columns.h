// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/body_quantities.h"

namespace holonom {

/// Where the motion of one body stands among the columns of a run; −1 where a column is missing.
struct BodyColumns {
  /// The place of a channel by its name, or −1.
  using Find = std::function<int(const std::string&)>;
  BodyColumns() = default;
  BodyColumns(const std::string& body, const Find& channel);

  /// How the body moves, by the columns of places and velocities that are there; none where some are missing.
  std::optional<FrameKind> kind;
  /// Per level as bodyQuantities() has them for this kind of motion, then −1.
  std::array<std::array<int, kSpatialFrameSize>, 3> frame{};
  std::vector<std::array<int, 2>> elastic;  ///< of a flexible body: q1 and vq1, q2 and vq2 …
};

}  // namespace holonom

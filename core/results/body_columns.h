// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <functional>
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

  /// Whether places and velocities are there; those of angles are missing of a body that does not turn.
  bool isKnown() const { return std::min({frame[0][0], frame[0][1], frame[1][0], frame[1][1]}) >= 0; }
  bool turns() const { return std::min(frame[0][2], frame[1][2]) >= 0; }

  std::array<std::array<int, kFrameSize>, 3> frame{};  ///< as kBodyQuantities
  std::vector<std::array<int, 2>> elastic;             ///< of a flexible body: q1 and vq1, q2 and vq2 …
};

}  // namespace holonom

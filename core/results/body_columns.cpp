// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/body_columns.h"

#include <algorithm>

namespace holonom {

BodyColumns::BodyColumns(const std::string& body, const Find& channel) {
  for (const FrameKind candidate :
       {FrameKind::Space, FrameKind::SpacePoint, FrameKind::Plane, FrameKind::Point}) {
    bool complete = true;
    for (std::size_t level = 0; level < frame.size(); ++level) {
      frame[level].fill(-1);
      std::ranges::transform(
          bodyQuantities(level, candidate), frame[level].begin(),
          [&](const BodyQuantity& quantity) { return channel(body + "." + quantity.name); });
      const auto found = std::span(frame[level]).first(bodyQuantities(level, candidate).size());
      complete = complete && (level == 2 || std::ranges::none_of(found, [](int at) { return at < 0; }));
    }
    if (!complete) continue;
    kind = candidate;
    break;
  }
  for (int j = 1;; ++j) {
    const std::string number = "q" + std::to_string(j);
    const std::array<int, 2> both{channel(body + "." + number), channel(body + ".v" + number)};
    if (both[0] < 0 || both[1] < 0) break;
    elastic.push_back(both);
  }
}

}  // namespace holonom

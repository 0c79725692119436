// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/body_columns.h"

namespace holonom {

BodyColumns::BodyColumns(const std::string& body, const Find& channel) {
  for (std::size_t level = 0; level < frame.size(); ++level)
    for (std::size_t k = 0; k < kFrameSize; ++k)
      frame[level][k] = channel(body + "." + kBodyQuantities[level][k].name);
  for (int j = 1;; ++j) {
    const std::string number = "q" + std::to_string(j);
    const std::array<int, 2> both{channel(body + "." + number), channel(body + ".v" + number)};
    if (both[0] < 0 || both[1] < 0) break;
    elastic.push_back(both);
  }
}

}  // namespace holonom

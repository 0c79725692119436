// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace holonom::cli {

struct Tick {
  double value;
  std::string label;
};

/// Marks at round numbers (1, 2, 5 times a power of ten) inside [low, high], about `wanted` of them. A common
/// power of ten of very large or small numbers is taken out of the labels into `factor` ("×10⁶", else empty).
std::vector<Tick> linearTicks(double low, double high, int wanted, std::string& factor);

/// Marks at powers of ten inside [low, high] (both > 0), at most `most` of them, at equal distances.
std::vector<Tick> logarithmicTicks(double low, double high, int most);

}  // namespace holonom::cli

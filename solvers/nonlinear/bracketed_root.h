// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

namespace holonom {

/// A sign change between `left` and `right` with the values there.
struct Bracket {
  double left, right, atLeft, atRight;
};

/// Narrows a bracket to a width of `tolerance` (> 0) by the Illinois variant of regula falsi (Dowell and
/// Jarratt, 1971), with a bisection whenever three steps have not halved it. Probes keep half a tolerance
/// from the ends, so that both ends close in. Zero counts as the sign of the right end: the result has the
/// old sign on its left, the new one on its right.
template <class Function>
Bracket narrowBracket(Function&& f, Bracket b, double tolerance) {
  const bool rises = b.atLeft < 0;
  const auto isRight = [&](double value) { return rises ? value >= 0 : value <= 0; };
  double weightLeft = b.atLeft, weightRight = b.atRight, checked = b.right - b.left;
  int last = 0;
  for (int round = 1; b.right - b.left > tolerance && round < 200; ++round) {
    const double width = b.right - b.left;
    const bool slow = round % 3 == 0 && width > 0.5 * checked;
    if (round % 3 == 0) checked = width;
    const double fraction = weightLeft / (weightLeft - weightRight);
    double x = slow || !std::isfinite(fraction) ? b.left + 0.5 * width : b.left + fraction * width;
    x = std::clamp(x, b.left + 0.5 * std::min(tolerance, width), b.right - 0.5 * std::min(tolerance, width));
    const double value = f(x);
    if (isRight(value)) {
      b.right = x;
      b.atRight = weightRight = value;
      if (last == 1) weightLeft *= 0.5;
      last = 1;
      if (value == 0) return b;
    } else {
      b.left = x;
      b.atLeft = weightLeft = value;
      if (last == -1) weightRight *= 0.5;
      last = -1;
    }
  }
  return b;
}

}  // namespace holonom

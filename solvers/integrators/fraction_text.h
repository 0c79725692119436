// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/text.h"

namespace holonom {

/// A number as a fraction where it is one with a denominator of at most a million, "−25360/2187", else with
/// six digits. By continued fractions, which agree with a number that is none to about one over the square of
/// the denominator: only what agrees much better is a fraction, so that those of large denominators must have
/// been computed as such.
inline std::string fractionText(double value) {
  constexpr double kLargestDenominator = 1e6, kByChance = 1e-5;
  const double size = std::abs(value), tolerance = 2e-14 * std::max(1.0, size);
  const std::string sign = value < 0 ? "−" : "";
  double p0 = 0, q0 = 1, p1 = 1, q1 = 0, rest = size;
  while (q1 <= kLargestDenominator) {
    const double whole = std::floor(rest), p = whole * p1 + p0, q = whole * q1 + q0;
    if (q > kLargestDenominator) break;
    p0 = p1, q0 = q1, p1 = p, q1 = q;
    if (std::abs(p / q - size) <= std::min(tolerance, kByChance / (q * q)))
      return sign + std::to_string(std::llround(p)) + (q == 1 ? "" : '/' + std::to_string(std::llround(q)));
    rest = 1 / (rest - whole);
  }
  return sign + significant(size, 6);
}

}  // namespace holonom

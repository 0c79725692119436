// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

/// ∫₀¹ of Lagrange's polynomial of point i of `count` (at most 6), the points in parts of the step: the
/// weights of Adams' formulas, for unequal steps as well. By Gauss' formula with three points, which is
/// exact.
inline double lagrangeIntegral(const double* point, int count, int i) {
  constexpr double kNode[] = {0.1127016653792583, 0.5, 0.8872983346207417};
  constexpr double kWeight[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  double sum = 0;
  for (int g = 0; g < 3; ++g) {
    double product = kWeight[g];
    for (int j = 0; j < count; ++j)
      if (j != i) product *= (kNode[g] - point[j]) / (point[i] - point[j]);
    sum += product;
  }
  return sum;
}

}  // namespace holonom

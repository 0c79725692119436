// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace holonom {

/// Gauss' quadrature with `count` nodes on [0, 1]: exact for polynomials of degree 2 count − 1.
struct GaussRule {
  static constexpr int kMost = 8;
  int count = 0;
  std::array<double, kMost> nodes{}, weights{};  ///< nodes ascending
};

/// With 1 … kMost nodes.
const GaussRule& gaussRule(int count);

/// ∫₀¹ of Lagrange's polynomial of point i of `count` (at most 2 kMost): with the points in parts of a step
/// the weights of Adams' formulas, for unequal steps as well.
double lagrangeIntegral(const double* point, int count, int i);

}  // namespace holonom

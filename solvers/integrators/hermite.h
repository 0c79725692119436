// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/state.h"

namespace holonom {

/// Hermite interpolation at s = 0 … 1 between two states h apart: q of degree 5 from (q, v, a), v of degree 3 from (v, a)
/// at both ends. Local errors O(h⁶) and O(h⁴).
inline void hermite(const State& a, const State& b, double s, double h, VectorRef q, VectorRef v) {
  const double u = 1 - s, s2 = s * s, u2 = u * u;
  q = u2 * u * (1 + 3 * s + 6 * s2) * a.q + s2 * s * (1 + 3 * u + 6 * u2) * b.q +
      h * s * u * (u2 * (1 + 3 * s) * a.v - s2 * (1 + 3 * u) * b.v) + 0.5 * h * h * s2 * u2 * (u * a.a + s * b.a);
  v = u2 * (1 + 2 * s) * a.v + s2 * (1 + 2 * u) * b.v + h * s * u * (u * a.a - s * b.a);
}

}  // namespace holonom

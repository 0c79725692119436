// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/quintic_hermite.h"

namespace holonom {

/// Hermite interpolation between two states at time t: q of degree 5 from (q, v, a), v of degree 3 from (v,
/// a) at both ends. Local errors O(h⁶) and O(h⁴).
inline void hermite(const State& a, const State& b, double t, VectorRef q, VectorRef v) {
  const double h = b.t - a.t, s = (t - a.t) / h, u = 1 - s;
  quinticHermite(a, b, t, q);
  v = u * u * (1 + 2 * s) * a.v + s * s * (1 + 2 * u) * b.v + h * s * u * (u * a.a - s * b.a);
}

}  // namespace holonom

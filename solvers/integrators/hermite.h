// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "solvers/integrators/quintic_hermite.h"

namespace holonom {

/// Hermite interpolation between two states at time t: q of degree 5 from (q, v, a), v of degree 3 from (v,
/// a) at both ends. Local errors O(h⁶) and O(h⁴).
inline void hermite(const State& a, const State& b, double t, VectorRef q, VectorRef v) {
  const double h = b.t - a.t, s = (t - a.t) / h, u = 1 - s;
  quinticHermite(a, b, t, q);
  v = u * u * (1 + 2 * s) * a.v + s * s * (1 + 2 * u) * b.v + h * s * u * (u * a.a - s * b.a);
}

/// The same for a whole state: a is the derivative of v, which leaves O(h³), λ linear; state b where the step
/// has no length.
inline void hermite(const State& a, const State& b, double t, State& out) {
  const double h = b.t - a.t, s = h > 0 ? (t - a.t) / h : 1, u = 1 - s;
  out = b;
  out.t = t;
  if (s == 1) return;
  hermite(a, b, t, out.q, out.v);
  out.a = 6 * s * u / h * (b.v - a.v) + u * (1 - 3 * s) * a.a + s * (1 - 3 * u) * b.a;
  out.lambda = u * a.lambda + s * b.lambda;
}

/// The states of controllers among these alone: of degree 3 from (q, v).
inline void hermiteOfStates(const std::vector<int>& states, const State& a, const State& b, double t,
                            State& out) {
  const double h = b.t - a.t, s = h > 0 ? (t - a.t) / h : 1, u = 1 - s;
  for (const int i : states) {
    if (s == 1) continue;
    const double way = b.q[i] - a.q[i], first = h * a.v[i] - way, last = way - h * b.v[i];
    out.q[i] = u * a.q[i] + s * b.q[i] + s * u * (u * first + s * last);
    out.v[i] = (way + (u - s) * (u * first + s * last) + s * u * (last - first)) / h;
    out.a[i] = (2 * (u - s) * (last - first) - 2 * (u * first + s * last)) / (h * h);
  }
}

}  // namespace holonom

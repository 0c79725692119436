// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/state.h"

namespace holonom {

/// The polynomial of degree 5 with the coordinates, velocities and accelerations of two states, at time t;
/// all sizes n.
inline void quinticHermite(const State& a, const State& b, double t, VectorRef q) {
  const double h = b.t - a.t, s = (t - a.t) / h;
  const double s3 = s * s * s, s4 = s3 * s, s5 = s4 * s;
  const double q1 = 10 * s3 - 15 * s4 + 6 * s5;
  const double v0 = s - 6 * s3 + 8 * s4 - 3 * s5, v1 = -4 * s3 + 7 * s4 - 3 * s5;
  const double a0 = 0.5 * s * s - 1.5 * s3 + 1.5 * s4 - 0.5 * s5, a1 = 0.5 * s3 - s4 + 0.5 * s5;
  q = (1 - q1) * a.q + q1 * b.q + h * (v0 * a.v + v1 * b.v) + h * h * (a0 * a.a + a1 * b.a);
}

/// Its derivative.
inline void quinticHermiteRate(const State& a, const State& b, double t, VectorRef v) {
  const double h = b.t - a.t, s = (t - a.t) / h;
  const double s2 = s * s, s3 = s2 * s, s4 = s3 * s;
  const double q1 = 30 * (s2 - 2 * s3 + s4);
  const double v0 = 1 - 18 * s2 + 32 * s3 - 15 * s4, v1 = -12 * s2 + 28 * s3 - 15 * s4;
  const double a0 = s - 4.5 * s2 + 6 * s3 - 2.5 * s4, a1 = 1.5 * s2 - 4 * s3 + 2.5 * s4;
  v = q1 / h * (b.q - a.q) + v0 * a.v + v1 * b.v + h * (a0 * a.a + a1 * b.a);
}

}  // namespace holonom

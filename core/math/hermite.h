// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

/// Weights of the cubic p(s), s ∈ [0, 1], over a step of size h: p(0) = p0, p(1) = p1, with the slopes v0, v1
/// by time.
struct HermiteWeights {
  double p0, p1, v0, v1;
  HermiteWeights(double s, double h)
      : p0((1 + 2 * s) * (1 - s) * (1 - s)), p1(s * s * (3 - 2 * s)), v0(h * s * (1 - s) * (1 - s)),
        v1(h * s * s * (s - 1)) {}
  double between(double start, double end, double startRate, double endRate) const {
    return p0 * start + p1 * end + v0 * startRate + v1 * endRate;
  }
};

}  // namespace holonom

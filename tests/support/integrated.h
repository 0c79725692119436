// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/types.h"

namespace holonom {

/// y′ = f(t, y) from y0 to t, classical Runge–Kutta with many steps.
template <class Rate>
Vector integrated(Vector y, double end, Rate f, int steps = 40000) {
  const double h = end / steps;
  for (int i = 0; i < steps; ++i) {
    const double t = i * h;
    const Vector k1 = f(t, y), k2 = f(t + h / 2, y + 0.5 * h * k1), k3 = f(t + h / 2, y + 0.5 * h * k2),
                 k4 = f(t + h, y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y;
}

}  // namespace holonom

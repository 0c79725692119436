// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <functional>

namespace holonom {

/// φ″ = f(φ) by the classical Runge–Kutta method with equal small steps, forwards in time: a reference for
/// mechanisms of one degree of freedom that shares nothing with the integrators.
class OneUnknown {
 public:
  OneUnknown(std::function<double(double)> f, double phi, double rate, double step = 1e-4)
      : f_(std::move(f)), y_(phi), v_(rate), step_(step) {}
  double at(double t) {
    while (t_ < t) {
      const double h = std::min(step_, t - t_);
      const double a1 = f_(y_), a2 = f_(y_ + h / 2 * v_), v2 = v_ + h / 2 * a1, v3 = v_ + h / 2 * a2;
      const double a3 = f_(y_ + h / 2 * v2), v4 = v_ + h * a3, a4 = f_(y_ + h * v3);
      y_ += h / 6 * (v_ + 2 * v2 + 2 * v3 + v4);
      v_ += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
      t_ = t_ + h >= t ? t : t_ + h;
    }
    return y_;
  }

 private:
  std::function<double(double)> f_;
  double t_ = 0, y_, v_, step_;
};

}  // namespace holonom

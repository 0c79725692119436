// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/dynamics/dae_system.h"

namespace holonom {

/// A second opinion on the error of a step that has f at its start, in its middle and at its end. Formulas
/// that differ little from each other agree where f jumps between the places at which both look; for f(t)
/// alone the estimate of some is zero identically. Simpson's rule over the step and the same rates as the
/// integral of the polynomial of degree 4 through them and through those of the step before differ by
///
///     h D / 120,   D = f[x_−2, x_−1, 0, ½, 1]   (divided difference, times in parts of h),
///
/// which is the error −h⁵ f⁗/2880 of Simpson's rule where f is smooth, and between hJ/360 and hJ/30 where f
/// jumps by J in the step. x_−2 and x_−1 are the start and the middle of the step before; where that was much
/// longer, the parabola through its rates lends values nearer to 0, so that the weight of a jump does not
/// vanish with the step. No allocation after the constructor. Vectors like (q, v), length 2n; the rates (m/s,
/// m/s²) and their coordinates in any units.
class RateWitness {
 public:
  explicit RateWitness(int size) : start_(Vector::Zero(size)), middle_(start_), end_(start_) {}

  /// Behind a restart nothing is known of the past.
  void forget() { step_ = 0; }

  /// The step of size h is accepted.
  void keep(double h, ConstVectorRef start, ConstVectorRef middle, ConstVectorRef end) {
    start_ = start;
    middle_ = middle;
    end_ = end;
    step_ = h;
  }

  /// The difference of the two integrals for a step of size h; zero without a step before. f at its start is
  /// start.
  void residual(double h, ConstVectorRef start, ConstVectorRef middle, ConstVectorRef end,
                VectorRef out) const {
    constexpr double kLongest = 2;
    if (step_ <= 0) {
      out.setZero();
      return;
    }
    // Times in parts of h, 0 the start. The parabola through the step before, at −r and −r/2 with u = r
    // h/step.
    const double r = std::min(step_ / h, kLongest), u = r * h / step_;
    const auto parabola = [&](double x) {  // weights of start_, middle_, end_ at x steps before the end
      return Eigen::Array3d(x * (2 * x - 1), 4 * x * (1 - x), (1 - x) * (1 - 2 * x));
    };
    const Eigen::Array3d far = parabola(u), near = parabola(0.5 * u);
    const double times[] = {-r, -0.5 * r, 0, 0.5, 1};
    double weight[5];
    for (int i = 0; i < 5; ++i) {
      weight[i] = h / 120;
      for (int j = 0; j < 5; ++j)
        if (j != i) weight[i] /= times[i] - times[j];
    }
    out = (weight[0] * far[0] + weight[1] * near[0]) * start_ +
          (weight[0] * far[1] + weight[1] * near[1]) * middle_ +
          (weight[0] * far[2] + weight[1] * near[2]) * end_ + weight[2] * start + weight[3] * middle +
          weight[4] * end;
  }

 private:
  Vector start_, middle_, end_;
  double step_ = 0;  // s; 0: nothing known
};

}  // namespace holonom

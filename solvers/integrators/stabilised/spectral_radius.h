// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/math/types.h"

namespace holonom {

/// Estimates the largest |eigenvalue| of f_y by nonlinear power iteration: J x ≈ (f(y + δ x) − f(y))/δ.
/// Growth is measured over two applications, ρ ≈ √(‖J² x‖/‖x‖), because one of them turns positions into
/// accelerations and the next velocities into velocities: for an undamped vibration ±iω each alone says
/// nothing, the two together give ω. The direction found is kept, so that later estimates begin near it.
class SpectralRadius {
 public:
  explicit SpectralRadius(int size) : x_(size), y_(size), z_(size), before_(size) {}

  /// A start direction with components of all kinds, in the units of y.
  void start(ConstVectorRef scale) {
    // Not a pattern that a regular structure could be orthogonal to.
    unsigned state = 12345;
    for (int i = 0; i < x_.size(); ++i) {
      state = 1664525u * state + 1013904223u;
      x_[i] = scale[i] * (0.5 + state / 4294967296.0) * (i % 2 ? 1 : -1);
    }
  }

  /// `rate(y, f)` returns whether f could be evaluated; `norm` is a weighted norm of vectors like y, in which
  /// 1 is a part `relative` of y. No value when an evaluation fails. It ends early when the radius is clearly
  /// below `negligible`.
  template <class Rate, class Norm>
  std::optional<double> estimate(ConstVectorRef y, ConstVectorRef f, double relative, Rate&& rate,
                                 Norm&& norm, double negligible = 0) {
    constexpr int kIterations = 20, kBeforeNegligible = 3;
    constexpr double kClearly = 0.01;
    constexpr double kSettled = 0.05, kDisturbance = 1e-7;
    const double size = kDisturbance / relative;
    const auto apply = [&]() -> std::optional<double> {  // x ← J x, returns ‖J x‖/‖x‖
      const double length = norm(x_);
      if (!(length > 0) || !std::isfinite(length)) return 0.0;
      x_ *= size / length;
      y_ = y + x_;
      if (!rate(y_, z_)) return std::nullopt;
      x_ = z_ - f;
      return norm(x_) / size;
    };
    double radius = 0;
    for (int iteration = 0; iteration < kIterations; ++iteration) {
      before_ = x_;
      const auto first = apply(), second = first ? apply() : first;
      if (!second) return std::nullopt;
      const double now = std::sqrt(*first * *second);
      if (now == 0) return radius;
      const int half = static_cast<int>(x_.size()) / 2;
      turn_ = 0.5 * (cosine(before_.head(half), x_.head(half)) + cosine(before_.tail(half), x_.tail(half)));
      const bool settled = std::abs(now - radius) <= kSettled * now;
      radius = now;
      if (settled || (iteration + 1 >= kBeforeNegligible && now < kClearly * negligible)) break;
    }
    return radius;
  }

  /// Whether J² turns the direction found round, as an undamped vibration does (−ω² x), instead of keeping
  /// it, as decay does (λ² x). For y of positions and velocities.
  bool oscillatory() const { return turn_ < -0.5; }

 private:
  static double cosine(ConstVectorRef a, ConstVectorRef b) {
    const double size = a.norm() * b.norm();
    return size > 0 ? a.dot(b) / size : 0;
  }

  Vector x_, y_, z_, before_;
  double turn_ = 0;
};

}  // namespace holonom

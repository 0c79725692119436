// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "core/dynamics/dae_system.h"

namespace holonom {

/// The weighted norm of 000, eq. (35): ‖x‖ = max_k |x_k| / (rtol |ref_k| + atol scale_k), for coordinates (ref = q)
/// and for velocities (ref = v; scale per second).
class ErrorWeights {
 public:
  ErrorWeights(const DaeSystem& system, double rtol, double atol)
      : rtol_(rtol), atol_(system.coordinateCount()), position_(atol_.size()), velocity_(atol_.size()) {
    for (int i = 0; i < atol_.size(); ++i) atol_[i] = atol * system.coordinateScale(i);
  }

  void setReference(ConstVectorRef q, ConstVectorRef v) {
    position_ = (rtol_ * q.array().abs() + atol_.array()).inverse();
    velocity_ = (rtol_ * v.array().abs() + atol_.array()).inverse();
  }

  double positionNorm(ConstVectorRef x, int* largest = nullptr) const { return norm(x, position_, largest); }
  double velocityNorm(ConstVectorRef x, int* largest = nullptr) const { return norm(x, velocity_, largest); }

 private:
  /// Not finite when any entry is not (maxCoeff alone would pass over NaN).
  static double norm(ConstVectorRef x, const Vector& weight, int* largest) {
    double best = 0, sum = 0;
    int where = -1;
    for (int i = 0; i < x.size(); ++i) {
      const double value = std::abs(x[i]) * weight[i];
      sum += value;
      if (value > best) {
        best = value;
        where = i;
      }
    }
    if (largest) *largest = where;
    return std::isfinite(sum) ? best : sum;
  }

  double rtol_;
  Vector atol_, position_, velocity_;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/dynamics/dae_system.h"

namespace holonom {

/// The weighted norm of 000, eq. (35): ‖x‖ = max_k |x_k| / (rtol ref_k + atol scale_k), for coordinates and for
/// velocities (scale per second). ref is the size of q or v over the coordinates of the same group (the x and y of a
/// body: the norm does not depend on the directions of the axes), for coordinates at most one turn (2π times the scale):
/// an error of an angle does not become harmless after many turns, nor that of a place far from the origin. For velocities the size of the recent motion counts,
/// fading by 5 % per step: a velocity that passes through zero at every turn is not then held to a tolerance that has
/// nothing to do with the motion.
class ErrorWeights {
 public:
  ErrorWeights(const DaeSystem& system, double rtol, double atol)
      : rtol_(rtol), atol_(system.coordinateCount()), position_(atol_.size()), velocity_(atol_.size()) {
    for (int i = 0; i < atol_.size(); ++i) {
      atol_[i] = atol * system.coordinateScale(i);
      limit_.push_back(kTurn * system.coordinateScale(i));
      group_.push_back(system.coordinateGroup(i));
    }
    sizes_ = Vector::Zero(atol_.size());
    motion_ = Vector::Zero(atol_.size());
  }

  /// At the start of a run, and after each accepted step.
  void start(ConstVectorRef q, ConstVectorRef v) {
    motion_.setZero();
    follow(q, v);
  }
  void follow(ConstVectorRef q, ConstVectorRef v) {
    measure(q);
    for (int i = 0; i < atol_.size(); ++i) 
      position_[i] = 1 / (rtol_ * std::min(sizes_[group_[i]], limit_[i]) + atol_[i]);
    measure(v);
    motion_ = sizes_.cwiseMax(kFading * motion_);
    for (int i = 0; i < atol_.size(); ++i) velocity_[i] = 1 / (rtol_ * motion_[group_[i]] + atol_[i]);
  }

  double positionNorm(ConstVectorRef x, int* largest = nullptr) const { return norm(x, position_, largest); }
  double velocityNorm(ConstVectorRef x, int* largest = nullptr) const { return norm(x, velocity_, largest); }

 private:
  static constexpr double kFading = 0.95, kTurn = 6.283185307179586;

  /// Euclidean size of x per group.
  void measure(ConstVectorRef x) {
    sizes_.setZero();
    for (int i = 0; i < x.size(); ++i) sizes_[group_[i]] = std::hypot(sizes_[group_[i]], x[i]);
  }

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
  std::vector<int> group_;
  std::vector<double> limit_;
  Vector atol_, position_, velocity_;
  Vector sizes_, motion_;  // per group
};

}  // namespace holonom

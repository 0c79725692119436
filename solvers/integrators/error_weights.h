// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "core/dynamics/dae_system.h"

namespace holonom {

/// The largest of several norms; not finite when one of them is not.
inline double largestNorm(std::initializer_list<double> norms) {
  double best = 0;
  for (const double norm : norms) {
    if (!std::isfinite(norm)) return norm;
    if (norm > best) best = norm;
  }
  return best;
}

/// What counts as one in a state (q, v): the scales of the coordinates, and these per time scale. Length 2n.
inline Vector stateScales(const DaeSystem& system) {
  const int n = system.coordinateCount();
  Vector scale(2 * n);
  for (int i = 0; i < n; ++i) {
    scale[i] = system.coordinateScale(i);
    scale[n + i] = scale[i] / system.timeScale();
  }
  return scale;
}

/// The weighted norm of 000, eq. (35): ‖x‖ = max_k |x_k| / (rtol ref_k + atol scale_k), for coordinates and
/// for velocities (scale per time scale of the system), for a form that controls them also for accelerations
/// (per time scale squared). ref is the size of q or v over the coordinates of the same group (the x and y of
/// a body: the norm does not depend on the directions of the axes), for coordinates at most one turn (2π
/// times the scale): an error of an angle does not become harmless after many turns, nor that of a place far
/// from the origin. For velocities the size of the recent motion counts, fading by 5 % per step: a velocity
/// that passes through zero at every turn is not then held to a tolerance that has nothing to do with the
/// motion. The absolute tolerance of an acceleration follows the largest one in the mechanism, in scales per
/// second squared: the time scale of the motion is not known beforehand, and a part that is not accelerated
/// carries the rounding of those that are.
class ErrorWeights {
 public:
  /// What the norms look at. Implicit methods find the rates of first-order states from the states, and do
  /// not judge them, nor the derivative of an algebraic variable (DaeSystem::Role); its integral they do, for
  /// in the index-3 form of generalized-α nothing else tells of it. Explicit methods integrate all.
  enum class Scope { All, OwnQuantities };

  ErrorWeights(const DaeSystem& system, double rtol, double atol, Scope scope = Scope::All)
      : rtol_(rtol), rate_(1 / system.timeScale()), atol_(system.coordinateCount()), scale_(atol_.size()),
        position_(atol_.size()), velocity_(atol_.size()), acceleration_(atol_.size()) {
    for (int i = 0; i < atol_.size(); ++i) {
      scale_[i] = system.coordinateScale(i);
      atol_[i] = atol * scale_[i];
      group_.push_back(system.coordinateGroup(i));
      if (scope == Scope::OwnQuantities && system.role(i) == DaeSystem::Role::State) states_.push_back(i);
      if (scope == Scope::OwnQuantities && system.role(i) == DaeSystem::Role::Variable)
        variables_.push_back(i);
    }
    sizes_ = Vector::Zero(atol_.size());
    motion_ = accelerationMotion_ = Vector::Zero(atol_.size());
  }

  /// At the start of a run, and after each accepted step.
  void start(ConstVectorRef q, ConstVectorRef v) {
    motion_.setZero();
    accelerationMotion_.setZero();
    follow(q, v);
  }
  void follow(ConstVectorRef q, ConstVectorRef v) {
    measure(q);
    for (int i = 0; i < atol_.size(); ++i)
      position_[i] = 1 / (rtol_ * std::min(sizes_[group_[i]], kTurn * scale_[i]) + atol_[i]);
    followMotion(v, motion_, velocity_);
    for (const int i : states_) velocity_[i] = 0;
  }
  /// After start() and follow(), where accelerations are judged.
  void followAccelerations(ConstVectorRef a) {
    followMotion(a, accelerationMotion_, acceleration_);
    for (const int i : states_) accelerationMotion_[i] = 0;
    for (const int i : variables_) accelerationMotion_[i] = 0;
    double level = rate_ * rate_;
    for (int i = 0; i < atol_.size(); ++i)
      level = std::max(level, accelerationMotion_[group_[i]] / scale_[i]);
    for (int i = 0; i < atol_.size(); ++i)
      acceleration_[i] = 1 / (rtol_ * accelerationMotion_[group_[i]] + level * atol_[i]);
    for (const int i : states_) acceleration_[i] = 0;
    for (const int i : variables_) acceleration_[i] = 0;
  }

  double positionWeight(int i) const { return position_[i]; }
  double velocityWeight(int i) const { return velocity_[i]; }
  double positionNorm(ConstVectorRef x, int* largest = nullptr) const { return norm(x, position_, largest); }
  double velocityNorm(ConstVectorRef x, int* largest = nullptr) const { return norm(x, velocity_, largest); }
  /// Of a vector like (q, v), length 2n: the larger of both norms.
  double stateNorm(ConstVectorRef y, int* largest = nullptr) const {
    const int n = static_cast<int>(atol_.size());
    int atPosition = -1, atVelocity = -1;
    const double position = positionNorm(y.head(n), &atPosition),
                 velocity = velocityNorm(y.tail(n), &atVelocity);
    if (largest) *largest = position >= velocity ? atPosition : atVelocity;
    return largestNorm({position, velocity});
  }
  double accelerationNorm(ConstVectorRef x, int* largest = nullptr) const {
    return norm(x, acceleration_, largest);
  }

 private:
  static constexpr double kFading = 0.95, kTurn = 6.283185307179586;

  void followMotion(ConstVectorRef rates, Vector& motion, Vector& weight) {
    measure(rates);
    motion = sizes_.cwiseMax(kFading * motion);
    for (int i = 0; i < atol_.size(); ++i) weight[i] = 1 / (rtol_ * motion[group_[i]] + rate_ * atol_[i]);
  }

  /// Euclidean size of x per group.
  void measure(ConstVectorRef x) {
    sizes_.setZero();
    for (int i = 0; i < x.size(); ++i) {
      double& size = sizes_[group_[i]];
      size = size == 0 ? std::abs(x[i]) : std::hypot(size, x[i]);
    }
  }

  /// Not finite when any entry is not (maxCoeff alone would pass over NaN).
  static double norm(ConstVectorRef x, const Vector& weight, int* largest) {
    const int size = static_cast<int>(x.size());
    double best = 0, sum = 0;
    for (int i = 0; i < size; ++i) {
      const double value = std::abs(x[i]) * weight[i];
      sum += value;
      best = value > best ? value : best;  // where it is, is asked for seldom
    }
    if (largest) {
      *largest = -1;
      for (int i = 0; i < size && *largest < 0 && best > 0; ++i)
        if (std::abs(x[i]) * weight[i] == best) *largest = i;
    }
    return std::isfinite(sum) ? best : sum;
  }

  double rtol_, rate_;  // rate_: 1/s
  std::vector<int> group_, states_, variables_;
  Vector atol_, scale_, position_, velocity_, acceleration_;
  Vector sizes_, motion_, accelerationMotion_;  // per group
};

}  // namespace holonom

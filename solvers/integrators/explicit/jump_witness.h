// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/dynamics/dae_system.h"

namespace holonom {

/// Rates y′ that a step has evaluated between its ends, at times in parts of the step, ascending; vectors of
/// the witness' size.
struct InnerRates {
  static constexpr int kMost = 3;
  int count = 0;
  std::array<double, kMost> at{};
  std::array<const double*, kMost> rates{};
};

/// Tells whether the rates of a step may have jumped inside. An error estimate is a difference of two
/// formulas that look at the rates at a few places: it is all but blind to a jump between some of them, where
/// the step itself may be wrong by a quarter of the step times the jump. A divided difference over five or
/// six of the places, the last ones of the past among them, is not: of a step function it never vanishes, for
/// no polynomial of its degree less one has the values 0 … 0 1 … 1 in so many places. Scaled so that a jump J
/// at any time within the step contributes J or more, it is ~ h⁴ y⁗′/256 where all is smooth, and how it
/// changes with the step is known. Smooth motions that raise suspicion cost the look that it leads to and
/// nothing else. No allocation after the constructor.
class JumpWitness {
 public:
  /// `growth`: of the steps, up to which the size for longer ones is forecast; 1 for a method whose order
  /// follows the step.
  explicit JumpWitness(int size, double growth = 2) : difference_(Vector::Zero(size)), growth_(growth) {
    for (Vector& rate : past_) rate = Vector::Zero(size);
  }

  /// Behind a restart nothing is known of the past.
  void forget() { known_ = 0, level_ = 0, step_ = 0; }

  /// The difference of a step of size h with the rates `start` and `end` at its ends; zero while too little
  /// is known.
  const Vector& difference(double h, ConstVectorRef start, const InnerRates& inner, ConstVectorRef end) {
    degree_ = 0;
    difference_.setZero();
    const int own = inner.count + 2, past = std::max(kPoints - own, 1), points = past + own;
    if (known_ < past) return difference_;
    std::array<double, kMostPoints> time;
    for (int i = 0; i < past; ++i) time[i] = -before_[past - 1 - i] / h;
    time[past] = 0;
    for (int i = 0; i < inner.count; ++i) time[past + 1 + i] = inner.at[i];
    time[points - 1] = 1;
    const auto weight = weightsOf(time, points, past);
    for (int i = 0; i < past; ++i) difference_ += weight[i] * past_[past - 1 - i];
    difference_ += weight[past] * start + weight[points - 1] * end;
    for (int i = 0; i < inner.count; ++i)
      difference_ += weight[past + 1 + i] * Eigen::Map<const Vector>(inner.rates[i], difference_.size());
    degree_ = points - 1;
    return difference_;
  }

  /// `size`: h times the norm of the difference of the step, where 1 is the tolerance. How many times as
  /// large it is as smooth rates make it; 0 where it is harmless: a jump contributes a quarter of it to the
  /// error at most.
  double suspicion(double h, double size) {
    constexpr double kHarmless = 12;
    size_ = size;
    if (degree_ == 0 || !(size > kHarmless)) return 0;
    return size / std::max(step_ > 0 ? scaled(h) : 0.0, kHarmless / 2);
  }

  /// The step is accepted.
  void keep(double h, ConstVectorRef start, const InnerRates& inner) {
    constexpr double kFading = 0.5;
    if (degree_ > 0) {
      level_ = std::max(size_, step_ > 0 ? kFading * std::min(level_, scaled(h)) : 0.0);
      step_ = h;
    }
    for (double& time : before_) time += h;
    push(start, h);
    for (int i = 0; i < inner.count; ++i)
      push(Eigen::Map<const Vector>(inner.rates[i], difference_.size()), (1 - inner.at[i]) * h);
  }

 private:
  static constexpr int kPoints = 5, kPast = 3, kMostPoints = InnerRates::kMost + 3;

  /// Of the divided difference, so that its values for steps within (0, 1] are 1 or more.
  static std::array<double, kMostPoints> weightsOf(const std::array<double, kMostPoints>& time, int points,
                                                   int past) {
    std::array<double, kMostPoints> weight{};
    for (int i = 0; i < points; ++i) {
      weight[i] = 1;
      for (int j = 0; j < points; ++j)
        if (j != i) weight[i] /= time[i] - time[j];
    }
    double ofStep = 0, least = 0;
    for (int i = points - 1; i > past; --i) {
      ofStep += weight[i];
      if (least == 0 || std::abs(ofStep) < least) least = std::abs(ofStep);
    }
    for (int i = 0; i < points; ++i) weight[i] /= least;
    return weight;
  }

  /// The level at steps of size h; where they grow by much more the past tells nothing.
  double scaled(double h) const { return level_ * std::pow(std::min(h / step_, growth_), degree_ + 1); }

  void push(ConstVectorRef rate, double before) {
    for (int i = kPast - 1; i > 0; --i) {
      past_[i].swap(past_[i - 1]);
      before_[i] = before_[i - 1];
    }
    past_[0] = rate;
    before_[0] = before;
    known_ = std::min(known_ + 1, kPast);
  }

  std::array<Vector, kPast> past_;      // rates before the present point, the last one first
  std::array<double, kPast> before_{};  // how long ago, s
  Vector difference_;
  double growth_;
  int known_ = 0, degree_ = 0;
  // of the step in the making; of the recent past, at steps of step_ (s)
  double size_ = 0, level_ = 0, step_ = 0;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/real_time_pacer.h"

#include <algorithm>
#include <cmath>

namespace holonom {

void TimeStatistics::add(double seconds) {
  const int last = static_cast<int>(classes_.size()) - 1;
  const double place = seconds > kLeast ? kPerDecade * std::log10(seconds / kLeast) : 0;
  ++classes_[static_cast<std::size_t>(std::min(place, static_cast<double>(last)))];
  ++count_;
  sum_ += seconds;
  largest_ = std::max(largest_, seconds);
}

double TimeStatistics::quantile(double part) const {
  long below = 0;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    below += classes_[i];
    if (static_cast<double>(below) >= part * static_cast<double>(count_))
      return std::min(largest_, kLeast * std::pow(10, static_cast<double>(i + 1) / kPerDecade));
  }
  return largest_;
}

RealTimePacer::RealTimePacer(double step, double speed, WallClock& clock)
    : frame_(step / speed), speed_(speed), clock_(clock) {}

void RealTimePacer::start(double t) {
  t0_ = t;
  wall0_ = clock_.now();
  wasLate_ = false;
}

bool RealTimePacer::await(double t, const std::function<bool()>& called) {
  due_ = wall0_ + (t - t0_) / speed_;
  begun_ = clock_.now();
  if (begun_ >= due_) return true;
  clock_.waitUntil(due_, called);
  begun_ = clock_.now();
  return begun_ >= due_;
}

void RealTimePacer::done() {
  const double now = clock_.now(), computed = now - begun_, over = now - (due_ + frame_);
  const bool doneLate = over > 0;
  ++steps_;
  late_ += doneLate || wasLate_;
  tooLong_ += computed > frame_;
  worst_ = std::max(worst_, over);
  wasLate_ = doneLate;
  computing_ += computed;
  longest_ = std::max(longest_, computed);
  jitter_.add(begun_ - due_);
}

RealTimeReport RealTimePacer::report() const {
  constexpr double kMost = 0.99;
  return {.step = frame_,
          .steps = steps_,
          .late = late_,
          .tooLong = tooLong_,
          .worst = worst_,
          .meanJitter = jitter_.mean(),
          .jitter99 = jitter_.quantile(kMost),
          .largestJitter = jitter_.largest(),
          .load = steps_ > 0 ? computing_ / (static_cast<double>(steps_) * frame_) : 0,
          .largestLoad = longest_ / frame_};
}

}  // namespace holonom

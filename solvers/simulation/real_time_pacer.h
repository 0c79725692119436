// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>

#include "solvers/simulation/summary.h"
#include "solvers/simulation/wall_clock.h"

namespace holonom {

/// Many times of very different size in a table of fixed size: their classes grow by 4 %. Allocates nothing.
class TimeStatistics {
 public:
  void add(double seconds);
  double mean() const { return count_ > 0 ? sum_ / static_cast<double>(count_) : 0; }
  double largest() const { return largest_; }
  /// That a part of them, 0 … 1, does not exceed, up to the width of a class.
  double quantile(double part) const;

 private:
  static constexpr double kLeast = 1e-9;  // s
  static constexpr int kPerDecade = 64, kDecades = 13;
  std::array<long, kPerDecade * kDecades + 1> classes_{};
  long count_ = 0;
  double sum_ = 0, largest_ = 0;
};

/// Keeps the steps of a run in pace with a clock: the step from t may begin when the clock has come to t, and
/// its time is over when the clock has come to t + h. Who is late makes up for it by going on without a
/// pause. A step is late that is done after its time, or that could not begin at its time because the one
/// before it was. One that an event has cut short has the time of a whole one: its result is wanted no
/// earlier.
class RealTimePacer {
 public:
  /// `step`: its size, s. `speed`: seconds of the model per second of the clock. The clock must outlive this.
  RealTimePacer(double step, double speed, WallClock& clock);

  /// The model stands at t (s) now: at the start, and behind a pause.
  void start(double t);
  /// Waits until the step from t may begin. False: `called` wanted something else first.
  bool await(double t, const std::function<bool()>& called);
  /// The step that was awaited is done, and so is all that had to be done with it.
  void done();

  RealTimeReport report() const;
  long late() const { return late_; }
  double worst() const { return worst_; }

 private:
  double frame_, speed_;  // frame: s, by the clock
  WallClock& clock_;
  double t0_ = 0, wall0_ = 0;   // where both stood at the start
  double due_ = 0, begun_ = 0;  // of the step in the making, by the clock
  bool wasLate_ = false;        // the step before
  long steps_ = 0, late_ = 0, tooLong_ = 0;
  double worst_ = 0, computing_ = 0, longest_ = 0;
  TimeStatistics jitter_;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>

namespace holonom {

/// Time as it goes by outside of the model, s, from any beginning; never back.
class WallClock {
 public:
  virtual ~WallClock() = default;
  virtual double now() = 0;
  /// Returns at `time`, or before it once `called` tells that something else is wanted: it is asked at once,
  /// after each nudge() and a few times per second.
  virtual void waitUntil(double time, const std::function<bool()>& called) = 0;
  virtual void nudge() {}  ///< from any thread
};

/// The steady clock of the machine.
class SteadyClock final : public WallClock {
 public:
  double now() override;
  void waitUntil(double time, const std::function<bool()>& called) override;
  void nudge() override;

 private:
  std::mutex mutex_;
  std::condition_variable nudged_;
};

}  // namespace holonom

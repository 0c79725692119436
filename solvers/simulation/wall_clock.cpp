// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/wall_clock.h"

#include <algorithm>
#include <chrono>

namespace holonom {
namespace {

using Seconds = std::chrono::duration<double>;
using Clock = std::chrono::steady_clock;

constexpr double kAskAgain = 0.05;  // s; a signal handler cannot nudge

}  // namespace

double SteadyClock::now() { return Seconds(Clock::now().time_since_epoch()).count(); }

void SteadyClock::waitUntil(double time, const std::function<bool()>& called) {
  std::unique_lock lock(mutex_);
  for (double here = now(); here < time && !called(); here = now()) {
    const Seconds rest(std::min(time - here, kAskAgain));
    nudged_.wait_until(lock, Clock::now() + std::chrono::duration_cast<Clock::duration>(rest));
  }
}

void SteadyClock::nudge() {
  { const std::lock_guard lock(mutex_); }  // whoever has just asked and is not waiting yet waits by now
  nudged_.notify_all();
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <ctime>

namespace holonom {

/// CPU time of the calling thread since construction, so that a busy solver on another core does not count;
/// wall time where the system has no such clock.
class ThreadClock {
 public:
  ThreadClock() : start_(now()) {}
  double seconds() const { return now() - start_; }

 private:
  static double now() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec spent;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent) == 0)
      return static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec);
#endif
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  double start_;
};

}  // namespace holonom

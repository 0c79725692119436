// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace holonom {

/// Runs that keep together in simulated time: none goes on while it is more than `lead` seconds ahead of the
/// slowest. The slowest always may, so nobody waits for ever. Each run asks on its own thread between two
/// steps; a run that need not wait takes no lock.
class Convoy {
 public:
  static constexpr int kMost = 8;  ///< runs

  explicit Convoy(double lead) : lead_(lead) {}

  /// A place for a run that stands at time t, s; to be taken by all before the first of them starts.
  int join(double t);
  void arrive(int place, double t);  ///< the run stands at time t now
  void leave(int place);             ///< it has ended and holds nobody back
  bool mayGo(int place) const;
  /// Returns once the run may go on, or once `called` tells that it is wanted otherwise (asked after each
  /// nudge()).
  void wait(int place, const std::function<bool()>& called);
  void nudge();

  double lead() const { return lead_; }

 private:
  double lead_;
  std::atomic<int> members_{0};
  std::array<std::atomic<double>, kMost> times_{};
  std::atomic<int> waiting_{0};
  std::mutex mutex_;
  std::condition_variable moved_;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/convoy.h"

#include <limits>
#include <stdexcept>
#include <string>

namespace holonom {

int Convoy::join(double t) {
  const int place = members_.load();
  if (place >= kMost) throw std::logic_error("a convoy has room for " + std::to_string(kMost) + " runs");
  times_[static_cast<std::size_t>(place)] = t;
  members_ = place + 1;
  return place;
}

// Sequentially consistent throughout: either this run sees that somebody waits, or that somebody sees the new
// time.
void Convoy::arrive(int place, double t) {
  times_[static_cast<std::size_t>(place)] = t;
  if (waiting_ > 0) nudge();
}

void Convoy::leave(int place) { arrive(place, std::numeric_limits<double>::infinity()); }

bool Convoy::mayGo(int place) const {
  const double limit = times_[static_cast<std::size_t>(place)] - lead_;
  for (int other = 0; other < members_; ++other)
    if (times_[static_cast<std::size_t>(other)] < limit) return false;
  return true;
}

void Convoy::wait(int place, const std::function<bool()>& called) {
  std::unique_lock lock(mutex_);
  ++waiting_;
  moved_.wait(lock, [&] { return called() || mayGo(place); });
  --waiting_;
}

void Convoy::nudge() {
  { const std::lock_guard lock(mutex_); }  // whoever is about to wait has looked, or will look again
  moved_.notify_all();
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace holonom {

/// Decides when a piece of drawing is due again, so that it takes at most its share of one core: after work
/// that cost c seconds the next comes no sooner than c / share later. Times in seconds.
class FramePacer {
 public:
  /// Between `shortest` and `longest` from one start to the next; `share` of one core, in (0, 1].
  FramePacer(double share, double shortest, double longest)
      : share_(share), shortest_(shortest), longest_(longest) {}

  /// A tick that comes a little early serves as well as one that comes a whole tick late.
  bool due(double now) const { return now >= next_ - kEarly; }
  void worked(double now, double cost) { next_ = now + interval(cost); }
  double interval(double cost) const {
    return std::max(cost, std::clamp(cost / share_, shortest_, longest_));
  }
  void hurry() { next_ = 0; }

 private:
  static constexpr double kEarly = 0.004;
  double share_, shortest_, longest_;
  double next_ = 0;
};

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

namespace holonom {

/// Energies of a mechanism at one time, J.
struct Energies {
  double kinetic, potential, work, dissipated, balance;
};

/// Whether a motion has come to energy that nothing supplied: steps too long for the stability of a method
/// multiply it by a factor per step, and an error test that measures errors by the size of the motion lets
/// that pass. What is unexplained is the smaller of the change of the balance, which rough reactions can
/// spoil by their work, and of the energy of the state itself. It is compared with the largest energy of
/// times at which the balance held.
class Runaway {
 public:
  /// `least`: an energy that is none of rounding, J.
  void start(const Energies& first, double least) {
    first_ = first;
    sound_ = least;
    unexplained_ = 0;
    look(first);
  }

  void look(const Energies& now) {
    constexpr double kHolds = 0.3;  // of the largest energy: as far off may the balance be
    const double off = std::abs(now.balance - first_.balance);
    const double most =
        std::max({now.kinetic, std::abs(now.potential), std::abs(now.work), std::abs(now.dissipated)});
    if (off < kHolds * most) sound_ = std::max(sound_, most);
    const double ofState = now.kinetic + std::abs(now.potential - first_.potential);
    unexplained_ = std::max(unexplained_, std::min(off, ofState));
  }

  /// The most so far, J, and in parts of what the motion had.
  double unexplained() const { return unexplained_; }
  double ratio() const { return unexplained_ / sound_; }
  bool exploded() const { return ratio() > kBeyondAll; }
  bool doubtful() const { return ratio() > kDoubtful; }

 private:
  static constexpr double kBeyondAll = 1e6, kDoubtful = 10;
  Energies first_{};
  double sound_ = 1, unexplained_ = 0;  // J
};

}  // namespace holonom

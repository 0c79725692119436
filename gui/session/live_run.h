// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/model/mechanism.h"
#include "solvers/options/options.h"

namespace holonom {

class Convoy;
class Run;

/// The mechanism with a hand that holds nothing yet, and its force among what is recorded.
Mechanism withHand(Mechanism mechanism, const Hand& hand);

/// The hand of such a mechanism; null where there is none.
const Hand* freeHand(const Mechanism& mechanism);

/// Of a run from `start` (s) that is watched while it is computed, at `speed` model seconds per second: steps
/// no longer than a picture, unless their size is given, and an end far away.
SimulationOptions liveOptions(SimulationOptions options, double start, double speed);

/// Keeps a run in pace with the clock: never far ahead of what is shown.
class Pacemaker {
 public:
  Pacemaker() = default;
  /// To be said before the run starts. `start`, s.
  Pacemaker(Run& run, double start, double speed);

  double speed() const;  ///< that was given, model seconds per second
  /// That many seconds have gone by the clock; the run has come to `reached` (s).
  void advance(double seconds, double speed, double reached);

 private:
  std::shared_ptr<Convoy> convoy_;  // the run and the clock
  int place_ = 0;                   // of the clock
  double t_ = 0;                    // how far the clock is, s
};

}  // namespace holonom

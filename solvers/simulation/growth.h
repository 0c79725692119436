// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/state.h"

namespace holonom {

/// Whether a motion that is fed grows without bound, as by a sampled controller whose gains are too large.
/// It does where all of this holds of accepted states, whatever the method:
/// 1. its kinetic energy is ten times the largest before, and came there within a fifth of the time since
///    the start: as an exponential does, but neither a constant force nor any power of time up to the tenth;
///    and on a way of a rad or a size of the model at least, unlike in a shock or where joints lock;
/// 2. something is faster than any machine, 3e5 rad or sizes of the model a second (the fastest motors: 1e5
///    rad/s; a satellite as small as 1 m: 1e4 sizes a second);
/// 3. at that speed 1e6 rad or sizes are still to go, so that an end that is near may be reached.
class Growth {
 public:
  void start(const State& first, double kinetic);
  /// Behind each step; `toGo`: to the end of the run, s. Stays true.
  bool look(const State& at, double kinetic, double toGo, const SystemLayout& layout);

  /// What is fast, and what supplies it, in sentences. Moves the equations to the state.
  std::string describe(EquationsOfMotion& equations, const State& at) const;

 private:
  double began_ = 0, since_ = 0, took_ = 0;  // s
  double most_ = 0;                          // J, at since_
  int fastest_ = -1;                         // coordinate; −1: none is too fast
};

}  // namespace holonom

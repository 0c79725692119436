// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"

namespace holonom {

/// One eigenvalue of the linearised motion, or a pair of conjugate ones.
struct Mode {
  double real = 0, imaginary = 0;  ///< 1/s; imaginary ≥ 0
  int coordinate = -1;             ///< that takes the largest part; −1: not known
  double rate() const;             ///< |λ|, 1/s
  bool vibrates() const;           ///< turns round faster than it fades or grows
  double frequency() const;        ///< of a vibration, Hz
};

/// How fast a mechanism can move near a state.
struct TimeScales {
  bool known = false;
  bool allModes = false;    ///< false: the mechanism is large and only the fastest mode was estimated
  std::vector<Mode> modes;  ///< the slowest first, without those that neither fade nor vibrate
  int freeModes = 0;        ///< eigenvalues that are zero: motions that nothing drives back
  double motionRate = 0;    ///< of the motion itself, 1/s: how fast it changes by the size of the model
  double ratio() const;     ///< fastest to slowest rate; 1 when fewer than two are known
};

/// The linearised equations at a consistent state. With δa from
///     [M C_qᵀ; C_q 0] [δa; δλ] = −[K δq + D δv; (C_q a − γ)_q δq + (C_q a − γ)_v δv]
/// the Jacobian of (v, a) by (q, v), frozen at the state, is restricted to the disturbances that keep the
/// constraints on positions and velocities; its eigenvalues are exact at an equilibrium and estimates of a
/// motion. Above kMostCoordinates only the largest one is estimated, by power iteration. The constraint rows
/// must be independent.
TimeScales timeScales(DaeSystem& system, const State& state);

inline constexpr int kMostCoordinates = 120;  ///< of which all modes are computed

}  // namespace holonom

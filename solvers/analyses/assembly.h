// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/analyses/start_changes.h"
#include "solvers/analyses/start_values.h"

namespace holonom {

/// Outcome of the analysis of the initial conditions.
struct Assembly {
  enum class Failure { None, NotFinite, OpenJoints, Contradiction, Velocities, Accelerations };
  bool consistent = false;
  Failure cause = Failure::None;
  std::string failure;  ///< what cannot be satisfied, by joint, and what to try
  /// of joints that stay open, worst first, or of constraints that contradict each other
  std::vector<int> failedRows;
  State state;                       ///< consistent q, v, a; λ of all rows (0 for rows left out)
  std::vector<int> independentRows;  ///< rows that the integrators use
  std::vector<int> redundantRows;    ///< rows left out, without those of open stops
  /// rows whose reactions are not unique, the ones left out among them; never normalisations
  std::vector<int> ambiguousRows;
  bool singularStart = false;
  bool immovable = false;  ///< a singular start that nothing can leave
  LargestChange positionCorrection, velocityCorrection;
  Vector givenGaps, givenVelocityGaps;  ///< residuals of the values as given, all rows (length m)
  double givenDriftPosition = 0, givenDriftVelocity = 0;  ///< largest residual of the values as given
  std::vector<std::string> warnings;
};

/// Consistent initial conditions (000 §1, Algorithm 1): redundant rows are named and left out, a singular
/// start is recognised by comparing the rank nearby on the constraint manifold, then position and velocity
/// (smallest change in the metric of M, weight 1e6 on exact values: start_metric.h), acceleration and
/// multipliers. Does not throw; failure is in the result.
/// Where the system has several charts it may be in another one behind.
Assembly assemble(DaeSystem& system, const InitialGuess& guess);

/// The same in the present chart, from positions that may be others than the given ones.
Assembly assembleFrom(DaeSystem& system, const InitialGuess& guess, const Vector& start);

/// The same some 1e-4 of the scales beside a singular configuration, which is known: rows count as dependent
/// where they would be everywhere, and no start is called singular.
Assembly assembleBeside(DaeSystem& system, const InitialGuess& guess);

}  // namespace holonom

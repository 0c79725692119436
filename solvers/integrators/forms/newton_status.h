// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/integrator.h"

namespace holonom {

/// How the outcome of the iteration appears in an attempt.
inline AttemptStatus statusOf(NewtonStatus status) {
  switch (status) {
    case NewtonStatus::Converged: return AttemptStatus::Success;
    case NewtonStatus::Slow: return AttemptStatus::NewtonSlow;
    case NewtonStatus::Diverged: return AttemptStatus::NewtonDiverged;
    case NewtonStatus::Singular: return AttemptStatus::SingularMatrix;
    case NewtonStatus::NotFinite: return AttemptStatus::NotFinite;
  }
  return AttemptStatus::NotFinite;
}

/// `tolerance`: of the iteration, relative to the local error tolerance, unless the settings have one.
inline NewtonSettings newtonSettings(const IntegratorSettings& settings, double tolerance = 1e-3) {
  NewtonSettings newton;
  newton.tolerance = settings.newtonTolerance > 0 ? settings.newtonTolerance : tolerance;
  newton.tightTolerance = 0.1 * newton.tolerance;
  newton.renewEachIteration = !settings.reuseJacobian;
  return newton;
}

/// A single iteration contracts nothing that could be seen; its rate is one carried over from the step
/// before.
inline double observedRate(const NewtonOutcome& outcome) { return outcome.iterations > 1 ? outcome.rate : 0; }

/// Whether the iteration went somewhere, but not where it should: then what it moved most tells about the
/// cause.
inline bool ranAway(NewtonStatus status) {
  return status == NewtonStatus::Slow || status == NewtonStatus::Diverged;
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "solvers/integrators/implicit_runge_kutta/stage_coefficients.h"
#include "solvers/integrators/integrator.h"

namespace holonom {

/// One of the methods of a family, and the tolerance from which on it is worth its larger systems.
struct StageMember {
  StageCoefficients coefficients;
  double paysBelow = 1;
};

/// The integrator of a family of methods with coupled stages, by rising order: error-controlled or with fixed
/// steps, order by the tolerance. `settings.fixedOrder` picks one of them.
std::unique_ptr<Integrator> makeStageMethod(DaeSystem& system, const IntegratorSettings& settings, Work& work,
                                            std::vector<StageMember> members);

/// Common to the descriptors of these methods. Velocities of index 3 are derivatives of the polynomials of
/// positions and have a lower order, which nearly singular constraints magnify. Behind an event a stiff
/// contact may begin, which large steps would damp away without an error to be seen: the steps begin small.
inline MethodProperties stageProperties(const IntegratorSettings& settings) {
  return {.firstStep = 1e-4, .startsItself = false, .nearestToSingular = settings.index == 3 ? 0.1 : 0.03};
}

}  // namespace holonom

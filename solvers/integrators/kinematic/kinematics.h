// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// Kinematic analysis as an integration method: nothing is integrated, every step solves C(q, t) = 0. The
/// system must have as many (independent) constraints as coordinates; throws std::logic_error otherwise.
std::unique_ptr<Integrator> makeKinematics(DaeSystem& system, const IntegratorSettings& settings, Work& work);
MethodDescriptor kinematicsMethod();

}  // namespace holonom

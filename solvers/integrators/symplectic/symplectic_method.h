// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/symplectic/variational_step.h"

namespace holonom {

/// The variational integrator of a discrete Lagrangian (variational_step.h): second order, time-reversible,
/// symplectic with steps of one size.
std::unique_ptr<Integrator> makeSymplecticMethod(DaeSystem& system, LagrangianAt at,
                                                 const IntegratorSettings& settings, Work& work);

}  // namespace holonom

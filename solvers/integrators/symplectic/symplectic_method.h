// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/method_descriptor.h"
#include "solvers/integrators/symplectic/variational_step.h"

namespace holonom {

inline constexpr MethodFamily kSymplectic{
    Text("Symplectic"),
    Text("Störmer followed particles of the aurora (1907) and Verlet molecules (1967) by formulas that keep "
         "areas in "
         "the space of positions and momenta, as the motion does. Andersen's RATTLE (1983) does so with "
         "constraints; variational integrators (Marsden and West, 2001) tell why the energy stays.")};

/// The variational integrator of a discrete Lagrangian (variational_step.h): second order, time-reversible,
/// symplectic with steps of one size.
std::unique_ptr<Integrator> makeSymplecticMethod(DaeSystem& system, LagrangianAt at,
                                                 const IntegratorSettings& settings, Work& work);

}  // namespace holonom

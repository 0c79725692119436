// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/method_descriptor.h"

namespace holonom {

inline constexpr MethodFamily kImplicitRungeKutta{
    Text("Implicit Runge–Kutta"),
    Text("Crank and Nicolson (1947) made the trapezoidal rule known, whose order 2 is the most that an "
         "A-stable multistep method can have (Dahlquist, 1963); stages pass that barrier, as those of "
         "Radau's quadrature by Butcher (1964) and Ehle (1969). RADAU5 of Hairer and Wanner (1991) made "
         "them the measure for stiff and constrained equations.")};

}  // namespace holonom

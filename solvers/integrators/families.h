// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// Those whose methods stand in several files.
inline constexpr MethodFamily kExplicitRungeKutta{
    Text("Explicit Runge–Kutta"),
    Text("Runge (1895), Heun (1900) and Kutta (1901) gave Euler's method intermediate stages, and with "
         "them a higher order. Since Fehlberg (1969) a second formula over the same stages tells the "
         "error; the pairs of Dormand and Prince (1980, 1981) are in use to this day.")};

inline constexpr MethodFamily kAdamsFamily{
    Text("Adams and other multistep formulas"),
    Text("Adams, who found Neptune from its pull on Uranus, integrated with polynomials through past "
         "rates; Bashforth published them in 1883, Moulton the correctors in 1926. Krogh (1969) and "
         "Shampine and Gordon (1975) let order and step follow the motion.")};

inline constexpr MethodFamily kImplicitRungeKutta{
    Text("Implicit Runge–Kutta"),
    Text("Crank and Nicolson (1947) made the trapezoidal rule known, whose order 2 is the most that an "
         "A-stable multistep method can have (Dahlquist, 1963); stages pass that barrier, as those of "
         "Radau's quadrature by Butcher (1964) and Ehle (1969). RADAU5 of Hairer and Wanner (1991) made "
         "them the measure for stiff and constrained equations.")};

}  // namespace holonom

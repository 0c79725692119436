// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/method_factory.h"

#include <stdexcept>

#include "solvers/integrators/bdf.h"
#include "solvers/integrators/explicit_method.h"
#include "solvers/integrators/generalized_alpha.h"

namespace holonom {

std::unique_ptr<Integrator> makeIntegrator(DaeSystem& system, const SimulationOptions& options, Work& work) {
  const IntegratorSettings settings{.rtol = usedRtol(options),
                                    .atol = usedAtol(options),
                                    .maxOrder = options.maxOrder,
                                    .rho = options.rho,
                                    .projectionFilter = options.projectionFilter,
                                    .reuseJacobian = options.reuseJacobian};
  if (options.method == "bdf")
    return options.index == 3 ? makeBdfIndex3(system, settings, work) : makeBdfIndex2(system, settings, work);
  if (options.method == "generalized-alpha") return makeGeneralizedAlphaIndex3(system, settings, work);
  if (options.method == "dop853") return makeDormandPrince8(system, settings, work);
  if (options.method == "dopri5") return makeDormandPrince5(system, settings, work);
  if (options.method == "rk4") return makeRungeKutta4(system, settings, work);
  if (options.method == "adams") return makeAdams(system, settings, work);
  if (options.method == "gbs") return makeGbs(system, settings, work);
  throw std::logic_error("no integrator for the method " + options.method);
}

}  // namespace holonom

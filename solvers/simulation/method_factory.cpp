// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/method_factory.h"

#include <stdexcept>

#include "solvers/integrators/bdf.h"
#include "solvers/integrators/generalized_alpha.h"

namespace holonom {

std::unique_ptr<Integrator> makeIntegrator(DaeSystem& system, const SimulationOptions& options, Work& work) {
  const IntegratorSettings settings{.rtol = usedRtol(options),
                                    .atol = usedAtol(options),
                                    .maxOrder = options.maxOrder,
                                    .rho = options.rho,
                                    .projectionFilter = options.projectionFilter,
                                    .reuseJacobian = options.reuseJacobian,
                                    .orderStrategy = options.orderStrategy,
                                    .bdfForm = options.bdfForm};
  if (options.method == "bdf")
    return options.index == 3   ? makeBdfIndex3(system, settings, work)
           : options.index == 2 ? makeBdfIndex2(system, settings, work)
                                : makeBdfIndex1(system, settings, work);
  if (options.method == "generalized-alpha") return makeGeneralizedAlphaIndex3(system, settings, work);
  throw std::logic_error("no integrator for the method " + options.method);
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/options/method_settings.h"

namespace holonom {

IntegratorSettings settingsOf(const SimulationOptions& options) {
  return {.index = options.index,
          .rtol = usedRtol(options),
          .atol = usedAtol(options),
          .maxOrder = options.fixedOrder > 0 ? options.fixedOrder : options.maxOrder,
          .fixedOrder = options.fixedOrder,
          .newtonTolerance = options.newtonTolerance,
          .rho = options.rho,
          .alpha = options.alpha,
          .gamma = options.gamma,
          .projectionFilter = options.projectionFilter,
          .stepCorrection = options.stepCorrection.value_or(options.index < 3),
          .reuseJacobian = options.reuseJacobian,
          .orderStrategy = options.orderStrategy,
          .bdfForm = options.bdfForm,
          .endProjection = options.endProjection,
          .blockStages = options.blockStages,
          .blockNodes = options.blockNodes,
          .blockNumerator = options.blockNumerator,
          .localRule = options.localRule,
          .nullSpace = options.nullSpace,
          .stabilisation = options.stabilisation,
          .baumgarteAlpha = options.baumgarteAlpha,
          .baumgarteBeta = options.baumgarteBeta,
          .penalty = options.penalty,
          .endTime = options.endTime,
          .fixedSteps = options.fixedStep > 0};
}

std::unique_ptr<Integrator> makeIntegrator(DaeSystem& system, const SimulationOptions& options, Work& work) {
  return methodOf(options).make(system, settingsOf(options), work);
}

}  // namespace holonom

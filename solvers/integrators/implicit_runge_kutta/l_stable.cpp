// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/l_stable.h"

#include "core/base/text.h"
#include "solvers/integrators/implicit_runge_kutta/stage_method.h"

namespace holonom {

MethodDescriptor lStableMethod() {
  using enum MethodOption;
  return {.name = "l-stable",
          .shortName = Text("L-stable blocks"),
          .label = Text("L-stable block method (2 to 6 stages)"),
          .indices = {2, 3, 1},
          .defaultRtol = 1e-6,
          .whenToChoose =
              Text("To study how the places of the stages and their number act on accuracy and damping; for "
                   "work the related Radau IIA is cheaper for the same error."),
          .create = [](DaeSystem& system, const IntegratorSettings& settings,
                       Work& work) -> std::unique_ptr<Integrator> {
            return makeStageMethod(
                system, settings, work,
                {{blockCoefficients(settings.blockStages, settings.blockNodes, settings.blockNumerator)}});
          },
          .options = {FixedStep, NewtonTolerance, EndProjection, BlockShape},
          .properties = stageProperties,
          .family = &kImplicitRungeKutta,
          .order = 5,
          .longRuns = LongRuns::Damped,
          .costPerStep = Text("an iteration, 2 to 6 stages")};
}

}  // namespace holonom

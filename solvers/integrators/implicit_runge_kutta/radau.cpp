// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/radau.h"

#include "core/base/text.h"
#include "solvers/integrators/implicit_runge_kutta/stage_method.h"

namespace holonom {

MethodDescriptor radauMethod() {
  using enum MethodOption;
  return {.name = "radau",
          .shortName = Text("Radau"),
          .label = Text("Radau IIA (orders 5, 9, 13)"),
          .indices = {2, 3, 1},
          .defaultRtol = 1e-6,
          .whenToChoose = Text(
              "For stiff models at tight tolerances: high order with full damping of what is faster than the "
              "steps. It needs no past: behind events it has its order at once."),
          .create = [](DaeSystem& system, const IntegratorSettings& settings,
                       Work& work) -> std::unique_ptr<Integrator> {
            return makeStageMethod(system, settings, work,
                                   {{radauOfStages(3)}, {radauOfStages(5), 3e-5}, {radauOfStages(7), 3e-8}});
          },
          .options = {FixedStep, FixedOrder, NewtonTolerance, EndProjection},
          .orders = {.least = 5, .most = 13, .apart = 4},
          .properties = stageProperties,
          .family = &kImplicitRungeKutta,
          .longRuns = LongRuns::Damped,
          .costPerStep = Text("an iteration, 3 to 7 stages")};
}

}  // namespace holonom

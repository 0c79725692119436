// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/radau.h"

#include "core/base/text.h"
#include "solvers/integrators/implicit_runge_kutta/stage_method.h"

namespace holonom {

namespace {

MethodFormula radauFormula(const IntegratorSettings& settings) {
  const int order = settings.fixedOrder > 0 ? settings.fixedOrder : 5;
  return {{"Y_i = y_n + h Σ_{j=1}^{s} a_{ij} f(t_n + c_j h, Y_j)", "y_{n+1} = Y_s"},
          tableauOf(radauOfStages((order + 1) / 2))};
}

}  // namespace

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
          .source = Text("E. Hairer, G. Wanner, Stiff differential equations solved by Radau methods, J. "
                         "Comput. Appl. Math. 111 (1999) 93–111"),
          .formula = radauFormula,
          .create = [](DaeSystem& system, const IntegratorSettings& settings,
                       Work& work) -> std::unique_ptr<Integrator> {
            return makeStageMethod(system, settings, work,
                                   {{radauOfStages(3)}, {radauOfStages(5), 3e-5}, {radauOfStages(7), 3e-8}});
          },
          .options = {FixedStep, FixedOrder, NewtonTolerance, ReuseJacobian, EndProjection},
          .orders = {.least = 5, .most = 13, .apart = 4},
          .properties = stageProperties,
          .family = &kImplicitRungeKutta,
          .longRuns = LongRuns::Damped,
          .costPerStep = Text("an iteration, 3 to 7 stages")};
}

}  // namespace holonom

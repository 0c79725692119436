// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/l_stable.h"

#include "core/base/text.h"
#include "solvers/integrators/implicit_runge_kutta/stage_method.h"

namespace holonom {

namespace {

MethodFormula lStableFormula(const IntegratorSettings& settings) {
  return {{"Y_i = y_n + h d_i ẏ_n + h Σ_{j=1}^{s} a_{ij} Ẏ_j", "y_{n+1} = Y_s"},
          tableauOf(blockCoefficients(settings.blockStages, settings.blockNodes, settings.blockNumerator))};
}

}  // namespace

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
          .source = Text("B. Li, J. Ding, Y. Li, An L-stable method for differential-algebraic equations of "
                         "multibody system dynamics (in Chinese), Appl. Math. Mech. 40 (2019) 768–779"),
          .formula = lStableFormula,
          .create = [](DaeSystem& system, const IntegratorSettings& settings,
                       Work& work) -> std::unique_ptr<Integrator> {
            return makeStageMethod(
                system, settings, work,
                {{blockCoefficients(settings.blockStages, settings.blockNodes, settings.blockNumerator)}});
          },
          .options = {FixedStep, NewtonTolerance, ReuseJacobian, EndProjection, BlockShape},
          .properties = stageProperties,
          .family = &kImplicitRungeKutta,
          .order = 6,  // of four stages, two-less, at index 2 and 1
          .longRuns = LongRuns::Damped,
          .costPerStep = Text("an iteration, 2 to 6 stages")};
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/symplectic/variational_midpoint.h"

#include "solvers/integrators/symplectic/symplectic_method.h"

namespace holonom {

/// The variational integrator of the discrete Lagrangian by the midpoint rule (variational_step.h): without
/// constraints, and with constant M, the implicit midpoint rule.
MethodDescriptor variationalMidpointMethod() {
  return {
      .name = "variational-midpoint",
      .shortName = Text("Variational midpoint"),
      .label = Text("Variational midpoint rule (symplectic, second order)"),
      .indices = {3},
      .defaultRtol = 1e-6,
      .whenToChoose = Text(
          "As RATTLE, where springs are stiff: fixed steps may be long beside their vibrations, which are "
          "kept as they are."),
      .source = Text("J. E. Marsden, M. West, Acta Numerica 10 (2001) 357–514; S. Leyendecker, J. E. "
                     "Marsden, M. Ortiz, ZAMM 88 (2008) 677–708"),
      .formula = [](const IntegratorSettings&) -> MethodFormula {
        return {{"w = (q_{n+1} − q_n) / h,   q_m = (q_n + q_{n+1}) / 2",
                 "M w = M v_n + (h/2) (Q(q_m, w) − C_q(q_n)^T λ),   C(q_{n+1}) = 0",
                 "M v_{n+1} = M w + (h/2) (Q(q_m, w) − C_q(q_{n+1})^T μ),   C_q v_{n+1} + C_t = 0"}};
      },
      .create = [](DaeSystem& system, const IntegratorSettings& settings,
                   Work& work) { return makeSymplecticMethod(system, LagrangianAt::Middle, settings, work); },
      .options = {MethodOption::FixedStep, MethodOption::ReuseJacobian},
      .properties =
          [](const IntegratorSettings&) {
            // the error test wants a past
            return MethodProperties{.startsItself = false};
          },
      .family = &kSymplectic,
      .order = 2,
      .stiff = StiffSteps::Long,
      .longRuns = LongRuns::Bounded,
      .costPerStep = Text("an iteration to rounding")};
}

}  // namespace holonom

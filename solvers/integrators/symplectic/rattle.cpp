// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/symplectic/rattle.h"

#include "solvers/integrators/symplectic/symplectic_method.h"

namespace holonom {

/// RATTLE (Andersen, J. Comput. Phys. 1983) as the variational integrator of the trapezoidal discrete
/// Lagrangian. With constant M the two are the same:
///     M w = M v₀ + h/2 (Q(q₀) − C_q(q₀)ᵀ λ),   q₁ = q₀ + h w,   C(q₁) = 0,
///     M v₁ = M w + h/2 (Q(q₁) − C_q(q₁)ᵀ μ),   C_q(q₁) v₁ = 0;
/// where M depends on q this form stays symplectic (variational_step.h).
MethodDescriptor rattleMethod() {
  return {
      .name = "rattle",
      .shortName = Text("RATTLE"),
      .label = Text("RATTLE (symplectic, second order)"),
      .indices = {3},
      .defaultRtol = 1e-6,
      .whenToChoose =
          Text("Very long runs of mechanisms without friction, with a fixed step: the energy stays bounded. "
               "Where springs are stiff, steps must be small beside their vibrations."),
      .source = Text("H. C. Andersen, J. Comput. Phys. 52 (1983) 24–34; J. E. Marsden, M. West, Acta "
                     "Numerica 10 (2001) 357–514"),
      .formula = [](const IntegratorSettings&) -> MethodFormula {
        return {{"w = (q_{n+1} − q_n) / h",
                 "M w = M v_n + (h/2) (Q(q_n, w) − C_q(q_n)^T λ),   C(q_{n+1}) = 0",
                 "M v_{n+1} = M w + (h/2) (Q(q_{n+1}, w) − C_q(q_{n+1})^T μ),   C_q v_{n+1} + C_t = 0"}};
      },
      .create = [](DaeSystem& system, const IntegratorSettings& settings,
                   Work& work) { return makeSymplecticMethod(system, LagrangianAt::Ends, settings, work); },
      .options = {MethodOption::FixedStep, MethodOption::ReuseJacobian},
      .properties =
          [](const IntegratorSettings&) {
            // the error test wants a past; forces of position act explicitly
            return MethodProperties{.startsItself = false, .limitedByStability = true};
          },
      .family = &kSymplectic,
      .order = 2,
      .stiff = StiffSteps::FastDampers,
      .longRuns = LongRuns::Bounded,
      .costPerStep = Text("an iteration to rounding")};
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
// The members of the generalized-α family: they differ in their parameters.
#include "core/base/text.h"
#include "solvers/integrators/alpha/generalized_alpha.h"

namespace holonom {
namespace {

using Parameters = GeneralizedAlphaParameters;

Parameters generalizedAlpha(const IntegratorSettings& settings) {
  return Parameters::fromSpectralRadius(settings.rho);
}
Parameters hht(const IntegratorSettings& settings) { return Parameters::hht(settings.alpha); }
Parameters newmark(const IntegratorSettings& settings) { return Parameters::newmark(settings.gamma); }

template <Parameters of(const IntegratorSettings&)>
std::unique_ptr<Integrator> create(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return makeGeneralizedAlpha(system, settings.index, of(settings), settings, work);
}

template <Parameters of(const IntegratorSettings&)>
MethodFormula formula(const IntegratorSettings& settings) {
  const Parameters p = of(settings);
  return {{"(1 − α_m) a_{n+1} + α_m a_n = (1 − α_f) q̈_{n+1} + α_f q̈_n",
           "q_{n+1} = q_n + h v_n + h^2 ((½ − β) a_n + β a_{n+1})",
           "v_{n+1} = v_n + h ((1 − γ) a_n + γ a_{n+1})"},
          {},
          CoefficientTable{{"α_m", "α_f", "β", "γ", "ρ_∞"},
                           {{p.alphaM, p.alphaF, p.beta, p.gamma, p.spectralRadius()}}}};
}

MethodProperties properties(const IntegratorSettings& settings) {
  return {.firstStep = 1e-4, .judgesVelocities = settings.index < 3};
}

/// `option`: that sets the damping, at its value for none.
std::string warningOf(const Parameters& parameters, int index, Text option) {
  if (parameters.spectralRadius() <= (index == 3 ? 0.95 : 0.99)) return "";
  return tr(
      "With so little damping ({}) the noise of the reactions lives on, most of all at index 3: the run may "
      "need very many steps. Generalized-α with ρ up to 0.9 keeps second order and damps it.",
      option);
}

}  // namespace

constexpr MethodFamily kNewmarkFamily{
    Text("Newmark and generalized-α"),
    Text("Newmark's formulas (1959) became those of structural dynamics; with the damping of Hilber, "
         "Hughes and Taylor (1977) and of Chung and Hulbert (1993) they take the noise of fine meshes away "
         "and keep their second order. Arnold and Brüls (2007) showed the same for mechanisms with "
         "constraints.")};

MethodDescriptor generalizedAlphaMethod() {
  using enum MethodOption;
  return {.name = "generalized-alpha",
          .shortName = Text("Generalized-α"),
          .label = Text("Generalized-α (second order)"),
          .indices = {3, 2, 1},
          .defaultRtol = 1e-6,
          .whenToChoose =
              Text("For vibrating and less smooth models: robust second order with adjustable damping of "
                   "high frequencies, index 2 for smooth reactions and velocities (index 3 tests positions "
                   "only: where accelerations matter, give it a tolerance about a hundred times tighter than "
                   "BDF), index 1 when accelerations must fit the joints, too."),
          .source = Text("J. Chung, G. M. Hulbert, J. Appl. Mech. 60 (1993) 371–375; with constraints: "
                         "H. Ren, P. Zhou, Implementation details of DAE integrators for multibody system "
                         "dynamics (in Chinese), 2020, doi:10.6052/1672-6553-2020-098, §3"),
          .formula = formula<generalizedAlpha>,
          .create = create<generalizedAlpha>,
          .options = {Rho, FixedStep, NewtonTolerance, ReuseJacobian, StepCorrection},
          .properties = properties,
          .family = &kNewmarkFamily,
          .order = 2,
          .longRuns = LongRuns::Damped,
          .costPerStep = Text("an iteration, one system"),
          .warning = [](const IntegratorSettings& settings) {
            return warningOf(generalizedAlpha(settings), settings.index, Text("ρ close to 1"));
          }};
}

MethodDescriptor hhtMethod() {
  using enum MethodOption;
  return {.name = "hht",
          .shortName = Text("HHT"),
          .label = Text("HHT (second order)"),
          .indices = {3, 2, 1},
          .defaultRtol = 1e-6,
          .whenToChoose = Text("Like generalized-α, with its damping set by α; for comparison with the many "
                               "programs that offer HHT."),
          .source = Text("H. M. Hilber, T. J. R. Hughes, R. L. Taylor, Earthquake Eng. Struct. Dyn. 5 (1977) "
                         "283–292; with constraints: "
                         "H. Ren, P. Zhou, Implementation details of DAE integrators for multibody system "
                         "dynamics (in Chinese), 2020, doi:10.6052/1672-6553-2020-098, §3"),
          .formula = formula<hht>,
          .create = create<hht>,
          .options = {Alpha, FixedStep, NewtonTolerance, ReuseJacobian, StepCorrection},
          .properties = properties,
          .family = &kNewmarkFamily,
          .order = 2,
          .longRuns = LongRuns::Damped,
          .costPerStep = Text("an iteration, one system"),
          .warning = [](const IntegratorSettings& settings) {
            return warningOf(hht(settings), settings.index, Text("α close to 0"));
          }};
}

MethodDescriptor newmarkMethod() {
  using enum MethodOption;
  return {.name = "newmark",
          .shortName = Text("Newmark"),
          .label = Text("Newmark (first or second order)"),
          .indices = {3, 2, 1},
          .defaultRtol = 1e-6,
          .whenToChoose = Text("The classic of structural dynamics, for comparison and teaching: γ = ½ keeps "
                               "energy but not the noise of reactions away, larger γ damps at the price of "
                               "first order and many steps: not for tight tolerances, whose errors add up."),
          .source = Text("N. M. Newmark, A method of computation for structural dynamics, J. Eng. Mech. Div. "
                         "ASCE 85 (1959) 67–94; with constraints: "
                         "H. Ren, P. Zhou, Implementation details of DAE integrators for multibody system "
                         "dynamics (in Chinese), 2020, doi:10.6052/1672-6553-2020-098, §3"),
          .formula = formula<newmark>,
          .create = create<newmark>,
          .options = {Gamma, FixedStep, NewtonTolerance, ReuseJacobian},
          .properties = properties,
          .family = &kNewmarkFamily,
          .order = 1,
          .longRuns = LongRuns::Damped,
          .costPerStep = Text("an iteration, one system"),
          .warning = [](const IntegratorSettings& settings) {
            return warningOf(newmark(settings), settings.index, Text("γ close to 0.5"));
          }};
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/method_factory.h"

#include <optional>
#include <stdexcept>

#include "solvers/integrators/alpha/generalized_alpha.h"
#include "solvers/integrators/automatic/automatic.h"
#include "solvers/integrators/bdf/bdf.h"
#include "solvers/integrators/explicit/explicit_method.h"
#include "solvers/integrators/implicit_runge_kutta/trapezoidal.h"
#include "solvers/integrators/kinematic/kinematics.h"
#include "solvers/integrators/stabilised/stabilised_method.h"
#include "solvers/reference/ida.h"

namespace holonom {
namespace {

std::optional<GeneralizedAlphaParameters> alphaParameters(const SimulationOptions& options) {
  if (options.method == "generalized-alpha")
    return GeneralizedAlphaParameters::fromSpectralRadius(options.rho);
  if (options.method == "hht") return GeneralizedAlphaParameters::hht(options.alpha);
  if (options.method == "newmark") return GeneralizedAlphaParameters::newmark(options.gamma);
  return std::nullopt;
}

std::string optionOfDamping(const std::string& method) {
  return method == "generalized-alpha" ? "ρ close to 1" : method == "hht" ? "α close to 0" : "γ close to 0.5";
}

}  // namespace

std::unique_ptr<Integrator> makeIntegrator(DaeSystem& system, const SimulationOptions& options, Work& work) {
  const IntegratorSettings settings{
      .rtol = usedRtol(options),
      .atol = usedAtol(options),
      .maxOrder = options.fixedOrder > 0 ? options.fixedOrder : options.maxOrder,
      .fixedOrder = options.fixedOrder,
      .newtonTolerance = options.newtonTolerance,
      .projectionFilter = options.projectionFilter,
      .stepCorrection = options.stepCorrection.value_or(options.index < 3),
      .reuseJacobian = options.reuseJacobian,
      .orderStrategy = options.orderStrategy,
      .bdfForm = options.bdfForm,
      .stabilisation = options.stabilisation,
      .baumgarteAlpha = options.baumgarteAlpha,
      .baumgarteBeta = options.baumgarteBeta,
      .penalty = options.penalty};
  if (options.method == "bdf") return makeBdf(system, options.index, settings, work);
  if (const auto parameters = alphaParameters(options))
    return makeGeneralizedAlpha(system, options.index, *parameters, settings, work);
  if (options.method == "trapezoidal") return makeTrapezoidal(system, options.index, settings, work);
  if (options.method == "dop853") return makeDormandPrince8(system, settings, work);
  if (options.method == "dopri5") return makeDormandPrince5(system, settings, work);
  if (options.method == "rk4") return makeRungeKutta4(system, settings, work);
  if (options.method == "adams") return makeAdams(system, settings, work);
  if (options.method == "gbs") return makeGbs(system, settings, work);
  if (options.method == "rkc") return makeRkc(system, settings, work);
  if (options.method == "eserk4") return makeEserk4(system, settings, work);
#ifdef HOLONOM_HAS_IDA
  if (options.method == "ida") return makeIda(system, options.index, settings, work);
#endif
  if (options.method == "auto") return makeAutomatic(system, settings, work);
  if (options.method == "kinematics") return makeKinematics(system, settings, work);
  throw std::logic_error("no integrator for the method " + options.method);
}

std::string methodRefusal(const SimulationOptions& options, const DaeSystem& system,
                          int independentConstraints, bool singularStart) {
  if (options.method != "kinematics") return "";
  if (system.holonomicCount() < system.constraintCount())
    return "Kinematic analysis finds positions from constraints on positions, and " +
           system.constraintName(system.holonomicCount()) +
           " constrains velocities only. Choose another method, such as BDF (bdf).";
  const int mobility = system.coordinateCount() - independentConstraints;
  if (mobility == 0) return "";
  const std::string free =
      std::to_string(mobility) + (mobility == 1 ? " degree of freedom" : " degrees of freedom");
  if (singularStart)
    return "The start is a singular position, in which the mechanism has " + free +
           " for a moment: its constraints and drivers do not say how it goes on. Start the drivers from "
           "another position, or "
           "choose another method, such as BDF (bdf).";
  return "Kinematic analysis needs a mechanism whose whole motion is prescribed, and this one has " + free +
         " (mobility " + std::to_string(mobility) + "). Add " + std::to_string(mobility) +
         (mobility == 1 ? " driver" : " drivers") + ", or choose another method, such as BDF (bdf).";
}

bool beginsFromPast(const SimulationOptions& options) { return options.method == "bdf"; }

std::string methodWarning(const SimulationOptions& options) {
  const auto parameters = alphaParameters(options);
  if (!parameters || parameters->spectralRadius() <= (options.index == 3 ? 0.95 : 0.99)) return "";
  return "With so little damping (" + optionOfDamping(options.method) +
         ") the noise of the reactions lives on, most of all at index 3: the run may need very many steps. "
         "Generalized-α "
         "with ρ up to 0.9 keeps second order and damps it.";
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/automatic/chosen_method.h"

#include <algorithm>
#include <cmath>

#include "solvers/integrators/alpha/generalized_alpha.h"
#include "solvers/integrators/bdf/bdf.h"
#include "solvers/integrators/explicit/explicit_method.h"
#include "solvers/integrators/kinematic/kinematics.h"

namespace holonom {
namespace {

using Method = MethodChoice::Method;

constexpr double kMatrixWork = 3;  // Jacobian and LU of an implicit form
constexpr double kResidualWork = 0.8, kAlphaResidualWork = 0.5;

std::unique_ptr<Integrator> makeAlpha(int index, DaeSystem& system, IntegratorSettings settings, Work& work) {
  constexpr double kSpectralRadius = 0.8;
  settings.atol *= alphaTolerance(settings.rtol) / settings.rtol;
  settings.rtol = alphaTolerance(settings.rtol);
  settings.stepCorrection = index < 3;
  const auto parameters = GeneralizedAlphaParameters::fromSpectralRadius(kSpectralRadius);
  return makeGeneralizedAlpha(system, index, parameters, settings, work);
}

}  // namespace

std::unique_ptr<Integrator> makeChosen(const MethodChoice& choice, DaeSystem& system,
                                       const IntegratorSettings& settings, Work& work) {
  switch (choice.method) {
    case Method::Kinematics: return makeKinematics(system, settings, work);
    case Method::DormandPrince5: return makeDormandPrince5(system, settings, work);
    case Method::DormandPrince8: return makeDormandPrince8(system, settings, work);
    case Method::GraggBulirschStoer: return makeGbs(system, settings, work);
    case Method::Bdf: return makeBdf(system, choice.index, settings, work);
    case Method::GeneralizedAlpha: return makeAlpha(choice.index, system, settings, work);
  }
  return nullptr;
}

double alphaTolerance(double rtol) {
  constexpr double kSame = 1e-2;
  return rtol * std::sqrt(std::min(1.0, rtol / kSame));
}

double workOf(const MethodChoice& choice, const Work& counted) {
  if (isExplicit(choice.method)) return static_cast<double>(counted.factorizations);
  const bool light = choice.method == Method::GeneralizedAlpha && choice.index == 3;
  return (light ? kAlphaResidualWork : kResidualWork) * static_cast<double>(counted.residuals) +
         kMatrixWork * static_cast<double>(counted.factorizations);
}

ExplicitStep explicitStep(Method method, int order, bool oscillatory) {
  switch (method) {
    case Method::DormandPrince5: return {6, oscillatory ? 1.0 : 3.25};
    case Method::DormandPrince8: return {12, oscillatory ? 3.0 : 6.1};
    default: return {0.25 * order * order + 0.5 * order, (oscillatory ? 0.4 : 0.7) * order};
  }
}

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/automatic/chosen_method.h"

#include <algorithm>
#include <cmath>

#include "solvers/integrators/alpha/generalized_alpha.h"
#include "solvers/integrators/bdf/bdf.h"
#include "solvers/integrators/explicit/explicit_method.h"
#include "solvers/integrators/implicit_runge_kutta/radau.h"
#include "solvers/integrators/kinematic/kinematics.h"

namespace holonom {
namespace {

using Method = MethodChoice::Method;

constexpr double kMatrixWork = 3;  // Jacobian and LU of an implicit form
constexpr double kResidualWork = 0.8, kLightResidualWork = 0.5;

IntegratorSettings alphaSettings(IntegratorSettings settings) {
  settings.atol *= alphaTolerance(settings.rtol) / settings.rtol;
  settings.rtol = alphaTolerance(settings.rtol);
  settings.stepCorrection = settings.index < 3;
  settings.rho = IntegratorSettings{}.rho;
  return settings;
}

}  // namespace

MethodDescriptor descriptorOf(Method method) {
  switch (method) {
    case Method::Kinematics: return kinematicsMethod();
    case Method::DormandPrince5: return dormandPrince5Method();
    case Method::DormandPrince8: return dormandPrince8Method();
    case Method::GraggBulirschStoer: return gbsMethod();
    case Method::Bdf: return bdfMethod();
    case Method::GeneralizedAlpha: return generalizedAlphaMethod();
    case Method::Radau: return radauMethod();
  }
  return {};
}

std::unique_ptr<Integrator> makeChosen(const MethodChoice& choice, DaeSystem& system,
                                       const IntegratorSettings& settings, Work& work) {
  IntegratorSettings own = settings;
  own.index = choice.index;
  if (choice.method == Method::GeneralizedAlpha) own = alphaSettings(own);
  return descriptorOf(choice.method).make(system, own, work);
}

double alphaTolerance(double rtol) {
  constexpr double kSame = 1e-2;
  return rtol * std::sqrt(std::min(1.0, rtol / kSame));
}

double workOf(const MethodChoice& choice, const Work& counted) {
  if (isExplicit(choice.method)) return static_cast<double>(counted.factorizations);
  const bool light = choice.method != Method::Bdf && choice.index == 3;
  return (light ? kLightResidualWork : kResidualWork) * static_cast<double>(counted.residuals) +
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "solvers/integrators/integrator.h"

namespace holonom {

/// Parameters of the generalized-α family by the spectral radius ρ ∈ [0, 1] (000, eq. (18), (27)).
struct GeneralizedAlphaParameters {
  double alphaM, alphaF, eta, gamma, beta;
  static GeneralizedAlphaParameters fromSpectralRadius(double rho);
};

std::unique_ptr<Integrator> makeGeneralizedAlphaIndex3(DaeSystem& system, const IntegratorSettings& settings,
                                                       Work& work);

}  // namespace holonom

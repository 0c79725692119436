// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>

#include "solvers/integrators/automatic/method_choice.h"
#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// What the automatic choice knows about the methods that it picks from. Work is counted in evaluations of an
/// explicit method, each with its LU; not timed, so that the same input takes the same steps. The figures are
/// medians of CPU times over the problems of the benchmark and the examples.

MethodDescriptor descriptorOf(MethodChoice::Method method);

std::unique_ptr<Integrator> makeChosen(const MethodChoice& choice, DaeSystem& system,
                                       const IntegratorSettings& settings, Work& work);

/// rtol for generalized-α where BDF is given `rtol`: its global error is ∝ rtol^(2/3), that of the others ∝
/// rtol.
double alphaTolerance(double rtol);

/// Work done, of which the counters must come from this method alone.
double workOf(const MethodChoice& choice, const Work& counted);

/// of a step with its share of the factorisations
constexpr double kBdfStepWork = 3.2, kAlphaStepWork = 1.8, kRadauStepWork = 17;

/// Of dop853 for each radian of a vibration, or each time constant of a decay, that limits its steps, with
/// the rejected ones. Other explicit methods take more. At tolerances that limit its steps sooner than its
/// stability does they grow shorter with its order.
inline double followingWork(double rtol) {
  constexpr double kLeast = 3, kStable = 1e-8, kOrder = 8;
  return kLeast * std::max(1.0, std::pow(kStable / rtol, 1 / kOrder));
}

/// An explicit step: its work, and h |λ| to which the choice lets it go on the negative real axis, or on the
/// imaginary one for a vibration; for that of dop853 and gbs it is less than they are stable for.
struct ExplicitStep {
  double work, limit;
};
ExplicitStep explicitStep(MethodChoice::Method method, int order, bool oscillatory);

}  // namespace holonom

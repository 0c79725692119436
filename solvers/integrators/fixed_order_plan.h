// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/base/text.h"
#include "solvers/integrators/integrator.h"

namespace holonom {

/// Step plans of a method of fixed order behind a step h that could have been `growth` times as large.
inline StepPlan planAfterStep(double h, double growth, int order) {
  return {std::min(growth, 2.0) * h, order,
          order == 2   ? Text("second order")
          : order == 1 ? Text("first order")
                       : Text("fixed order")};
}

/// The same behind the `failures`-th attempt at a step, which was rejected.
inline StepPlan planAfterRejection(const Attempt& attempt, int failures, double h, double growth, int order) {
  if (attempt.status != AttemptStatus::ErrorTooLarge)
    return {0.25 * h, order, Text("Newton iteration failed")};
  return {std::clamp(failures == 1 ? growth : growth * 5 / 9, 0.1, 0.9) * h, order,
          Text("error test failed")};
}

}  // namespace holonom

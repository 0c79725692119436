// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/integrator.h"

namespace holonom {

/// What is known about a finished attempt of order k: norms e^j = ‖∇^{j+1} x_{n+1}‖ and constants c_e^j for the orders
/// k−1, k, k+1.
struct BdfErrors {
  int order = 1;
  double h = 0;
  double lower = 0, present = 0, higher = 0;                          ///< e^{k−1}, e^k, e^{k+1}
  double lowerConstant = 1, presentConstant = 1, higherConstant = 1;  ///< c_e
  bool higherKnown = false;                                           ///< enough history for order k+1
};

/// Next step and order after success: 000, Algorithm 4 f, g, j (DIFSUB's safety factors, growth limits and stability
/// test of Skelboe, raising the order only while differences fall). A pure function of its arguments.
StepPlan planAfterSuccess(const BdfErrors& errors, int maxOrder);

/// The same after the error test failed for the `failures`-th time in this step (Algorithm 4 h).
StepPlan planAfterErrorFailure(const BdfErrors& errors, int failures);

}  // namespace holonom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/bdf/bdf_history.h"
#include "solvers/integrators/integrator.h"

namespace holonom {

/// What is known about a finished attempt of order k: norms e^j = ‖∇^{j+1} x_{n+1}‖ for the orders k−2 … k+1
/// and the constants c_e^j.
struct BdfErrors {
  int order = 1;
  int leastOrder = 1;  ///< a lower one is no choice for the sake of a larger step
  double h = 0;
  double lower = 0, present = 0, higher = 0;                          ///< e^{k−1}, e^k, e^{k+1}
  double lowerConstant = 1, presentConstant = 1, higherConstant = 1;  ///< c_e
  bool higherKnown = false;                                           ///< enough history for order k+1
  double lowest = 0;  ///< e^{k−2} for k ≥ 2; only where needsLowest()
  /// ℓ = h_n/h_{n−1} · (h_n + h_{n−1})/(h_{n−1} + h_{n−2}); Stewart's measure of growing steps
  double stepChange = 1;
};

/// What else `errors` of order k and with higherKnown tell, by norm(j) = ‖∇^j x‖ of the step in the making.
template <typename Norm>
void judgeNeighbours(const BdfHistory& history, const Norm& norm, BdfErrors& errors) {
  const int k = errors.order;
  errors.lower = k > 1 ? norm(k) : errors.present;
  errors.lowerConstant = k > 1 ? history.errorConstant(k - 1) : 1;
  if (!errors.higherKnown) return;
  errors.higher = norm(k + 2);
  errors.higherConstant = history.errorConstant(k + 1);
  errors.stepChange = history.stepChange();
}

/// Whether the strategy looks at e^{k−2}: a further norm, which costs a filtering for index 3.
inline bool needsLowest(OrderStrategy strategy) { return strategy == OrderStrategy::Dassl; }

/// Next step and order after success: 000, Algorithm 4 f, g, j, with the rules of the strategy. A pure
/// function of its arguments. The combination (DIFSUB's safety factors, stability test of Skelboe, raising
/// the order only while differences fall) is the paper's own choice.
StepPlan planAfterSuccess(const BdfErrors& errors, int maxOrder,
                          OrderStrategy strategy = OrderStrategy::Combined);

/// The plan for a step of size h that something else keeps below the planned one: a largest step, an event, a
/// sample. Size is no longer what orders are compared by; of those that may be taken and reach h the one with
/// the smallest error at h is the best. A low order would fill the size with its error, in every step anew.
StepPlan planForSmallerStep(const BdfErrors& errors, const StepPlan& planned, double h, int maxOrder,
                            OrderStrategy strategy = OrderStrategy::Combined);

/// Size by the error of the only order to use; from below it climbs with each step.
StepPlan planAtOrder(const BdfErrors& errors, int order, OrderStrategy strategy = OrderStrategy::Combined);

/// The same after the error test failed for the `failures`-th time in this step (Algorithm 4 h).
StepPlan planAfterErrorFailure(const BdfErrors& errors, int failures,
                               OrderStrategy strategy = OrderStrategy::Combined);

}  // namespace holonom

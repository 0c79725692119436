// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/bdf/bdf_step_control.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/text.h"
#include "solvers/integrators/bdf/bdf_history.h"

namespace holonom {
namespace {

using Reason = OrderReason::Kind;

/// Largest stable growth of the step by order (Skelboe; 000, Table 1), index = order. Of order 6, which is
/// used alone and may grow step after step, what it bears in all of them: with steps in a constant ratio its
/// roots are within the unit circle up to 1.044.
constexpr std::array<double, kMaxBdfOrder + 1> kGrowth = {1, 1e4, 2.6, 1.9, 1.5, 1.2, 1.04};
/// Instability threshold s_k (Skelboe; 000, Table 2); of order 6, which has none there, where differences
/// grow.
constexpr std::array<double, kMaxBdfOrder + 1> kInstability = {0, 0, 0, 0.59, 0.65, 0.89, 1};

struct Candidates {
  double lower = 0, present = 0, higher = 0;  // step sizes
};

double stepFor(int order, double h, double constant, double norm, double safety) {
  const double error = std::pow(std::max(constant * norm, 1e-30), 1.0 / (order + 1));
  return std::min(h / (safety * error), h * kGrowth[order]);
}

/// DIFSUB holds the order by larger factors for a change (85); DASSL's 1/k + √2 falls with the order that is
/// judged.
double safetyFactor(OrderStrategy strategy, int order, int present) {
  if (strategy == OrderStrategy::Dassl) return 1.0 / order + std::numbers::sqrt2;
  return order < present ? 1.3 : order == present ? 1.2 : 1.4;
}

Candidates candidates(const BdfErrors& e, OrderStrategy strategy) {
  const int k = e.order;
  const auto safety = [&](int order) { return safetyFactor(strategy, order, k); };
  Candidates c;
  c.present = stepFor(k, e.h, e.presentConstant, e.present, safety(k));
  if (k > 1) c.lower = stepFor(k - 1, e.h, e.lowerConstant, e.lower, safety(k - 1));
  if (e.higherKnown) c.higher = stepFor(k + 1, e.h, e.higherConstant, e.higher, safety(k + 1));
  return c;
}

bool unstable(const BdfErrors& e, OrderStrategy strategy) {
  const bool tested = strategy == OrderStrategy::Combined || strategy == OrderStrategy::Skelboe;
  return tested && e.order >= 3 && e.present > kInstability[e.order] * e.lower;
}

bool mayRise(const BdfErrors& e, OrderStrategy strategy) {
  const bool falling = e.present <= e.lower && e.higher <= e.present;
  switch (strategy) {
    case OrderStrategy::Combined: return falling;
    case OrderStrategy::Dassl: return e.order < 2 || (falling && e.lower <= e.lowest);
    case OrderStrategy::Stewart: return e.stepChange * e.higher < std::max(e.present, 0.9 * e.lower);
    case OrderStrategy::Difsub:
    case OrderStrategy::Skelboe: return true;
  }
  return true;
}

/// Error of order j at size h in tolerances, the safety of its size in it: where sizes decide it is 1 at the
/// size. Infinite where order j may not grow so far.
double errorAt(double h, const BdfErrors& e, int order, double constant, double norm,
               OrderStrategy strategy) {
  if (h > e.h * kGrowth[order]) return std::numeric_limits<double>::infinity();
  return constant * norm * std::pow(safetyFactor(strategy, order, e.order) * h / e.h, order + 1);
}

StepPlan lowerForStability(const BdfErrors& e, double h) {
  StepPlan plan{h, e.order - 1, {Reason::Lower, Text("differences grow (high-order stability)")}};
  plan.loweredForStability = true;
  return plan;
}

}  // namespace

StepPlan planAfterSuccess(const BdfErrors& e, int maxOrder, OrderStrategy strategy) {
  const Candidates c = candidates(e, strategy);
  if (unstable(e, strategy)) return lowerForStability(e, c.lower);
  if (e.order > maxOrder) return {c.lower, e.order - 1, {Reason::Lower, Text("maximal order")}};
  StepPlan plan{c.present, e.order, {Reason::Kept, Text("kept")}};
  if (c.lower > plan.h && e.order > e.leastOrder)
    plan = {c.lower, e.order - 1, {Reason::Lower, Text("larger step")}};
  if (!e.higherKnown || e.order >= maxOrder || c.higher <= plan.h) return plan;
  if (mayRise(e, strategy)) return {c.higher, e.order + 1, {Reason::Higher, Text("larger step")}};
  if (plan.order == e.order) plan.reason = {Reason::Kept, Text("differences do not fall, no higher order")};
  return plan;
}

StepPlan planForSmallerStep(const BdfErrors& e, const StepPlan& planned, double h, int maxOrder,
                            OrderStrategy strategy) {
  const int k = e.order;
  if (planned.loweredForStability || k > maxOrder) return {h, planned.order, planned.reason};
  const auto error = [&](int order, double constant, double norm) {
    return errorAt(h, e, order, constant, norm, strategy);
  };
  const double present = error(k, e.presentConstant, e.present);
  StepPlan plan{h, k, {Reason::Kept, Text("least error at the size allowed")}};
  double least = present;
  if (k > e.leastOrder && k > 1) {
    const double lower = error(k - 1, e.lowerConstant, e.lower);
    if (lower < least)
      plan = {h, k - 1, {Reason::Lower, Text("less error at the size allowed")}}, least = lower;
  }
  constexpr double kSteady =
      0.9;  // of the size before: what shortens steps from one to the next is no smooth motion
  if (!e.higherKnown || k >= maxOrder || h < kSteady * e.h || !mayRise(e, strategy)) return plan;
  const double higher = error(k + 1, e.higherConstant, e.higher);
  if (higher < least) plan = {h, k + 1, {Reason::Higher, Text("less error at the size allowed")}};
  return plan;
}

StepPlan planAtOrder(const BdfErrors& e, int order, OrderStrategy strategy) {
  const double safety = safetyFactor(strategy, e.order, e.order);
  return {stepFor(e.order, e.h, e.presentConstant, e.present, safety), std::min(e.order + 1, order),
          Text("fixed order")};
}

StepPlan planAfterErrorFailure(const BdfErrors& e, int failures, OrderStrategy strategy) {
  const Candidates c = candidates(e, strategy);
  StepPlan plan{c.present, e.order, {Reason::Kept, Text("kept after rejection")}};
  if (unstable(e, strategy)) plan = lowerForStability(e, c.lower);
  if (failures > 1) plan.h *= 0.5;
  if (failures > 2) plan = {plan.h, 1, {Reason::Lower, Text("the error test keeps failing")}};
  plan.h = std::clamp(plan.h, 0.1 * e.h, 0.9 * e.h);
  return plan;
}

}  // namespace holonom

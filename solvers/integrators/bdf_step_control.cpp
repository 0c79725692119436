// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/bdf_step_control.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace holonom {
namespace {

/// Largest stable growth of the step by order (Skelboe; 000, Table 1), index = order. The sixth entry serves k+1 = 6
/// comparisons that are never taken.
constexpr std::array<double, 7> kGrowth = {1, 1e4, 2.6, 1.9, 1.5, 1.2, 1};
/// Instability threshold s_k (Skelboe; 000, Table 2).
constexpr std::array<double, 6> kInstability = {0, 0, 0, 0.59, 0.65, 0.89};

struct Candidates {
  double lower = 0, present = 0, higher = 0;  // step sizes
};

double stepFor(int order, double h, double constant, double norm, double safety) {
  const double error = std::pow(std::max(constant * norm, 1e-30), 1.0 / (order + 1));
  return std::min(h / (safety * error), h * kGrowth[order]);
}

Candidates candidates(const BdfErrors& e) {
  Candidates c;
  c.present = stepFor(e.order, e.h, e.presentConstant, e.present, 1.2);
  if (e.order > 1) c.lower = stepFor(e.order - 1, e.h, e.lowerConstant, e.lower, 1.3);
  if (e.higherKnown) c.higher = stepFor(e.order + 1, e.h, e.higherConstant, e.higher, 1.4);
  return c;
}

bool unstable(const BdfErrors& e) { return e.order >= 3 && e.present > kInstability[e.order] * e.lower; }

}  // namespace

StepPlan planAfterSuccess(const BdfErrors& e, int maxOrder) {
  const Candidates c = candidates(e);
  if (unstable(e)) return {c.lower, e.order - 1, "lower: differences grow (high-order stability)"};
  StepPlan plan{c.present, e.order, "kept"};
  if (e.order > maxOrder) return {c.lower, e.order - 1, "lower: maximal order"};
  if (c.lower > plan.h) plan = {c.lower, e.order - 1, "lower: larger step"};
  const bool falling = e.present <= e.lower && e.higher <= e.present;
  if (e.higherKnown && falling && e.order < maxOrder && c.higher > plan.h)
    plan = {c.higher, e.order + 1, "higher: larger step"};
  return plan;
}

StepPlan planAfterErrorFailure(const BdfErrors& e, int failures) {
  const Candidates c = candidates(e);
  StepPlan plan{c.present, e.order, "kept after rejection"};
  if (unstable(e)) plan = {c.lower, e.order - 1, "lower: differences grow (high-order stability)"};
  if (failures > 1) plan.h *= 0.5;
  if (failures > 2) plan.order = 1;
  plan.h = std::clamp(plan.h, 0.1 * e.h, 0.9 * e.h);
  return plan;
}

}  // namespace holonom

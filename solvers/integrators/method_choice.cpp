// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/method_choice.h"

namespace holonom {

using Method = MethodChoice::Method;

/// Without constraints all indices are the same equations, and index 3 has the fewest unknowns. With them index 2: its
/// reactions are smooth, where those of index 3 carry the noise of the iteration divided by h².
MethodChoice chooseMethod(const MotionCharacter& c) {
  constexpr double kHighOrderPays = 2e-5, kHighestOrderPays = 5e-11, kVibrationOrder = 2.2;
  if (c.freedoms == 0) return {Method::Kinematics, 1, "the drivers prescribe the whole motion"};
  const int index = c.constraints > 0 ? 2 : 3;
  if (c.reach > kStiffReach) {
    if (c.oscillatory && c.bdfOrder < kVibrationOrder)
      return {Method::GeneralizedAlpha, index, "a fast vibration that need not be followed keeps BDF at low order"};
    return {Method::Bdf, index,
            c.oscillatory ? "the steps are much longer than the fastest vibration" : "the steps are much longer than the fastest decay"};
  }
  if (c.rough) return {Method::DormandPrince5, 1, "the motion is not smooth enough for high orders"};
  if (c.rtol > kHighOrderPays) return {Method::DormandPrince5, 1, "the motion is not stiff and the tolerance not tight"};
  if (c.rtol > kHighestOrderPays) return {Method::DormandPrince8, 1, "the motion is smooth and not stiff"};
  return {Method::GraggBulirschStoer, 1, "the motion is smooth and not stiff, and the tolerance very tight"};
}

bool isExplicit(Method method) {
  return method == Method::DormandPrince5 || method == Method::DormandPrince8 || method == Method::GraggBulirschStoer;
}

const char* nameOf(Method method) {
  switch (method) {
    case Method::Kinematics: return "kinematic analysis";
    case Method::DormandPrince5: return "Dormand–Prince 5(4)";
    case Method::DormandPrince8: return "Dormand–Prince 8(5,3)";
    case Method::GraggBulirschStoer: return "Gragg–Bulirsch–Stoer";
    case Method::Bdf: return "BDF";
    case Method::GeneralizedAlpha: return "generalized-α";
  }
  return "";
}

}  // namespace holonom
